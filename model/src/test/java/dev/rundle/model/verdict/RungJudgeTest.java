package dev.rundle.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.Measurements;
import dev.rundle.model.measure.RungMeasurement.IntervalCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hipparchus.special.Beta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RungJudgeTest {
  private static final Duration SLO = Duration.ofSeconds(3);

  @ParameterizedTest
  @CsvSource({"100,1,10", "1000,38,63", "10000,463,537"})
  void passesUpToAndFailsFromTheTabledCounts(long n, long passUpTo, long failFrom) {
    assertThat(RungJudge.verdict(0, n)).isInstanceOf(Verdict.Pass.class);
    assertThat(RungJudge.verdict(passUpTo, n)).isInstanceOf(Verdict.Pass.class);
    assertThat(RungJudge.verdict(passUpTo + 1, n)).isInstanceOf(Verdict.Undecided.class);
    assertThat(RungJudge.verdict(failFrom - 1, n)).isInstanceOf(Verdict.Undecided.class);
    assertThat(RungJudge.verdict(failFrom, n)).isInstanceOf(Verdict.Fail.class);
    assertThat(RungJudge.verdict(n, n)).isInstanceOf(Verdict.Fail.class);
  }

  @Test
  void fewerThanFiftyNineCleanRequestsProveNothing() {
    assertThat(RungJudge.verdict(0, 58)).isInstanceOf(Verdict.Undecided.class);
    assertThat(RungJudge.verdict(0, 59)).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void correlationWidensUndecided() {
    assertThat(RungJudge.verdict(38, 1_000, 1_000)).isInstanceOf(Verdict.Pass.class);
    assertThat(RungJudge.verdict(38, 1_000, 300)).isInstanceOf(Verdict.Undecided.class);
    assertThat(RungJudge.verdict(63, 1_000, 300)).isInstanceOf(Verdict.Undecided.class);
  }

  @Test
  void impossibleCountsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> RungJudge.verdict(2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RungJudge.verdict(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> RungJudge.verdict(0, 10, 11));
    assertThatIllegalArgumentException().isThrownBy(() -> RungJudge.verdict(0, 10, Double.NaN));
  }

  @Test
  void evenlySpreadCountsKeepN() {
    var rung = Measurements.of(10, 1_200, 48, Duration.ofSeconds(60), spread(), List.of());

    assertThat(RungJudge.effectiveN(rung)).isEqualTo(1_200);
  }

  @Test
  void burstsInflateTheVarianceByHand() {
    // 60 intervals of 20; two of them entirely over: p = 40/1,200 = 1/30, intervals of one second
    // and R = 0.5 s, so a batch is one interval. Σ(k−mp)² = 2·(20−2/3)² + 58·(2/3)² = 773.33;
    // mp(1−p) = 0.64444; φ = 773.33/0.64444/59 = 20.339.
    List<IntervalCount> bursts = new ArrayList<>(Collections.nCopies(58, new IntervalCount(20, 0)));
    bursts.addAll(Collections.nCopies(2, new IntervalCount(20, 20)));
    var rung = Measurements.of(10, 1_200, 40, Duration.ofSeconds(60), bursts, List.of());

    assertThat(RungJudge.effectiveN(rung)).isCloseTo(1_200 / 20.339, within(0.01));
    RungResult result = RungJudge.judge(rung, SLO, List.of(1));
    assertThat(result.verdict()).get().isInstanceOf(Verdict.Undecided.class);
  }

  @Test
  void withFewIntervalsNStays() {
    List<IntervalCount> few = List.of(new IntervalCount(100, 100), new IntervalCount(100, 0));
    var rung = Measurements.of(1, 200, 100, Duration.ofSeconds(60), few, List.of());

    assertThat(RungJudge.effectiveN(rung)).isEqualTo(200);
  }

  @Test
  void ofManyBinomialRungsFewPassAtExactlyFivePercent() {
    // The tabled limit is the exact one: P(X ≤ 38 | 1,000, 5 %) ≤ 5 % < P(X ≤ 39).
    assertThat(1 - Beta.regularizedBeta(0.05, 39, 962)).isLessThanOrEqualTo(0.05);
    assertThat(1 - Beta.regularizedBeta(0.05, 40, 961)).isGreaterThan(0.05);
  }

  private static List<IntervalCount> spread() {
    List<IntervalCount> counts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      counts.add(new IntervalCount(20, i % 5 == 0 ? 0 : 1));
    }
    return counts;
  }
}

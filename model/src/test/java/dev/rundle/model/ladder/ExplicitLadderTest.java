package dev.rundle.model.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rundle.model.measure.Measurements;
import dev.rundle.model.verdict.RungJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplicitLadderTest {
  private static final Duration SLO = Duration.ofSeconds(3);
  private static final int PASS = 0;
  private static final int FAIL = 900;
  private static final int UNDECIDED = 50;

  @Test
  void theHighestPassBelowTheFirstFailIsBracketed() {
    assertThat(climb(Map.of(1, PASS, 5, PASS, 10, PASS, 20, FAIL, 30, FAIL)))
        .isEqualTo(new Step.Found(new QMax(10, true, false)));
  }

  @Test
  void withoutAFailItIsALowerBound() {
    assertThat(climb(Map.of(1, PASS, 5, PASS, 10, PASS)))
        .isEqualTo(new Step.Found(new QMax(10, false, false)));
  }

  @Test
  void fiveFailsAndTenPassesGivesLessThanFive() {
    assertThat(climb(Map.of(1, PASS, 5, FAIL, 10, PASS)))
        .isEqualTo(new Step.Found(new QMax(1, true, true)));
  }

  @Test
  void undecidedNeitherPassesNorBrackets() {
    assertThat(climb(Map.of(1, PASS, 5, PASS, 10, UNDECIDED)))
        .isEqualTo(new Step.Found(new QMax(5, false, false)));
    assertThat(climb(Map.of(1, PASS, 5, UNDECIDED, 10, FAIL)))
        .isEqualTo(new Step.Found(new QMax(1, true, false)));
  }

  @Test
  void aFirstRungThatFailsHasNoAnswer() {
    assertThat(climb(Map.of(1, FAIL, 5, FAIL, 10, FAIL)))
        .isEqualTo(
            new Step.GaveUp(
                "the first rung 1 fails the SLO: 900 of 1000 requests were over it"
                    + " (90.0 %, at most 5 %)"));
  }

  @Test
  void allUndecidedSaysSo() {
    assertThat(climb(Map.of(1, UNDECIDED, 5, UNDECIDED, 10, UNDECIDED)))
        .isEqualTo(
            new Step.GaveUp("no rung passed and none failed: all are undecided; hold them longer"));
  }

  @Test
  void aVoidRungIsRepeatedTwiceAndThenGivenUp() {
    LadderSearch search = ladder(false, 1, 5, 10);
    search = search.observe(judged(order(search), PASS));
    List<RungOrder> orders = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      orders.add(order(search));
      search = search.observe(spoiled(order(search)));
    }

    assertThat(orders)
        .extracting(RungOrder::concurrency, RungOrder::attempt, RungOrder::index)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(5, 1, 1),
            org.assertj.core.groups.Tuple.tuple(5, 2, 2),
            org.assertj.core.groups.Tuple.tuple(5, 3, 3));
    assertThat(search.next())
        .isEqualTo(new Step.GaveUp("rung 5 was void 3 times; last: instances changed"));
  }

  @Test
  void aVoidRungNeverBracketsHoweverBadItsFigures() {
    LadderSearch search = ladder(false, 1, 5, 10);
    search = search.observe(judged(order(search), PASS));
    search = search.observe(judged(order(search), PASS));
    // 900 of 1,000 over the SLO, but on two instances: it says nothing about one.
    var onTwo = RungJudge.judge(Measurements.of(10, 1_000, FAIL), SLO, List.of(1, 2));
    assertThat(onTwo.isVoid()).isTrue();
    search = search.observe(onTwo);
    search = search.observe(judged(order(search), UNDECIDED));

    assertThat(search.next()).isEqualTo(new Step.Found(new QMax(5, false, false)));
  }

  @Test
  void aRepeatedRungThatSucceedsGoesOn() {
    LadderSearch search = ladder(false, 1, 5, 10);
    search = search.observe(spoiled(order(search)));
    search = search.observe(judged(order(search), PASS));

    assertThat(order(search).concurrency()).isEqualTo(5);
    assertThat(order(search).attempt()).isEqualTo(1);
    assertThat(order(search).index()).isEqualTo(2);
  }

  @Test
  void observingChangesNothing() {
    LadderSearch before = ladder(false, 1, 5, 10);
    Step step = before.next();
    before.observe(judged(order(before), PASS));

    assertThat(before.next()).isEqualTo(step);
  }

  @Test
  void explicitRungsAreAllMeasuredUnlessToldToStop() {
    assertThat(measuredRungs(false, FAIL)).containsExactly(1, 3, 5, 10, 20);
    assertThat(measuredRungs(true, FAIL)).containsExactly(1, 3, 5, 10);
  }

  @Test
  void aResultOfAnotherRungIsRefused() {
    LadderSearch search = ladder(false, 1, 5, 10);
    var other = RungJudge.judge(Measurements.of(5, 1_000, 0), SLO, List.of(1));

    assertThatIllegalArgumentException().isThrownBy(() -> search.observe(other));
  }

  private static List<Integer> measuredRungs(boolean stopAfterFail, int overAtThree) {
    LadderSearch search = ladder(stopAfterFail, 1, 3, 5, 10, 20);
    List<Integer> measured = new ArrayList<>();
    while (search.next() instanceof Step.Measure measure) {
      int rung = measure.order().concurrency();
      measured.add(rung);
      search = search.observe(judged(measure.order(), rung == 3 ? overAtThree : PASS));
    }
    return measured;
  }

  private static Step climb(Map<Integer, Integer> overByRung) {
    LadderSearch search =
        ladder(false, overByRung.keySet().stream().sorted().mapToInt(i -> i).toArray());
    while (search.next() instanceof Step.Measure measure) {
      search =
          search.observe(judged(measure.order(), overByRung.get(measure.order().concurrency())));
    }
    return search.next();
  }

  private static LadderSearch ladder(boolean stopAfterFail, int... rungs) {
    return ExplicitLadder.of(
        LadderSchedule.of(
            java.util.Arrays.stream(rungs).boxed().toList(),
            List.of(Duration.ofSeconds(90)),
            List.of(Duration.ofSeconds(60)),
            Duration.ofSeconds(5)),
        stopAfterFail);
  }

  private static RungOrder order(LadderSearch search) {
    return ((Step.Measure) search.next()).order();
  }

  private static RungResult judged(RungOrder order, int over) {
    return RungJudge.judge(Measurements.of(order.concurrency(), 1_000, over), SLO, List.of(1));
  }

  private static RungResult spoiled(RungOrder order) {
    return new RungResult(
        Measurements.of(order.concurrency(), 1_000, 0),
        Optional.empty(),
        List.of("instances changed"));
  }
}

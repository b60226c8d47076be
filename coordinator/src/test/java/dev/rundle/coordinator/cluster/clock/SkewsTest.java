package dev.rundle.coordinator.cluster.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.coordinator.cluster.clock.Skews.Start;
import dev.rundle.model.measure.StartSkew;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SkewsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theDistanceToTheMedianPlusTheClocksUncertainty() {
    // On this host's line they began at 100, 101 and 107 ms.
    List<Start> starts =
        List.of(
            start(5_100 * MILLI, 5_000 * MILLI, 2 * MILLI),
            start(101 * MILLI, 0, MILLI),
            start(-893 * MILLI, -1_000 * MILLI, MILLI / 2));

    // 1 + 2, 0 + 1 and 6 + 0.5 ms.
    assertThat(Skews.of(starts)).contains(new StartSkew(3, 3.0, 6.5));
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMiddleOfTheTwoInTheMiddle() {
    List<Start> starts =
        List.of(start(0, 0, 0), start(2 * MILLI, 0, 0), start(4 * MILLI, 0, 0), start(MILLI, 0, 0));

    // Median 1.5 ms: 1.5, 0.5, 2.5 and 0.5 ms.
    assertThat(Skews.of(starts)).contains(new StartSkew(4, 0.5, 2.5));
  }

  @Test
  void p99OfFiftyIsTheLargestAndOfTwoHundredTheThirdLargest() {
    assertThat(Skews.of(uncertain(50))).contains(new StartSkew(50, 25, 50));
    assertThat(Skews.of(uncertain(200))).contains(new StartSkew(200, 100, 198));
  }

  @Test
  void oneAgentIsInStepWithItselfWhateverItsClock() {
    assertThat(Skews.of(List.of(new Start(7, Optional.empty())))).contains(StartSkew.SINGLE);
  }

  @Test
  void withoutOneOfTheClocksNothingIsSaid() {
    assertThat(Skews.of(List.of(start(0, 0, 0), new Start(0, Optional.empty())))).isEmpty();
  }

  @Test
  void withoutAgentsNothingIsSaid() {
    assertThat(Skews.of(List.of())).isEmpty();
  }

  @Test
  void tickersThatWrapAroundDoNoHarm() {
    List<Start> starts =
        List.of(
            start(Long.MAX_VALUE, 0, 0),
            start(Long.MAX_VALUE + 2 * MILLI, 0, 0),
            start(Long.MIN_VALUE + 4 * MILLI - 1, 0, 0));

    assertThat(Skews.of(starts)).contains(new StartSkew(3, 2, 2));
  }

  @Property
  void whereTheTimeLineBeginsMakesNoDifference(
      @ForAll @Size(min = 2, max = 120) List<@LongRange(max = 5_000_000) Long> startedNanos,
      @ForAll long shift) {
    List<Start> starts = startedNanos.stream().map(at -> start(at, 0, 0)).toList();
    List<Start> shifted = startedNanos.stream().map(at -> start(at + shift, 0, 0)).toList();

    assertThat(Skews.of(shifted)).isEqualTo(Skews.of(starts));
  }

  /** Agents that began together; the uncertainty of the nth clock is n ms. */
  private static List<Start> uncertain(int agents) {
    return IntStream.rangeClosed(1, agents).mapToObj(n -> start(0, 0, n * MILLI)).toList();
  }

  private static Start start(long startedAtNanos, long offsetNanos, long uncertaintyNanos) {
    return new Start(
        startedAtNanos,
        Optional.of(new ClockOffset.Estimate(offsetNanos, uncertaintyNanos, Duration.ZERO, MILLI)));
  }
}

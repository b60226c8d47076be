package dev.rundle.coordinator.cluster.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final ClockOffset clock = new ClockOffset();

  @Test
  void theMiddleOfTheRoundTripIsTakenForTheMomentOfTheAnswer() {
    clock.sample(1_000 * MILLI, 1_004 * MILLI, 51_002 * MILLI, NOON, NOON);

    ClockOffset.Estimate estimate = clock.estimate(1_004 * MILLI).orElseThrow();

    assertThat(estimate.offsetNanos()).isEqualTo(50_000 * MILLI);
    assertThat(estimate.roundTripNanos()).isEqualTo(4 * MILLI);
    // Half the round trip, and 200 ppm of the 2 ms since the middle and the 2 ms around it.
    assertThat(estimate.uncertaintyNanos()).isEqualTo(2 * MILLI + 800);
    assertThat(estimate.toRemote(2_000 * MILLI)).isEqualTo(52_000 * MILLI);
    assertThat(estimate.toLocal(52_000 * MILLI)).isEqualTo(2_000 * MILLI);
  }

  @Test
  void unlikeWaysMoveTheEstimateByLessThanItsUncertainty() {
    // True offset 50 s; 1 ms there, 9 ms back.
    clock.sample(1_000 * MILLI, 1_010 * MILLI, 51_001 * MILLI, NOON, NOON);

    ClockOffset.Estimate estimate = clock.estimate(1_010 * MILLI).orElseThrow();

    assertThat(estimate.offsetNanos()).isEqualTo(50_000 * MILLI - 4 * MILLI);
    assertThat(estimate.uncertaintyNanos()).isEqualTo(5 * MILLI + 2_000);
  }

  @Test
  void theQuickestRoundTripIsBelievedUntilAFreshOneIsWorthMore() {
    clock.sample(0, MILLI, 500_000, NOON, NOON);
    clock.sample(SECOND, SECOND + 4 * MILLI, SECOND + 3 * MILLI, NOON, NOON);

    assertThat(clock.estimate(SECOND + 4 * MILLI).orElseThrow().roundTripNanos()).isEqualTo(MILLI);

    // 10 s later the first is worth ± 2.5 ms, a new one of 4 ms ± 2 ms.
    clock.sample(10 * SECOND, 10 * SECOND + 4 * MILLI, 10 * SECOND + 3 * MILLI, NOON, NOON);

    ClockOffset.Estimate estimate = clock.estimate(10 * SECOND + 4 * MILLI).orElseThrow();
    assertThat(estimate.roundTripNanos()).isEqualTo(4 * MILLI);
    assertThat(estimate.offsetNanos()).isEqualTo(MILLI);
  }

  @Test
  void uncertaintyGrowsByTwoHundredMillionthsOfTheAge() {
    clock.sample(0, 0, 0, NOON, NOON);

    assertThat(clock.estimate(0).orElseThrow().uncertaintyNanos()).isZero();
    assertThat(clock.estimate(10 * SECOND).orElseThrow().uncertaintyNanos()).isEqualTo(2 * MILLI);
  }

  @Test
  void theWallClockIsComparedAtTheMomentOfTheAnswerToo() {
    clock.sample(0, 100 * MILLI, 0, NOON.plusSeconds(3), NOON);

    assertThat(clock.estimate(0).orElseThrow().wallAhead()).isEqualTo(Duration.ofMillis(3_050));
  }

  @Test
  void aWallClockThatIsBehindIsAheadByLessThanNothing() {
    clock.sample(0, 0, 0, NOON.minusSeconds(86_400), NOON);

    assertThat(clock.estimate(0).orElseThrow().wallAhead()).isEqualTo(Duration.ofDays(-1));
  }

  @Test
  void whatCannotBeIsLeftOut() {
    assertThat(clock.sample(5, 4, 0, NOON, NOON)).as("an answer before its question").isFalse();
    assertThat(clock.sample(0, 10 * SECOND + 1, 0, NOON, NOON)).as("a round trip > 10 s").isFalse();
    assertThat(clock.sample(Long.MIN_VALUE, 1, 0, NOON, NOON)).as("one that overflows").isFalse();
    assertThat(clock.sample(0, 1, 0, Instant.MAX, NOON)).as("a clock of another age").isFalse();
    assertThat(clock.sample(0, 1, 0, null, NOON)).as("no clock").isFalse();

    assertThat(clock.estimate(0)).isEmpty();
    assertThat(clock.worstRoundTripNanos()).isEmpty();
  }

  @Test
  void theOldestOfThirtyThreeSamplesIsForgotten() {
    clock.sample(0, 0, 7, NOON, NOON);
    for (int i = 1; i <= 32; i++) {
      clock.sample(i * 1_000, i * 1_000 + 100, i * 1_000 + 50, NOON, NOON);
    }

    assertThat(clock.samples()).isEqualTo(32);
    assertThat(clock.estimate(33_000).orElseThrow().roundTripNanos()).isEqualTo(100);
  }

  @Test
  void theWorstRecentRoundTripIsKnown() {
    clock.sample(0, 7 * MILLI, 0, NOON, NOON);
    clock.sample(SECOND, SECOND + 3 * MILLI, SECOND, NOON, NOON);

    assertThat(clock.worstRoundTripNanos()).hasValue(7 * MILLI);
  }

  @Test
  void aClockThatLeaptIsBelievedAnew() {
    clock.sample(0, MILLI, 500_000, NOON, NOON);
    clock.sample(SECOND, SECOND + 2 * MILLI, 61 * SECOND + MILLI, NOON, NOON);

    ClockOffset.Estimate estimate = clock.estimate(SECOND + 2 * MILLI).orElseThrow();

    assertThat(estimate.offsetNanos()).isEqualTo(60 * SECOND);
    assertThat(clock.samples()).isEqualTo(1);
  }

  @Test
  void aTickerThatWrapsAroundDoesNoHarm() {
    long sent = Long.MAX_VALUE - MILLI;
    clock.sample(sent, sent + 4 * MILLI, Long.MIN_VALUE, NOON, NOON);

    ClockOffset.Estimate estimate = clock.estimate(sent + 4 * MILLI).orElseThrow();

    assertThat(estimate.toRemote(sent + 2 * MILLI)).isEqualTo(Long.MIN_VALUE);
    assertThat(estimate.toLocal(Long.MIN_VALUE)).isEqualTo(sent + 2 * MILLI);
    assertThat(estimate.uncertaintyNanos()).isEqualTo(2 * MILLI + 800);
  }

  @Property
  void theTrueOffsetIsAlwaysWithinTheUncertainty(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 2_000_000_000) Integer> thereNanos,
      @ForAll @Size(60) List<@IntRange(max = 2_000_000_000) Integer> backNanos,
      @ForAll @IntRange(min = -200, max = 200) int driftPpm,
      @ForAll long remoteOrigin,
      @ForAll @LongRange(max = 20_000_000_000L) long later) {
    // The instance of the class is the same for all tries.
    var fresh = new ClockOffset();
    var remote = new Remote(remoteOrigin, driftPpm);
    long now = 0;
    for (int i = 0; i < thereNanos.size(); i++) {
      long sent = i * SECOND / 2;
      long read = sent + thereNanos.get(i);
      now = read + backNanos.get(i);
      boolean taken = fresh.sample(sent, now, remote.at(read), NOON, NOON);

      assertThat(taken).isTrue();
      assertWithin(fresh, remote, now);
    }
    assertThat(fresh.samples()).isEqualTo(Math.min(32, thereNanos.size()));
    assertWithin(fresh, remote, now + later);
  }

  private static void assertWithin(ClockOffset clock, Remote remote, long now) {
    ClockOffset.Estimate estimate = clock.estimate(now).orElseThrow();
    long error = estimate.toRemote(now) - remote.at(now);
    // Readings are whole nanoseconds.
    assertThat(Math.abs(error)).isLessThanOrEqualTo(estimate.uncertaintyNanos() + 1);
  }

  /** A ticker that runs fast or slow. */
  private record Remote(long origin, int driftPpm) {
    long at(long localNanos) {
      return origin + localNanos + Math.floorDiv(localNanos * driftPpm, 1_000_000L);
    }
  }
}

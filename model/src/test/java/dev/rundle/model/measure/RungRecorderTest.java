package dev.rundle.model.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RungRecorderTest {
  private static final long MS = 1_000_000;
  private static final long SLO = 3_000 * MS;

  /** The window is [1,000 ms, 2,000 ms). */
  private final RungRecorder recorder = new RungRecorder("a", 4, SLO, 1_000 * MS, 2_000 * MS);

  @Test
  void attributesBySendTime() {
    assertThat(recorder.onSent(900 * MS)).isFalse();
    assertThat(recorder.onSent(1_500 * MS)).isTrue();
    recorder.onEnded(ok(900, 200));
    assertThat(recorder.onSent(1_999 * MS)).isTrue();
    assertThat(recorder.onSent(2_000 * MS)).isFalse();
    recorder.onEnded(ok(1_500, 100));
    recorder.onEnded(ok(1_999, 300));
    recorder.onEnded(ok(2_000, 300));

    Interval interval = recorder.drain(2_500 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.sent()).isEqualTo(2);
    assertThat(interval.ended()).isEqualTo(2);
    // Ended inside: the one sent before the window (1,100 ms) and the one sent at 1,500.
    assertThat(interval.endedInWindow()).isEqualTo(2);
    assertThat(interval.completedInWindow()).isEqualTo(2);
    assertThat(interval.fullNanosSum()).isEqualTo(400.0 * MS);
    assertThat(interval.last()).isTrue();
  }

  @Test
  void inFlightCountsWhatWasSentBeforeTheWindowAndIsStillOpen() {
    recorder.onSent(500 * MS);
    Interval half = recorder.drain(1_500 * MS, GeneratorHealth.UNKNOWN);
    recorder.onEnded(ok(500, 1_250)); // ends at 1,750 ms
    Interval rest = recorder.drain(2_100 * MS, GeneratorHealth.UNKNOWN);

    assertThat(half.windowNanos()).isEqualTo(500 * MS);
    assertThat(half.inFlightNanos()).isEqualTo(500.0 * MS);
    assertThat(rest.windowNanos()).isEqualTo(500 * MS);
    assertThat(rest.inFlightNanos()).isEqualTo(250.0 * MS);
    assertThat(half.sequence()).isZero();
    assertThat(rest.sequence()).isEqualTo(1);
  }

  @Test
  void anAttemptOpenBeforeTheRecorderExistedIsCreditedWhenItEnds() {
    recorder.onEnded(ok(400, 1_000)); // ends at 1,400 ms, never announced

    Interval interval = recorder.drain(2_000 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.inFlightNanos()).isEqualTo(400.0 * MS);
    assertThat(interval.sent()).isZero();
    assertThat(interval.endedInWindow()).isEqualTo(1);
  }

  @Test
  void aClockReadTwiceDoesNoHarm() {
    recorder.onSent(1_200 * MS);
    recorder.onSent(1_200 * MS);
    recorder.onEnded(ok(1_201, 100));
    recorder.onEnded(ok(1_202, 100));

    Interval interval = recorder.drain(2_000 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.sent()).isEqualTo(2);
    assertThat(interval.last()).isTrue();
    assertThat(recorder.inFlight()).isZero();
  }

  @Test
  void isLastOnlyWhenNothingOfTheWindowIsOpen() {
    recorder.onSent(1_900 * MS);
    assertThat(recorder.drain(2_500 * MS, GeneratorHealth.UNKNOWN).last()).isFalse();
    recorder.onSent(2_600 * MS); // of no window, does not hold the rung open
    recorder.onEnded(ok(1_900, 900));

    Interval last = recorder.drain(3_000 * MS, GeneratorHealth.UNKNOWN);

    assertThat(last.last()).isTrue();
    assertThat(last.ended()).isEqualTo(1);
    assertThat(last.endedInWindow()).isZero();
    assertThatIllegalStateException()
        .isThrownBy(() -> recorder.drain(3_100 * MS, GeneratorHealth.UNKNOWN));
  }

  @Test
  void failuresAndLateAnswersAreOverTheSlo() {
    recorder.onSent(1_000 * MS);
    recorder.onSent(1_001 * MS);
    recorder.onSent(1_002 * MS);
    recorder.onSent(1_003 * MS);
    recorder.onEnded(failed(1_000, 1, Outcome.REJECTED));
    recorder.onEnded(failed(1_001, 400, Outcome.TRUNCATED));
    recorder.onEnded(ok(1_002, 3_000));
    recorder.onEnded(ok(1_003, 3_001));

    Interval interval = recorder.drain(5_000 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.overSlo()).isEqualTo(3);
    assertThat(interval.outcomes())
        .containsEntry(Outcome.REJECTED, 1L)
        .containsEntry(Outcome.TRUNCATED, 1L)
        .containsEntry(Outcome.OK, 2L);
    assertThat(LatencyHistogram.of(interval.ttfab()).count()).isEqualTo(2);
    assertThat(interval.endedInWindow()).isEqualTo(2);
    assertThat(interval.completedInWindow()).isZero();
  }

  @Test
  void closingEarlyEndsTheWindow() {
    recorder.onSent(1_100 * MS);
    recorder.closeWindow(1_400 * MS);
    recorder.onEnded(ok(1_100, 500));
    recorder.onSent(1_600 * MS);

    Interval interval = recorder.drain(1_700 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.windowNanos()).isEqualTo(400 * MS);
    assertThat(interval.inFlightNanos()).isEqualTo(300.0 * MS);
    assertThat(interval.sent()).isEqualTo(1);
    assertThat(interval.last()).isTrue();
  }

  @Test
  void whatWasSentJustAfterTheClosersReadingStaysInTheWindow() {
    assertThat(recorder.onSent(1_400 * MS)).isTrue();
    recorder.closeWindow(1_400 * MS - 1);
    recorder.onEnded(ok(1_400, 100));

    Interval interval = recorder.drain(1_700 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.sent()).isEqualTo(1);
    assertThat(interval.ended()).isEqualTo(1);
    assertThat(interval.last()).isTrue();
  }

  @Test
  void closingBeforeItOpensLeavesAnEmptyWindow() {
    recorder.onSent(500 * MS);
    recorder.closeWindow(600 * MS);

    Interval interval = recorder.drain(1_200 * MS, GeneratorHealth.UNKNOWN);

    assertThat(interval.windowNanos()).isZero();
    assertThat(interval.inFlightNanos()).isZero();
    assertThat(interval.last()).isTrue();
  }

  /** Little's law on a closed loop of n looping users, drained at random times. */
  @Property(tries = 30)
  void aClosedLoopOfNHasNInFlight(@ForAll @IntRange(min = 1, max = 40) int n, @ForAll long seed) {
    var random = new Random(seed);
    long opens = 1_000 * MS;
    long closes = 9_000 * MS;
    var loop = new RungRecorder("a", 0, SLO, opens, closes);
    List<Interval> intervals = new ArrayList<>();
    var ends = new PriorityQueue<long[]>((a, b) -> Long.compare(a[0] + a[1], b[0] + b[1]));
    for (int user = 0; user < n; user++) {
      loop.onSent(0);
      ends.add(new long[] {0, 1 + random.nextInt(300_000_000)});
    }
    long drainAt = 700 * MS;
    while (intervals.isEmpty() || !intervals.get(intervals.size() - 1).last()) {
      long[] next = ends.poll();
      long end = next[0] + next[1];
      while (drainAt < end && (intervals.isEmpty() || !lastOf(intervals).last())) {
        intervals.add(loop.drain(drainAt, GeneratorHealth.UNKNOWN));
        drainAt += 100 * MS + random.nextInt(900_000_000);
      }
      loop.onEnded(new Attempt(next[0], next[1], next[1], 0, 0, 0, 0, Outcome.OK, ""));
      loop.onSent(end);
      ends.add(new long[] {end, 1 + random.nextInt(300_000_000)});
    }
    var order = new RungOrder(0, n, Duration.ofSeconds(1), Duration.ofSeconds(8), Duration.ZERO, 1);
    var merger = new RungMerger(order, Map.of("a", n));
    intervals.forEach(merger::accept);
    RungMeasurement measured = merger.measurement(Instant.EPOCH);

    assertThat(measured.voidReasons()).isEmpty();
    assertThat(measured.windowNanos()).isEqualTo(8_000 * MS);
    assertThat(measured.meanInFlight()).isCloseTo(n, within(1e-6));
    assertThat(measured.sent())
        .isEqualTo(measured.outcomes().values().stream().mapToLong(Long::longValue).sum());
    double littles = measured.endedPerSecond() * measured.meanFullNanos() / 1e9;
    // Rmax ÷ W = 0.3 ÷ 8 bounds the effect of the edges.
    assertThat(littles / n).isCloseTo(1, within(0.3 / 8));
  }

  private static Interval lastOf(List<Interval> intervals) {
    return intervals.get(intervals.size() - 1);
  }

  private static Attempt ok(long sentMillis, long fullMillis) {
    return new Attempt(
        sentMillis * MS, fullMillis * MS, fullMillis * MS, 0, 100, 0, 0, Outcome.OK, "");
  }

  private static Attempt failed(long sentMillis, long fullMillis, Outcome outcome) {
    return new Attempt(sentMillis * MS, -1, fullMillis * MS, -1, 0, 0, 0, outcome, "no");
  }
}

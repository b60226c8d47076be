package dev.rundle.model.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RungMergerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final RungOrder ORDER =
      new RungOrder(3, 8, Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ZERO, 1);

  private final RungMerger merger = new RungMerger(ORDER, List.of("north", "south"));

  @Test
  void addsUpTwoAgents() {
    merger.accept(interval("north", 0, false, 5, 40, 2, 100));
    merger.accept(interval("south", 0, false, 3, 20, 0, 300));
    merger.accept(interval("north", 1, true, 5, 40, 1, 100));
    assertThat(merger.isComplete()).isFalse();
    assertThat(merger.waitingFor()).containsExactly("south");
    merger.accept(interval("south", 1, true, 3, 20, 1, 300));

    RungMeasurement measured = merger.measurement(START);

    assertThat(merger.isComplete()).isTrue();
    assertThat(measured.voidReasons()).isEmpty();
    assertThat(measured.windowEnd()).isEqualTo(START.plusSeconds(2));
    assertThat(measured.meanInFlight()).isEqualTo(8.0);
    assertThat(measured.sent()).isEqualTo(120);
    assertThat(measured.overSlo()).isEqualTo(4);
    assertThat(measured.endedPerSecond()).isCloseTo(60, within(1e-9));
    assertThat(measured.completedPerSecond()).isCloseTo(58, within(1e-9));
    // 80 at 100 ms and 40 at 300 ms
    assertThat(measured.meanFullNanos()).isCloseTo(166_666_666.7, within(1.0));
    assertThat(LatencyHistogram.of(measured.ttfab()).quantileMillis(0.5))
        .isCloseTo(100, within(0.1));
    assertThat(measured.overPerInterval())
        .containsExactly(
            new RungMeasurement.IntervalCount(60, 2), new RungMeasurement.IntervalCount(60, 2));
    assertThat(measured.worstHealth().cpuLoad()).isEqualTo(0.5);
  }

  @Test
  void reportsMayComeInAnyOrder() {
    merger.accept(interval("north", 1, true, 4, 10, 0, 100));
    merger.accept(interval("south", 1, true, 4, 10, 0, 100));
    assertThat(merger.isComplete()).isFalse();
    merger.accept(interval("south", 0, false, 4, 10, 0, 100));
    merger.accept(interval("north", 0, false, 4, 10, 0, 100));

    assertThat(merger.isComplete()).isTrue();
    assertThat(merger.measurement(START).voidReasons()).isEmpty();
  }

  @Test
  void aGapNamesTheAgentAndTheReport() {
    merger.accept(interval("north", 0, true, 4, 10, 0, 100));
    merger.accept(interval("south", 0, false, 4, 10, 0, 100));
    merger.accept(interval("south", 2, true, 4, 10, 0, 100));

    assertThat(merger.measurement(START).voidReasons())
        .contains("agent south: report 1 is missing");
  }

  @Test
  void aDoubledReportIsCountedOnceAndVoids() {
    merger.accept(interval("north", 0, true, 4, 10, 0, 100));
    merger.accept(interval("north", 0, true, 4, 10, 0, 100));
    merger.accept(interval("south", 0, true, 4, 10, 0, 100));

    RungMeasurement measured = merger.measurement(START);

    assertThat(measured.sent()).isEqualTo(20);
    assertThat(measured.voidReasons()).containsExactly("agent north sent report 0 twice");
  }

  @Test
  void anotherRungsReportIsDropped() {
    merger.accept(
        new Interval(
            "north",
            2,
            0,
            true,
            SECOND,
            9,
            99,
            0,
            Map.of(),
            0,
            0,
            LatencyHistogram.empty(),
            LatencyHistogram.empty(),
            LatencyHistogram.empty(),
            0,
            0,
            0,
            0,
            GeneratorHealth.UNKNOWN));

    assertThat(merger.measurement(START).sent()).isZero();
    assertThat(merger.waitingFor()).containsExactly("north", "south");
  }

  @Test
  void aLostAgentVoidsAndIsNotWaitedFor() {
    merger.accept(interval("north", 0, true, 4, 10, 0, 100));
    merger.accept(interval("south", 0, false, 4, 10, 0, 100));
    merger.agentLost("south", "unreachable for 8 s");

    assertThat(merger.isComplete()).isTrue();
    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south was lost: unreachable for 8 s");
  }

  @Test
  void aStrangersLoadVoids() {
    merger.accept(interval("north", 0, true, 4, 10, 0, 100));
    merger.accept(interval("south", 0, true, 4, 10, 0, 100));
    merger.accept(interval("south-restarted", 0, true, 4, 10, 0, 100));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south-restarted reported without a share of this rung");
  }

  @Test
  void unequalWindowsVoid() {
    merger.accept(interval("north", 0, false, 4, 10, 0, 100));
    merger.accept(interval("north", 1, true, 4, 10, 0, 100));
    merger.accept(interval("south", 0, true, 4, 10, 0, 100));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south measured 1.00 s of a window of 2.00 s");
  }

  /** One second with {@code n} attempts of {@code millis}, of which {@code failed} were refused. */
  private static Interval interval(
      String agent, long sequence, boolean last, int inFlight, int n, int failed, long millis) {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < n - failed; i++) {
      histogram.recordNanos(millis * 1_000_000);
    }
    return new Interval(
        agent,
        ORDER.index(),
        sequence,
        last,
        SECOND,
        (double) inFlight * SECOND,
        n,
        failed,
        Map.of(Outcome.OK, (long) n - failed, Outcome.REJECTED, (long) failed),
        n - failed,
        n,
        histogram.encode(),
        histogram.encode(),
        LatencyHistogram.empty(),
        n * millis * 1e6,
        0,
        0,
        0,
        new GeneratorHealth(agent.equals("south") ? 0.5 : Double.NaN, 0, 0));
  }
}

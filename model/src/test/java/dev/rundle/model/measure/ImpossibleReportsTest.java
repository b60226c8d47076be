package dev.rundle.model.measure;

import static dev.rundle.model.RecordCopy.with;
import static dev.rundle.model.measure.Intervals.second;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A report that cannot be true voids the rung, names its agent and is in none of the sums. */
class ImpossibleReportsTest {
  private static final RungOrder ORDER =
      new RungOrder(
          Intervals.RUNG, 8, Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ZERO, 1);
  private static final EncodedHistogram ELEVEN = histogram(11);

  private final RungMerger merger = new RungMerger(ORDER, Map.of("north", 4, "south", 4));

  static Stream<Arguments> spoiled() {
    return Stream.of(
        Arguments.of("sequence", -1L, "its number is -1"),
        Arguments.of("sequence", 172_800L, "its number is 172800"),
        Arguments.of("sequence", Long.MAX_VALUE, "its number is 9223372036854775807"),
        Arguments.of("windowNanos", -1L, "nanoseconds of window: -1"),
        Arguments.of("windowNanos", Long.MAX_VALUE, "nanoseconds of window"),
        Arguments.of("inFlightNanos", Double.NaN, "nanoseconds in flight: NaN"),
        Arguments.of("inFlightNanos", Double.POSITIVE_INFINITY, "in flight: Infinity"),
        Arguments.of("inFlightNanos", -2e6, "nanoseconds in flight: -2000000.0"),
        Arguments.of("sent", -5L, "sent: -5"),
        Arguments.of("sent", Long.MAX_VALUE, "sent: 9223372036854775807"),
        Arguments.of("overSlo", -1L, "over the SLO: -1"),
        Arguments.of("overSlo", 11L, "over the SLO: 11, at most 10"),
        Arguments.of("outcomes", Map.of(Outcome.OK, -10L), "OK: -10"),
        Arguments.of("outcomes", Map.of(Outcome.OK, Long.MAX_VALUE), "OK: 9223372036854775807"),
        Arguments.of("outcomes", Map.of(Outcome.OK, 9L), "times to first audio: 10 of 9 ok"),
        Arguments.of("outcomes", Map.of(), "nanoseconds of responses: 1.0E9, at most 0.0"),
        Arguments.of(
            "outcomes",
            Map.of(Outcome.OK, 10L, Outcome.REJECTED, 2L),
            "0 were over the SLO where 2 failed"),
        Arguments.of("endedInWindow", -1L, "ended in the window: -1"),
        Arguments.of("completedInWindow", 11L, "completed in the window: 11, at most 10"),
        Arguments.of("ttfab", ELEVEN, "times to first audio: 11 of 10 ok"),
        Arguments.of("full", ELEVEN, "full response times: 11 of 10 ok"),
        Arguments.of("full", EncodedHistogram.of(new byte[] {1, 2}), "2 bytes are not a whole"),
        Arguments.of("connectionWait", ELEVEN, "connection waits: 11, at most 10"),
        Arguments.of("connectionWait", half(ELEVEN), "are not a whole histogram"),
        Arguments.of("fullNanosSum", Double.NaN, "nanoseconds of responses: NaN"),
        Arguments.of("fullNanosSum", -1.0, "nanoseconds of responses: -1.0"),
        Arguments.of("fullNanosSum", 1e300, "nanoseconds of responses: 1.0E300"),
        Arguments.of("audioBytes", -1L, "bytes of audio: -1"),
        Arguments.of("audioBytes", Long.MAX_VALUE, "bytes of audio"),
        Arguments.of("audioNanos", -1L, "nanoseconds of audio: -1"),
        Arguments.of("longestStallNanos", -1L, "longest stall: -1"),
        Arguments.of("health", new GeneratorHealth(1.5, 0, 0), "CPU load: 1.5"),
        Arguments.of("health", new GeneratorHealth(-1, 0, 0), "CPU load: -1.0"),
        Arguments.of("health", new GeneratorHealth(0.5, -1, 0), "collections: -1"),
        Arguments.of("health", new GeneratorHealth(0.5, 0, Long.MAX_VALUE), "lateness"));
  }

  @ParameterizedTest
  @MethodSource("spoiled")
  void voidsAndIsLeftOut(String component, Object value, String complaint) {
    merger.accept(second("north", 0, true, 4));
    merger.accept(with(second("south", 0, true, 4), component, value));
    merger.accept(second("south", 1, true, 4));

    RungMeasurement measured = merger.measurement(Instant.EPOCH);

    assertThat(merger.isComplete()).as("nobody waits for an agent that talks nonsense").isTrue();
    assertThat(measured.voidReasons())
        .singleElement()
        .asString()
        .startsWith("agent south sent a report that cannot be true: ")
        .contains(complaint);
    assertThat(measured.sent()).isEqualTo(10);
    assertThat(measured.outcomes()).isEqualTo(Map.of(Outcome.OK, 10L, Outcome.REJECTED, 0L));
    assertThat(LatencyHistogram.of(measured.ttfab()).count()).isEqualTo(10);
    assertThat(measured.meanInFlight()).isEqualTo(4.0);
    assertThat(measured.agents().get(1))
        .isEqualTo(new AgentFigures("south", 4, 0, 0, GeneratorLoad.UNKNOWN));
  }

  @Test
  void countsThatNoHistogramHoldsVoid() {
    var many = new LatencyHistogram();
    many.recordNanos(100_000_000);
    for (int i = 0; i < 29; i++) {
      many.add(LatencyHistogram.of(many.encode()));
    }
    long n = 1L << 29;
    assertThat(many.count()).isEqualTo(n);
    Interval south = with(second("south", 0, false, 4), "ttfab", many.encode());
    south = with(with(south, "full", many.encode()), "outcomes", Map.of(Outcome.OK, n));

    // The fourth makes 2^31 equal durations of them.
    for (long sequence = 0; sequence < 3; sequence++) {
      merger.accept(with(south, "sequence", sequence));
    }
    assertThat(merger.waitingFor()).containsExactly("north", "south");
    merger.accept(with(south, "sequence", 3L));

    assertThat(merger.waitingFor()).containsExactly("north");
    assertThat(merger.measurement(Instant.EPOCH).voidReasons())
        .anySatisfy(
            reason ->
                assertThat(reason).startsWith("agent south sent a report that cannot be true: "));
  }

  @Test
  void strangersCannotFillTheMemory() {
    for (int i = 0; i < 1_000; i++) {
      merger.accept(second("stranger-" + i, 0, true, 4));
    }
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("south", 0, true, 4));

    assertThat(merger.measurement(Instant.EPOCH).voidReasons())
        .hasSize(20)
        .startsWith("agent stranger-0 reported without a share of this rung");
  }

  private static EncodedHistogram histogram(int values) {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < values; i++) {
      histogram.recordNanos(1_000_000L * i);
    }
    return histogram.encode();
  }

  private static EncodedHistogram half(EncodedHistogram whole) {
    return EncodedHistogram.of(Arrays.copyOf(whole.bytes(), whole.size() / 2));
  }
}

package dev.rundle.model.measure;

import dev.rundle.model.outcome.Outcome;
import java.util.Map;

/** Makes reports that can be, for tests to spoil. */
final class Intervals {
  static final long SECOND = 1_000_000_000L;
  static final int RUNG = 3;

  private Intervals() {}

  /** One second with {@code n} attempts of {@code millis}, of which {@code failed} were refused. */
  static Interval second(
      String agent, long sequence, boolean last, int inFlight, int n, int failed, long millis) {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < n - failed; i++) {
      histogram.recordNanos(millis * 1_000_000);
    }
    return new Interval(
        agent,
        RUNG,
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
        GeneratorHealth.UNKNOWN);
  }

  /** A second of {@code inFlight} with ten ok attempts of 100 ms. */
  static Interval second(String agent, long sequence, boolean last, int inFlight) {
    return second(agent, sequence, last, inFlight, 10, 0, 100);
  }
}

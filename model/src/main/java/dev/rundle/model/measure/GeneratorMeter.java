package dev.rundle.model.measure;

import java.time.Duration;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Sums up an agent's {@link GeneratorHealth} over a rung. An interval counts if it covers part of
 * the measuring window or if requests of the window ended in it: a pause after the window still
 * shows in the answers that are outstanding then. An interval that begins before the window counts
 * whole, since when in it the pause was is not known.
 */
final class GeneratorMeter {
  /**
   * Lateness that says nothing: the beat of the watching timer, and what a healthy host's scheduler
   * adds. An interval with more counts with all of it.
   */
  static final long NOISE_NANOS = Duration.ofMillis(20).toNanos();

  private double cpuNanos;
  private long cpuKnownNanos;
  private long worstLatenessNanos;
  private long lateNanos;
  private long gcPauseNanos;

  // Grows with the longest wait, which is short: a full range for each of 1,000 agents is 84 MB.
  private final IntCountsHistogram connectionWaitMicros =
      new IntCountsHistogram(LatencyHistogram.SIGNIFICANT_DIGITS);

  void add(Report report) {
    report.connectionWait().addTo(connectionWaitMicros);
    Interval interval = report.interval();
    if (interval.windowNanos() == 0 && interval.ended() == 0) {
      return;
    }
    GeneratorHealth health = interval.health();
    if (!Double.isNaN(health.cpuLoad())) {
      cpuNanos += health.cpuLoad() * interval.windowNanos();
      cpuKnownNanos += interval.windowNanos();
    }
    long lateness = health.eventLoopLatenessNanos();
    worstLatenessNanos = Math.max(worstLatenessNanos, lateness);
    lateNanos += lateness > NOISE_NANOS ? lateness : 0;
    gcPauseNanos += health.gcPauseNanos();
  }

  GeneratorLoad load() {
    return new GeneratorLoad(
        cpuKnownNanos == 0 ? Double.NaN : cpuNanos / cpuKnownNanos,
        worstLatenessNanos,
        lateNanos,
        gcPauseNanos,
        connectionWaitMicros.getTotalCount() == 0
            ? 0
            : connectionWaitMicros.getValueAtPercentile(95) / 1_000.0);
  }
}

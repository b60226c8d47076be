package dev.rundle.model.measure;

import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;

/**
 * An agent's interval, decoded and found possible: no count is negative, not a number or beyond
 * what any host can do in an interval, and the histograms hold exactly the attempts that are
 * counted. A sum with one impossible figure in it would be worthless without showing it.
 */
record Report(
    Interval interval,
    LatencyHistogram ttfab,
    LatencyHistogram full,
    LatencyHistogram connectionWait) {
  /**
   * Two days of seconds, twice the longest rung: bounds what is remembered of an agent's sequence
   * numbers.
   */
  static final int MOST_REPORTS = 172_800;

  private static final long MOST_ATTEMPTS = 1_000_000_000L;
  private static final long MOST_BYTES = 100_000_000_000L;
  private static final long LONGEST_NANOS = Duration.ofDays(1).toNanos();

  /** A difference of two sums, so that a rounding error may leave it a hair below zero. */
  private static final double LEAST_IN_FLIGHT_NANOS = -1e6;

  /**
   * The interval's place among its agent's reports.
   *
   * @throws IllegalArgumentException if none can have that number
   */
  static int sequence(Interval interval) {
    if (interval.sequence() < 0 || interval.sequence() >= MOST_REPORTS) {
      throw new IllegalArgumentException("its number is " + interval.sequence());
    }
    return (int) interval.sequence();
  }

  /** Time that its attempts took which failed; what was answered is known within 0.1 %. */
  double failedNanos() {
    return interval.ended() == full.count()
        ? 0
        : Math.max(0, interval.fullNanosSum() - full.meanMillis() * 1e6 * full.count());
  }

  /**
   * Decodes and checks.
   *
   * @throws IllegalArgumentException naming the first figure that cannot be
   */
  static Report of(Interval interval) {
    var report =
        new Report(
            interval,
            LatencyHistogram.of(interval.ttfab()),
            LatencyHistogram.of(interval.full()),
            LatencyHistogram.of(interval.connectionWait()));
    requireCounts(interval);
    requireTimes(interval);
    requireHealth(interval.health());
    long ok = interval.outcomes().getOrDefault(Outcome.OK, 0L);
    requireSame("times to first audio", report.ttfab.count(), ok);
    requireSame("full response times", report.full.count(), ok);
    requireWithin("connection waits", report.connectionWait.count(), interval.ended());
    return report;
  }

  private static void requireCounts(Interval interval) {
    interval.outcomes().forEach((outcome, n) -> requireWithin("" + outcome, n, MOST_ATTEMPTS));
    requireWithin("sent", interval.sent(), MOST_ATTEMPTS);
    requireWithin("over the SLO", interval.overSlo(), interval.ended());
    long failed = interval.ended() - interval.outcomes().getOrDefault(Outcome.OK, 0L);
    if (interval.overSlo() < failed) {
      throw new IllegalArgumentException(
          interval.overSlo() + " were over the SLO where " + failed + " failed");
    }
    requireWithin("ended in the window", interval.endedInWindow(), MOST_ATTEMPTS);
    requireWithin(
        "completed in the window", interval.completedInWindow(), interval.endedInWindow());
    requireWithin("bytes of audio", interval.audioBytes(), MOST_BYTES);
  }

  private static void requireTimes(Interval interval) {
    requireWithin("nanoseconds of window", interval.windowNanos(), LONGEST_NANOS);
    requireWithin("nanoseconds of the longest stall", interval.longestStallNanos(), LONGEST_NANOS);
    requireWithin("nanoseconds of audio", interval.audioNanos(), Long.MAX_VALUE);
    requireBetween(
        "nanoseconds of responses",
        interval.fullNanosSum(),
        0,
        (double) interval.ended() * LONGEST_NANOS);
    requireBetween(
        "nanoseconds in flight",
        interval.inFlightNanos(),
        LEAST_IN_FLIGHT_NANOS,
        (double) LadderSchedule.HIGHEST_CONCURRENCY * LONGEST_NANOS);
  }

  private static void requireHealth(GeneratorHealth health) {
    if (!Double.isNaN(health.cpuLoad())) {
      requireBetween("CPU load", health.cpuLoad(), 0, 1);
    }
    requireWithin("nanoseconds of collections", health.gcPauseNanos(), LONGEST_NANOS);
    requireWithin("nanoseconds of lateness", health.eventLoopLatenessNanos(), LONGEST_NANOS);
  }

  private static void requireSame(String what, long counted, long ok) {
    if (counted != ok) {
      throw new IllegalArgumentException(what + ": " + counted + " of " + ok + " ok attempts");
    }
  }

  private static void requireWithin(String what, long value, long most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(what + ": " + value + ", at most " + most);
    }
  }

  private static void requireBetween(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(what + ": " + value + ", at most " + most);
    }
  }
}

package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * One metric's values. Periods below a minute are kept 3 hours, then merged into minutes, which are
 * kept 15 days, as CloudWatch does.
 */
final class Series {
  private static final long NANOS = 1_000_000_000L;
  private static final long MINUTE = 60;
  private static final long FINE_RETENTION = Duration.ofHours(3).toSeconds();
  private static final long MINUTE_RETENTION = Duration.ofDays(15).toSeconds();

  private final String unit;
  private final long periodSeconds;

  /** By start of the period, epoch seconds. */
  private final TreeMap<Long, Distribution> recent = new TreeMap<>();

  private final TreeMap<Long, Distribution> minutes = new TreeMap<>();

  Series(String unit, Duration period) {
    this.unit = unit;
    this.periodSeconds = period.toSeconds();
  }

  String unit() {
    return unit;
  }

  void record(long epochNanos, double value) {
    add(startOfPeriod(epochNanos), value, 1);
  }

  /**
   * A value that held for a while, split over the periods.
   *
   * @param sampleNanos what counts as one sample
   */
  void recordSpan(long fromEpochNanos, long toEpochNanos, double value, long sampleNanos) {
    long from = fromEpochNanos;
    while (from < toEpochNanos) {
      long start = startOfPeriod(from);
      long to = Math.min(toEpochNanos, (start + periodSeconds) * NANOS);
      add(start, value, (double) (to - from) / sampleNanos);
      from = to;
    }
  }

  /** Merges and forgets what is too old. */
  void age(long nowSeconds) {
    long fineLimit = nowSeconds - FINE_RETENTION;
    while (!recent.isEmpty() && recent.firstKey() < fineLimit - Math.floorMod(fineLimit, MINUTE)) {
      Map.Entry<Long, Distribution> oldest = recent.pollFirstEntry();
      long minute = oldest.getKey() - Math.floorMod(oldest.getKey(), MINUTE);
      minutes.computeIfAbsent(minute, start -> Distribution.coarse()).addAll(oldest.getValue());
    }
    minutes.headMap(nowSeconds - MINUTE_RETENTION).clear();
  }

  /**
   * Everything recorded in periods of its own that begin in [from, to) and are published.
   *
   * @param publishedUntil periods that end later are not
   */
  Distribution between(long fromSeconds, long toSeconds, long publishedUntil) {
    Distribution merged = Distribution.fine();
    if (fromSeconds >= toSeconds) {
      return merged;
    }
    if (toSeconds - fromSeconds >= MINUTE) {
      minutes.subMap(fromSeconds, toSeconds).values().forEach(merged::addAll);
    }
    recent
        .subMap(fromSeconds, toSeconds)
        .forEach(
            (start, values) -> {
              if (start + periodSeconds <= publishedUntil) {
                merged.addAll(values);
              }
            });
    return merged;
  }

  /** Whether anything can be read. */
  boolean isPublished(long publishedUntil) {
    return !minutes.isEmpty()
        || (!recent.isEmpty() && recent.firstKey() + periodSeconds <= publishedUntil);
  }

  /** Earliest start of a period that is kept; none gives the greatest number. */
  long firstSecond() {
    long first = minutes.isEmpty() ? Long.MAX_VALUE : minutes.firstKey();
    return recent.isEmpty() ? first : Math.min(first, recent.firstKey());
  }

  private void add(long start, double value, double weight) {
    recent.computeIfAbsent(start, unused -> Distribution.fine()).add(value, weight);
  }

  private long startOfPeriod(long epochNanos) {
    long second = Math.floorDiv(epochNanos, NANOS);
    return second - Math.floorMod(second, periodSeconds);
  }
}

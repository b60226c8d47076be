package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.cloudwatch.CloudWatchJoin;
import dev.rundle.model.cloudwatch.MetricSeries;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.MetricsSource.Point;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What CloudWatch has published of the endpoint since the ladder began, fetched now and then,
 * because its 10-second points are gone after three hours.
 */
final class PublishedMetrics {
  private static final Duration EVERY = Duration.ofMinutes(20);
  private static final Duration POLL = Duration.ofSeconds(5);

  /** Points published late replace what was read before. */
  private static final Duration OVERLAP = Duration.ofMinutes(10);

  private final MetricsSource metrics;
  private final Timing timing;
  private final RunListener listener;
  private final String endpoint;
  private final String variant;
  private final Map<MetricSeries, TreeMap<Instant, Point>> points =
      new EnumMap<>(MetricSeries.class);
  private final Instant begin;
  private Instant readUntil;
  private Timing.Deadline nextRead;

  PublishedMetrics(
      MetricsSource metrics,
      Timing timing,
      RunListener listener,
      String endpoint,
      String variant) {
    this.metrics = metrics;
    this.timing = timing;
    this.listener = listener;
    this.endpoint = endpoint;
    this.variant = variant;
    this.begin = timing.now();
    this.readUntil = begin;
    this.nextRead = timing.deadlineIn(EVERY);
  }

  /** Reads what is new if it is time to. A failure is a warning: it is read again later. */
  void readIfDue() {
    if (nextRead.isOver()) {
      nextRead = timing.deadlineIn(EVERY);
      read();
    }
  }

  /**
   * Reads until the last whole period of the last rung is published.
   *
   * @param bound longest wait
   */
  void awaitLast(List<RungMeasurement> rungs, Duration bound, Interruption interruption) {
    Instant last =
        rungs.stream()
            .flatMap(r -> CloudWatchJoin.lastWholePeriod(r.windowStart(), r.windowEnd()).stream())
            .max(Instant::compareTo)
            .orElse(null);
    if (last == null) {
      return;
    }
    Timing.Deadline deadline = timing.deadlineIn(bound);
    while (true) {
      boolean read = read();
      if (read && isPublished(last)) {
        return;
      }
      if (deadline.isOver()) {
        listener.warning(
            "CloudWatch had not published the period of %s after %d s; rungs without their points get no conversion"
                .formatted(last, bound.toSeconds()));
        return;
      }
      timing.pause().pause(POLL, interruption);
    }
  }

  /** The join of a rung with what was read. */
  CloudWatchJoin.Joined join(RungMeasurement rung) {
    Map<MetricSeries, List<Point>> series = new EnumMap<>(MetricSeries.class);
    points.forEach((name, byInstant) -> series.put(name, List.copyOf(byInstant.values())));
    return CloudWatchJoin.join(rung, series);
  }

  private boolean isPublished(Instant period) {
    return points
        .getOrDefault(MetricSeries.CONCURRENCY_MAXIMUM_10S, new TreeMap<>())
        .containsKey(period);
  }

  private boolean read() {
    Instant now = timing.now();
    Instant from = readUntil.minus(OVERLAP);
    try {
      for (MetricSeries series : MetricSeries.values()) {
        MetricsSource.Query query =
            series.query(endpoint, variant, MetricSeries.STANDARD_PERIOD);
        TreeMap<Instant, Point> known = points.computeIfAbsent(series, s -> new TreeMap<>());
        metrics
            .fetch(query, from.isBefore(begin) ? begin.minusSeconds(60) : from, now)
            .forEach(point -> known.put(point.at(), point));
      }
      readUntil = now;
      return true;
    } catch (RemoteFailure e) {
      listener.warning("CloudWatch could not be read for a moment: " + e.what());
      return false;
    }
  }
}

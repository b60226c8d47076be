package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.Interrupted;
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
  private static final Duration POLL = Duration.ofSeconds(2);

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
  private boolean waitInterrupted;

  PublishedMetrics(
      MetricsSource metrics, Timing timing, RunListener listener, String endpoint, String variant) {
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
      readAll();
    }
  }

  /**
   * Reads until the last whole period of the last rung is published.
   *
   * @param bound longest wait
   * @throws Interrupted after reading what is published by now, so that what it holds can be joined
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
      // The one series that is waited for; the others once it is there.
      if (read(List.of(MetricSeries.CONCURRENCY_MAXIMUM_10S)) && isPublished(last)) {
        readAll();
        return;
      }
      if (deadline.isOver()) {
        readAll();
        listener.warning(
            "CloudWatch had not published the period of %s after %d s; rungs without their points get no conversion"
                .formatted(last, bound.toSeconds()));
        return;
      }
      pause(interruption);
    }
  }

  private void pause(Interruption interruption) {
    try {
      timing.pause().pause(POLL, interruption);
    } catch (Interrupted e) {
      waitInterrupted = true;
      readAll();
      throw e;
    }
  }

  /** The join of a rung with what was read. */
  CloudWatchJoin.Joined join(RungMeasurement rung) {
    Map<MetricSeries, List<Point>> series = new EnumMap<>(MetricSeries.class);
    points.forEach((name, byInstant) -> series.put(name, List.copyOf(byInstant.values())));
    CloudWatchJoin.Joined joined = CloudWatchJoin.join(rung, series);
    return waitInterrupted
        ? new CloudWatchJoin.Joined(
            joined.cloudWatch(), joined.noConversionBecause().map(PublishedMetrics::interrupted))
        : joined;
  }

  private static String interrupted(String noConversionBecause) {
    return noConversionBecause + "; the wait for CloudWatch was interrupted";
  }

  private boolean isPublished(Instant period) {
    return points
        .getOrDefault(MetricSeries.CONCURRENCY_MAXIMUM_10S, new TreeMap<>())
        .containsKey(period);
  }

  private void readAll() {
    Instant now = timing.now();
    if (read(List.of(MetricSeries.values()))) {
      readUntil = now;
    }
  }

  private boolean read(List<MetricSeries> wanted) {
    Instant now = timing.now();
    Instant earliest = begin.minus(MetricSeries.STANDARD_PERIOD);
    Instant from = readUntil.minus(OVERLAP);
    try {
      for (MetricSeries series : wanted) {
        MetricsSource.Query query = series.query(endpoint, variant, MetricSeries.STANDARD_PERIOD);
        TreeMap<Instant, Point> known = points.computeIfAbsent(series, s -> new TreeMap<>());
        metrics
            .fetch(query, from.isBefore(earliest) ? earliest : from, now)
            .forEach(point -> known.put(point.at(), point));
      }
      return true;
    } catch (RemoteFailure e) {
      listener.warning("CloudWatch could not be read for a moment: " + e.what());
      return false;
    }
  }
}

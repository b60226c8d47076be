package dev.rundle.model.control;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Reads metric statistics. */
public interface MetricsSource {
  /**
   * Points of one statistic, oldest first; a point's time is the <em>start</em> of its period.
   *
   * @param statistic Maximum, Average, Sum, SampleCount, p95 …
   */
  List<Point> fetch(Query query, Instant from, Instant to);

  /** Names of metrics published with these dimensions. */
  List<String> listMetricNames(String namespace, Map<String, String> dimensions);

  /** What to read. */
  record Query(
      String namespace,
      String metricName,
      Map<String, String> dimensions,
      String statistic,
      Duration period) {
    public Query {
      dimensions = Map.copyOf(dimensions);
    }
  }

  /** One period's value. */
  record Point(Instant at, double value) {}
}

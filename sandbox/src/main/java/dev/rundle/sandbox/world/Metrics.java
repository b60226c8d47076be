package dev.rundle.sandbox.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * CloudWatch's metrics. ConcurrentRequestsPerModel has one value for each instance, queued plus
 * executing plus streaming until the last byte, weighted with the time it lasted (250 ms are one
 * sample): Maximum is the highest of any instance, Average the mean over instances and time.
 */
public final class Metrics {
  private static final long MOST_POINTS = 100_800;

  private final Engine engine;
  private final MetricStore store;

  Metrics(Engine engine, MetricStore store) {
    this.engine = engine;
    this.store = store;
  }

  /**
   * Points whose periods begin in [from, to), oldest first; periods without data are left out, as
   * is what is not yet published.
   *
   * @param statistic Maximum, Minimum, Average, Sum, SampleCount or pNN (p0 to p100)
   * @param period 10, 20 or 30 s or a multiple of 60 s
   * @throws WorldError InvalidParameterValueException
   */
  public List<MetricPoint> statistics(
      MetricId metric, String statistic, Duration period, Instant from, Instant to) {
    ToDoubleFunction<Distribution> value = Statistic.of(statistic);
    long seconds = checkedPeriod(period);
    if (!from.isBefore(to)) {
      throw WorldError.invalidParameterValue(
          "The parameter StartTime must be less than the parameter EndTime.");
    }
    return engine.call(
        () ->
            store
                .find(metric)
                .map(series -> points(series, value, seconds, from, to))
                .orElse(List.of()));
  }

  private List<MetricPoint> points(
      Series series, ToDoubleFunction<Distribution> value, long period, Instant from, Instant to) {
    long published = store.publishedUntil();
    // CloudWatch rounds the start down to the period.
    long first = from.getEpochSecond() - Math.floorMod(from.getEpochSecond(), period);
    long earliest = series.firstSecond();
    if (earliest == Long.MAX_VALUE) {
      return List.of();
    }
    first = Math.max(first, earliest - Math.floorMod(earliest, period));
    long last = Math.min(to.getEpochSecond() + (to.getNano() > 0 ? 1 : 0), published);
    if ((last - first) / period > MOST_POINTS) {
      throw WorldError.invalidParameterValue(
          "You have requested more than " + MOST_POINTS + " datapoints.");
    }
    var points = new ArrayList<MetricPoint>();
    for (long start = first; start < last; start += period) {
      Distribution values = series.between(start, start + period, published);
      if (!values.isEmpty()) {
        points.add(new MetricPoint(Instant.ofEpochSecond(start), value.applyAsDouble(values)));
      }
    }
    return points;
  }

  private static long checkedPeriod(Duration period) {
    long seconds = period.toSeconds();
    boolean isWhole = period.equals(Duration.ofSeconds(seconds));
    if (!isWhole
        || seconds < 10
        || seconds > 86_400
        || (seconds % 60 != 0 && !List.of(10L, 20L, 30L).contains(seconds))) {
      throw WorldError.invalidParameterValue(
          "The parameter Period must be 10, 20, 30 or a multiple of 60.");
    }
    return seconds;
  }

  /**
   * Metrics that have published something.
   *
   * @param dimensions each must be present, with this value if one is given
   */
  public List<MetricId> list(
      Optional<String> namespace, Optional<String> name, Map<String, Optional<String>> dimensions) {
    return engine.call(
        () -> {
          long published = store.publishedUntil();
          return store.all().entrySet().stream()
              .filter(entry -> entry.getValue().isPublished(published))
              .map(Map.Entry::getKey)
              .filter(metric -> namespace.map(metric.namespace()::equals).orElse(true))
              .filter(metric -> name.map(metric.name()::equals).orElse(true))
              .filter(metric -> hasDimensions(metric, dimensions))
              .toList();
        });
  }

  private static boolean hasDimensions(MetricId metric, Map<String, Optional<String>> wanted) {
    return wanted.entrySet().stream()
        .allMatch(
            each -> {
              String value = metric.dimensions().get(each.getKey());
              return value != null && each.getValue().map(value::equals).orElse(true);
            });
  }

  /** CloudWatch's unit: Microseconds, Count, Percent or None. */
  public String unit(MetricId metric) {
    return engine.call(() -> store.find(metric).map(Series::unit).orElse("None"));
  }
}

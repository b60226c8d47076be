package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All series of the account, by metric. Guarded by the engine's lock. */
final class MetricStore {
  private static final long NANOS = 1_000_000_000L;

  private final Engine engine;
  private final long publicationDelayNanos;
  private final Map<MetricId, Series> series = new LinkedHashMap<>();

  MetricStore(Engine engine, Duration publicationDelay) {
    this.engine = engine;
    this.publicationDelayNanos = publicationDelay.toNanos();
  }

  Series open(MetricId metric, String unit, Duration period) {
    return series.computeIfAbsent(metric, unused -> new Series(unit, period));
  }

  Optional<Series> find(MetricId metric) {
    return Optional.ofNullable(series.get(metric));
  }

  Map<MetricId, Series> all() {
    return series;
  }

  /** Periods that end by this second can be read now. */
  long publishedUntil() {
    return Math.floorDiv(engine.epochNanosAt(engine.nanos()) - publicationDelayNanos, NANOS);
  }

  void age() {
    long now = Math.floorDiv(engine.epochNanosAt(engine.nanos()), NANOS);
    series.values().forEach(each -> each.age(now));
  }
}

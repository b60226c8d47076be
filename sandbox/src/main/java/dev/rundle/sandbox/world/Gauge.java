package dev.rundle.sandbox.world;

import java.time.Duration;

/**
 * A level over time, booked into a series with the time it lasted as its weight: the average is
 * time-weighted, the extremes are levels that truly lasted, a change that is undone in the same
 * instant leaves no trace. A sample is 250 ms of it, so a whole 10 s period counts 40.
 */
final class Gauge {
  static final long SAMPLE_NANOS = Duration.ofMillis(250).toNanos();

  private final Engine engine;
  private final Series series;
  private int level;
  private long since;

  Gauge(Engine engine, Series series) {
    this.engine = engine;
    this.series = series;
    this.since = engine.nanos();
  }

  void set(int newLevel) {
    book();
    level = newLevel;
  }

  int level() {
    return level;
  }

  /** Books the level up to now. */
  void book() {
    long now = engine.nanos();
    series.recordSpan(engine.epochNanosAt(since), engine.epochNanosAt(now), level, SAMPLE_NANOS);
    since = now;
  }
}

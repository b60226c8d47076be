package dev.rundle.model.measure;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement.IntervalCount;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes measurements that obey Little's law, for tests to spoil. */
public final class Measurements {
  public static final Instant START = Instant.parse("2026-08-04T14:00:03Z");

  private Measurements() {}

  /** A clean rung: {@code over} of {@code n} answers at 4 s, the rest at 100 ms. */
  public static RungMeasurement of(int concurrency, long n, long over) {
    return of(concurrency, n, over, Duration.ofSeconds(60), List.of(), List.of());
  }

  public static RungMeasurement of(
      int concurrency,
      long n,
      long over,
      Duration window,
      List<IntervalCount> intervals,
      List<String> voidReasons) {
    var ttfab = new LatencyHistogram();
    for (long i = 0; i < n; i++) {
      ttfab.recordNanos(i < over ? 4_000_000_000L : 100_000_000L);
    }
    double perSecond = n / (window.toNanos() / 1e9);
    long seconds = Math.max(1, window.toSeconds());
    return new RungMeasurement(
        new RungOrder(0, concurrency, Duration.ofSeconds(5), window, Duration.ZERO, 1),
        START,
        START.plus(window),
        window.toNanos(),
        concurrency,
        n,
        over,
        n == 0 ? Map.of() : Map.of(Outcome.OK, n),
        perSecond,
        perSecond,
        n == 0 ? 0 : concurrency / perSecond * 1e9,
        ttfab.encode(),
        ttfab.encode(),
        LatencyHistogram.empty(),
        0,
        0,
        0,
        intervals.isEmpty()
            ? Collections.nCopies((int) seconds, new IntervalCount(n / seconds, over / seconds))
            : intervals,
        List.of(
            new AgentFigures(
                "north",
                concurrency,
                concurrency,
                n,
                GeneratorLoad.UNKNOWN,
                new AgentFlow(n, perSecond, n == 0 ? 0 : concurrency / perSecond * 1e9))),
        Optional.empty(),
        voidReasons);
  }
}

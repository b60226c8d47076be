package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a held probe looks like over its last ten seconds, for whoever watches. */
final class ProbeView {
  private static final int INTERVALS = 10;

  /** A probe has no end of its own. */
  private static final Duration OPEN_END = Duration.ofHours(6);

  private final Map<String, Deque<Interval>> recentByAgent = new TreeMap<>();
  private long ended;
  private long overSlo;

  void observe(Interval interval) {
    ended += interval.ended();
    overSlo += interval.overSlo();
    Deque<Interval> recent =
        recentByAgent.computeIfAbsent(interval.agent(), agent -> new ArrayDeque<>());
    recent.addLast(interval);
    if (recent.size() > INTERVALS) {
      recent.removeFirst();
    }
  }

  /**
   * The figures.
   *
   * @param elapsed since it is held
   * @return with a negative index, which no rung has
   */
  RungProgress progress(int concurrency, Duration elapsed) {
    var ttfab =
        LatencyHistogram.merged(
            recentByAgent.values().stream()
                .flatMap(Collection::stream)
                .map(Interval::ttfab)
                .toList());
    return new RungProgress(
        new RungOrder(-1, concurrency, Duration.ZERO, OPEN_END, Duration.ZERO, 1),
        elapsed.isNegative() ? Duration.ZERO : elapsed,
        OPEN_END,
        recentByAgent.values().stream().mapToDouble(ProbeView::meanInFlight).sum(),
        ended,
        overSlo,
        ttfab.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(ttfab.quantileMillis(0.95)),
        List.of());
  }

  private static double meanInFlight(Deque<Interval> recent) {
    double window = recent.stream().mapToDouble(Interval::windowNanos).sum();
    return window == 0 ? 0 : recent.stream().mapToDouble(Interval::inFlightNanos).sum() / window;
  }
}

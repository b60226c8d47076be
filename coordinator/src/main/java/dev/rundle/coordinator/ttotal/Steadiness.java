package dev.rundle.coordinator.ttotal;

import dev.rundle.model.measure.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Decides when a probe is steady: the p95 TTFAB of three consecutive windows lie within 10 % of
 * each other. Not thread-safe.
 */
final class Steadiness {
  private static final int WINDOWS = 3;
  private static final double WITHIN = 0.10;

  private final int slicesPerWindow;
  private final Deque<Probe.Slice> recent = new ArrayDeque<>();

  /**
   * @param agents each of which reports once a second
   * @param length of the three windows together
   */
  Steadiness(int agents, Duration length) {
    this.slicesPerWindow = Math.toIntExact(length.toSeconds() / WINDOWS) * agents;
  }

  void observe(List<Probe.Slice> slices) {
    recent.addAll(slices);
    while (recent.size() > WINDOWS * slicesPerWindow) {
      recent.removeFirst();
    }
  }

  boolean isSteady() {
    if (recent.size() < WINDOWS * slicesPerWindow) {
      return false;
    }
    List<Probe.Slice> slices = List.copyOf(recent);
    double lowest = Double.MAX_VALUE;
    double highest = 0;
    for (int window = 0; window < WINDOWS; window++) {
      int from = window * slicesPerWindow;
      double p95 = p95Millis(slices.subList(from, from + slicesPerWindow)).orElse(0);
      lowest = Math.min(lowest, p95);
      highest = Math.max(highest, p95);
    }
    return lowest > 0 && highest <= lowest * (1 + WITHIN);
  }

  /** p95 over all that is looked at; empty if nothing was answered. */
  OptionalDouble p95Millis() {
    return p95Millis(List.copyOf(recent));
  }

  private static OptionalDouble p95Millis(List<Probe.Slice> slices) {
    var merged = LatencyHistogram.merged(slices.stream().map(Probe.Slice::ttfab).toList());
    return merged.count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(merged.quantileMillis(0.95));
  }
}

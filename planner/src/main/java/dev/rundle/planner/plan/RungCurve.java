package dev.rundle.planner.plan;

import dev.rundle.model.artifact.QmaxArtifact.Rung;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The judged rungs of a ladder by concurrency; of repetitions the last counts. Between two rungs
 * figures are interpolated linearly; outside, the nearest rung's is taken.
 */
final class RungCurve {
  private final NavigableMap<Integer, Rung> rungs = new TreeMap<>();

  RungCurve(List<Rung> measured) {
    measured.stream()
        .filter(rung -> !rung.verdict().equals("void"))
        .forEach(rung -> rungs.put(rung.concurrency(), rung));
    if (rungs.isEmpty()) {
      throw new IllegalArgumentException("no rung was judged");
    }
  }

  double at(double concurrency, ToDoubleFunction<Rung> figure) {
    Map.Entry<Integer, Rung> below = rungs.floorEntry((int) Math.floor(concurrency));
    Map.Entry<Integer, Rung> above = rungs.ceilingEntry((int) Math.ceil(concurrency));
    if (below == null || above == null) {
      return figure.applyAsDouble((below == null ? above : below).getValue());
    }
    double low = figure.applyAsDouble(below.getValue());
    int span = above.getKey() - below.getKey();
    return span == 0
        ? low
        : low
            + (figure.applyAsDouble(above.getValue()) - low)
                * (concurrency - below.getKey())
                / span;
  }

  double highest(ToDoubleFunction<Rung> figure) {
    return rungs.values().stream().mapToDouble(figure).max().orElseThrow();
  }

  Rung lowest() {
    return rungs.firstEntry().getValue();
  }
}

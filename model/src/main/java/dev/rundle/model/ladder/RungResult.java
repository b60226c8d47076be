package dev.rundle.model.ladder;

import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A rung with its judgement. A void rung has no verdict: it neither passes, fails nor brackets.
 *
 * @param voidReasons gates that voided it, each with its figure
 */
public record RungResult(
    RungMeasurement measurement, Optional<Verdict> verdict, List<String> voidReasons) {
  public RungResult {
    voidReasons = List.copyOf(voidReasons);
    if (verdict.isPresent() != voidReasons.isEmpty()) {
      throw new IllegalArgumentException("a rung has either a verdict or a reason to be void");
    }
  }

  public int concurrency() {
    return measurement.order().concurrency();
  }

  public boolean isVoid() {
    return !voidReasons.isEmpty();
  }
}

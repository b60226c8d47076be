package dev.rundle.coordinator;

import java.time.Instant;
import java.util.List;

/**
 * The concurrency that was ordered over time, for the report.
 *
 * @param steps in time order; a step holds until the next one
 */
public record Staircase(List<Step> steps) {
  public Staircase {
    steps = List.copyOf(steps);
  }

  /** From this instant on, so many requests were to be outstanding. */
  public record Step(Instant at, int concurrency) {}
}

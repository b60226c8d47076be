package dev.rundle.coordinator.cluster;

import dev.rundle.model.measure.Interval;
import java.time.Instant;

/** Hears what a held probe counts. Called on the cluster's threads; must return quickly. */
public interface ProbeListener {
  /**
   * An agent's interval of about a second.
   *
   * @param at when it arrived; it covers the second before
   */
  void interval(Instant at, Interval interval);

  /** The probe is not held as ordered any more: an agent was lost, reports are missing. */
  void broken(String reason);
}

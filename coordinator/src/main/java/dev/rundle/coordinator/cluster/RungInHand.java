package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Timing;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.RungMerger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalDouble;

/** A rung while it is held: what came in so far, and since when. Not thread-safe. */
final class RungInHand {
  private final RungOrder order;
  private final Timing timing;
  private final RungMerger merger;
  private final Timing.Deadline deadline;
  private Instant windowOpened;

  /**
   * @param grace longest time after the window in which the last requests must have ended and been
   *     reported
   */
  RungInHand(RungOrder order, Collection<String> agents, Timing timing, Duration grace) {
    this.order = order;
    this.timing = timing;
    this.merger = new RungMerger(order, agents);
    this.deadline = timing.deadlineIn(expected().plus(grace));
    this.windowOpened = timing.now().plus(order.settle());
  }

  /**
   * An agent's window is open. The latest one counts, by this host's clock: from then on all agents
   * measure, and agents' clocks may differ.
   */
  void opened(int rung) {
    if (rung == order.index()) {
      windowOpened = timing.now();
    }
  }

  void counted(Interval interval) {
    try {
      merger.accept(interval);
    } catch (IllegalArgumentException e) {
      merger.agentLost(interval.agent(), "a report of it cannot be read: " + e.getMessage());
    }
  }

  void lost(String agent, String reason) {
    merger.agentLost(agent, reason);
  }

  /** Gives up on reports that are overdue. */
  void checkDeadline() {
    if (deadline.isOver()) {
      merger
          .waitingFor()
          .forEach(
              agent ->
                  merger.agentLost(
                      agent,
                      "its last report had not come %d s after the rung began"
                          .formatted(deadline.elapsed().toSeconds())));
    }
  }

  int index() {
    return order.index();
  }

  boolean isComplete() {
    return merger.isComplete();
  }

  RungMeasurement measurement() {
    return merger.measurement(windowOpened);
  }

  RungProgress progress() {
    RungMeasurement soFar = measurement();
    var ttfab = LatencyHistogram.of(soFar.ttfab());
    return new RungProgress(
        order,
        deadline.elapsed(),
        expected(),
        soFar.meanInFlight(),
        merger.ended(),
        merger.overSlo(),
        ttfab.count() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(ttfab.quantileMillis(0.95)));
  }

  private Duration expected() {
    return order.settle().plus(order.measure());
  }
}

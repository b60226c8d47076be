package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.clock.Skews;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.RungMerger;
import dev.rundle.model.measure.StartSkew;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rung while it is held: what came in so far, and since when. Not thread-safe. */
final class RungInHand {
  /** An agent reports once a second; without a report for so long it holds nothing we know of. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(6);

  private final RungOrder order;
  private final Timing timing;
  private final RungMerger merger;
  private final Orders.Ordered ordered;
  private final Duration longest;
  private final Timing.Deadline began;
  private Timing.Deadline deadline;
  private final Map<String, Skews.Start> starts = new HashMap<>();
  private final Map<String, Timing.Deadline> silence = new HashMap<>();
  private Instant windowOpened;
  private boolean isVoid;

  /**
   * @param grace longest time after the window in which the last requests must have ended and been
   *     reported
   */
  RungInHand(RungOrder order, Orders.Ordered ordered, Timing timing, Duration grace) {
    this.order = order;
    this.ordered = ordered;
    this.timing = timing;
    this.merger = new RungMerger(order, ordered.shares());
    this.longest = ordered.startsIn().plus(expected()).plus(grace);
    this.began = timing.deadlineIn(longest);
    this.deadline = began;
    this.windowOpened = timing.now().plus(ordered.startsIn()).plus(order.settle());
    ordered
        .shares()
        .keySet()
        .forEach(
            agent ->
                silence.put(
                    agent,
                    timing.deadlineIn(
                        ordered.startsIn().plus(order.settle()).plus(LONGEST_SILENCE))));
  }

  /** An agent's gate began to move; one that holds nothing begins nothing. */
  void started(String agent, int rung, Skews.Start start) {
    if (rung == order.index() && ordered.shares().getOrDefault(agent, 0) > 0) {
      starts.putIfAbsent(agent, start);
    }
  }

  /**
   * An agent's window is open. The latest one counts: from then on all agents measure.
   *
   * @param at by this host's wall clock
   */
  void opened(String agent, int rung, Instant at) {
    if (rung == order.index()) {
      windowOpened = at.isAfter(windowOpened) ? at : windowOpened;
      heardFrom(agent);
    }
  }

  void counted(Interval interval) {
    if (interval.rung() == order.index()) {
      merger.accept(interval);
      heardFrom(interval.agent());
    }
  }

  private void heardFrom(String agent) {
    silence.computeIfPresent(agent, (name, before) -> timing.deadlineIn(LONGEST_SILENCE));
  }

  /** The rung will be void, and need not be held to its end. */
  void lost(String agent, String reason) {
    merger.agentLost(agent, reason);
    isVoid = true;
  }

  /** As {@link #lost}, for what is no agent's fault. */
  void voidBecause(String reason) {
    merger.voidBecause(reason);
    isVoid = true;
  }

  /** True once nothing can make the rung good any more. */
  boolean isVoid() {
    return isVoid;
  }

  /** What came while this host stood still is yet to be heard: nobody is overdue. */
  void pardon() {
    silence.replaceAll((agent, before) -> timing.deadlineIn(LONGEST_SILENCE));
    Duration left = longest.minus(began.elapsed());
    deadline = timing.deadlineIn(left.compareTo(LONGEST_SILENCE) > 0 ? left : LONGEST_SILENCE);
  }

  /** Agents with a share whose reports are not all in. */
  List<String> holding() {
    return merger.waitingFor().stream().filter(agent -> ordered.shares().get(agent) > 0).toList();
  }

  /** Agents that should report and do not. */
  List<String> silent() {
    return merger.waitingFor().stream().filter(agent -> silence.get(agent).isOver()).toList();
  }

  /** Gives up on reports that are overdue. */
  void checkDeadline() {
    if (deadline.isOver()) {
      merger
          .waitingFor()
          .forEach(
              agent ->
                  lost(
                      agent,
                      "its last report had not come %d s after the rung began"
                          .formatted(began.elapsed().toSeconds())));
    }
  }

  int index() {
    return order.index();
  }

  boolean isComplete() {
    return merger.isComplete();
  }

  RungMeasurement measurement() {
    return merger.measurement(windowOpened, skew());
  }

  private Optional<StartSkew> skew() {
    return Skews.of(starts.values());
  }

  RungProgress progress() {
    Duration since = began.elapsed().minus(ordered.startsIn());
    return new RungProgress(
        order,
        since.isNegative() ? Duration.ZERO : since,
        expected(),
        merger.meanInFlight(),
        merger.ended(),
        merger.overSlo(),
        merger.ttfabP95Millis(),
        merger.agents());
  }

  private Duration expected() {
    return order.settle().plus(order.measure());
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Timing;
import dev.rundle.model.measure.Interval;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * A held probe: passes intervals on, and says once when they cannot be relied on any more, because
 * one is missing or an agent has gone silent. Not thread-safe.
 */
final class ProbeInHand {
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(15);

  private final int rung;
  private final ProbeListener listener;
  private final Timing timing;
  private final Map<String, Long> nextSequence = new HashMap<>();
  private final Map<String, Timing.Deadline> silence = new HashMap<>();
  private boolean broken;

  /**
   * @param startsIn from now until it is fully held
   */
  ProbeInHand(
      int rung,
      Collection<String> agents,
      Duration startsIn,
      ProbeListener listener,
      Timing timing) {
    this.rung = rung;
    this.listener = listener;
    this.timing = timing;
    agents.forEach(agent -> nextSequence.put(agent, 0L));
    agents.forEach(agent -> silence.put(agent, timing.deadlineIn(startsIn.plus(LONGEST_SILENCE))));
  }

  void counted(Interval interval) {
    Long expected = nextSequence.get(interval.agent());
    if (interval.rung() != rung || expected == null) {
      return;
    }
    if (interval.sequence() != expected) {
      breaks(
          "%s sent report %d where %d was due"
              .formatted(interval.agent(), interval.sequence(), expected));
      return;
    }
    nextSequence.put(interval.agent(), expected + 1);
    silence.put(interval.agent(), timing.deadlineIn(LONGEST_SILENCE));
    if (!broken) {
      listener.interval(timing.now(), interval);
    }
  }

  /** What came while this host stood still is yet to be heard. */
  void pardon() {
    silence.replaceAll((agent, before) -> timing.deadlineIn(LONGEST_SILENCE));
  }

  void checkSilence() {
    silence.forEach(
        (agent, deadline) -> {
          if (deadline.isOver()) {
            breaks(agent + " has not reported for " + LONGEST_SILENCE.toSeconds() + " s");
          }
        });
  }

  void breaks(String reason) {
    if (!broken) {
      broken = true;
      listener.broken(reason);
    }
  }
}

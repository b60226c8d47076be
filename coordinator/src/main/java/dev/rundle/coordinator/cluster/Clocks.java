package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.clock.AgentClock;
import dev.rundle.coordinator.cluster.clock.ClockOffset;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The clocks of all admitted agents, and whether they still answer: pings go out in rounds, and an
 * agent is silent while rounds pass without an answer. Rounds are counted instead of time, so that
 * a standstill of this host is not taken for one of theirs. Not thread-safe.
 */
final class Clocks {
  /** Answers on which an agent's clock must rest before it holds load. */
  static final int ENOUGH = 8;

  /** Rounds without an answer after which an agent is silent; a second or more has passed then. */
  static final int SILENT_ROUNDS = 2;

  /** More than one admission can take; what answers an earlier one's is no answer to this one's. */
  private static final long PINGS_AN_ADMISSION = 1L << 32;

  private final Timing timing;
  private final Map<String, Watched> byInstance = new HashMap<>();
  private long admissions;

  Clocks(Timing timing) {
    this.timing = timing;
  }

  void add(String instance) {
    byInstance.put(
        instance, new Watched(admissions * PINGS_AN_ADMISSION, timing.deadlineIn(Duration.ZERO)));
    admissions++;
  }

  void remove(String instance) {
    byInstance.remove(instance);
  }

  /** Sequence number of a ping that is sent now. */
  long ping(String instance) {
    Watched watched = byInstance.get(instance);
    return watched.before + watched.clock.ping(timing.ticker().nanos());
  }

  /** Takes an answer; false if it answers nothing that was asked. */
  boolean heard(AgentEvent.Pong pong) {
    Watched watched = byInstance.get(pong.instance());
    if (watched == null || !watched.heard(pong, timing)) {
      return false;
    }
    watched.roundsUnanswered = 0;
    watched.lastHeard = timing.deadlineIn(Duration.ZERO);
    return true;
  }

  /** A round of pings is about to begin. */
  void nextRound() {
    byInstance.values().forEach(watched -> watched.roundsUnanswered++);
  }

  /** This host stood still: who could not be heard meanwhile is not silent. */
  void pardon() {
    byInstance.values().forEach(watched -> watched.roundsUnanswered = 0);
  }

  /** True once enough is known of the agent's clock. */
  boolean isKnown(String instance) {
    return byInstance.get(instance).clock.samples() >= ENOUGH;
  }

  /** What is known of its clock at this moment; empty for one that is not watched. */
  Optional<ClockOffset.Estimate> estimate(String instance) {
    return Optional.ofNullable(byInstance.get(instance))
        .flatMap(watched -> watched.clock.estimate(timing.ticker().nanos()));
  }

  /** Longest of its recent round trips; zero before the first. */
  Duration worstRoundTrip(String instance) {
    return Duration.ofNanos(byInstance.get(instance).clock.worstRoundTripNanos().orElse(0));
  }

  /** For how long the agent has not answered, if it is silent. */
  Optional<Duration> silence(String instance) {
    return Optional.ofNullable(byInstance.get(instance))
        // The round that has just begun cannot have been answered yet.
        .filter(watched -> watched.roundsUnanswered > SILENT_ROUNDS)
        .map(watched -> watched.lastHeard.elapsed());
  }

  private static final class Watched {
    final AgentClock clock = new AgentClock();
    final long before;
    int roundsUnanswered;
    Timing.Deadline lastHeard;

    Watched(long before, Timing.Deadline lastHeard) {
      this.before = before;
      this.lastHeard = lastHeard;
    }

    boolean heard(AgentEvent.Pong pong, Timing timing) {
      var ofThisAdmission =
          new AgentEvent.Pong(
              pong.instance(), pong.sequence() - before, pong.tickerNanos(), pong.at());
      return clock.heard(ofThisAdmission, timing.ticker().nanos(), timing.now());
    }
  }
}

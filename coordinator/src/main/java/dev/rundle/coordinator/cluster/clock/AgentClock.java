package dev.rundle.coordinator.cluster.clock;

import dev.rundle.agent.protocol.AgentEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One agent's clocks as seen from here: which pings are out, and what the pongs tell. Every pong is
 * taken once, and only as the answer to a ping that was sent. Not thread-safe.
 */
public final class AgentClock {
  /** Pings beyond that are taken for lost, the oldest first. */
  static final int MOST_OUTSTANDING = 64;

  private final ClockOffset offset = new ClockOffset();
  private final Map<Long, Long> sentNanosBySequence = new LinkedHashMap<>();
  private long lastSequence;

  /**
   * A ping is being sent.
   *
   * @param nowNanos this host's ticker just before
   * @return its sequence number, from 1 on
   */
  public long ping(long nowNanos) {
    lastSequence++;
    sentNanosBySequence.put(lastSequence, nowNanos);
    if (sentNanosBySequence.size() > MOST_OUTSTANDING) {
      sentNanosBySequence.remove(sentNanosBySequence.keySet().iterator().next());
    }
    return lastSequence;
  }

  /**
   * A pong of this agent came.
   *
   * @param nowNanos this host's ticker when it came
   * @param nowWall this host's wall clock when it came
   * @return false if it answers no ping that is out, or says nothing of use
   */
  public boolean heard(AgentEvent.Pong pong, long nowNanos, Instant nowWall) {
    Long sentNanos = sentNanosBySequence.remove(pong.sequence());
    return sentNanos != null
        && offset.sample(sentNanos, nowNanos, pong.tickerNanos(), pong.at(), nowWall);
  }

  /**
   * What is known of the agent's clocks.
   *
   * @param nowNanos this host's ticker at the moment for which it is asked
   * @return empty before the first good pong
   */
  public Optional<ClockOffset.Estimate> estimate(long nowNanos) {
    return offset.estimate(nowNanos);
  }

  /** How many pongs the estimate rests on. */
  public int samples() {
    return offset.samples();
  }

  /** Longest of the recent round trips, nanoseconds; empty before the first good pong. */
  public OptionalLong worstRoundTripNanos() {
    return offset.worstRoundTripNanos();
  }
}

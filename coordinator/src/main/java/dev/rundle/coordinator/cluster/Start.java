package dev.rundle.coordinator.cluster;

import java.time.Duration;
import java.util.List;

/** How long before the agents' common start they must be told, and how fast they then begin. */
final class Start {
  /** Connections opened per second over the whole cluster, at most. */
  static final int CONNECTIONS_PER_SECOND = 200;

  private static final Duration WITHIN_THIS_JVM = Duration.ofMillis(10);
  private static final Duration LEAST = Duration.ofMillis(50);
  private static final Duration MOST = Duration.ofSeconds(2);
  private static final int ROUND_TRIPS = 10;

  private Start() {}

  /**
   * Notice that lets an order reach all agents before they are to begin: 50 ms and ten times the
   * worst of the recent round trips, 2 s at most; 10 ms where nothing has to be sent.
   */
  static Duration notice(List<Crew.Hand> hands, Clocks clocks) {
    if (hands.stream().allMatch(hand -> hand.agent().link().isLocal())) {
      return WITHIN_THIS_JVM;
    }
    Duration worst =
        hands.stream()
            .map(hand -> clocks.worstRoundTrip(hand.agent().instance()))
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    Duration notice = LEAST.plus(worst.multipliedBy(ROUND_TRIPS));
    return notice.compareTo(MOST) > 0 ? MOST : notice;
  }

  /** Time over which so many new connections are opened. */
  static Duration ramp(int newConnections, int perSecond) {
    return Duration.ofSeconds(newConnections).dividedBy(perSecond);
  }
}

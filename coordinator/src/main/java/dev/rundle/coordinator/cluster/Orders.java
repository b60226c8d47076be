package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Has the crew hold concurrencies, each from one instant on, if it has room for them. */
final class Orders {
  private final Crew crew;
  private final Clocks clocks;
  private final Timing timing;
  private final int connectionsPerSecond;
  private Optional<Timing.Deadline> closing = Optional.empty();

  /**
   * @param connectionsPerSecond opened over the whole cluster, at most
   */
  Orders(Crew crew, Clocks clocks, Timing timing, int connectionsPerSecond) {
    this.crew = crew;
    this.clocks = clocks;
    this.timing = timing;
    this.connectionsPerSecond = connectionsPerSecond;
  }

  /**
   * What was ordered.
   *
   * @param startsIn from now to the last change of the gate
   */
  record Ordered(Map<String, Integer> shares, Duration startsIn) {}

  /**
   * Has the crew hold a concurrency from one instant on.
   *
   * @throws RemoteFailure if nobody is left, or those who are have no room for it
   */
  Ordered hold(int rung, int concurrency, Duration settle, Duration measure, String group) {
    requireHands(concurrency);
    Map<String, Integer> shares = crew.split(concurrency);
    Duration notice = notice();
    Duration ramp = ramp(shares);
    if (connectionsAreClosed()) {
      crew.connectionsClosed();
    }
    closing = Optional.empty();
    long startAt = timing.ticker().nanos() + notice.toNanos();
    crew.hold(
        shares,
        hand ->
            new AgentCommand.HoldRung(
                crew.runId(),
                rung,
                shares.get(hand.name()),
                clocks.estimate(hand.agent().instance()).orElseThrow().toRemote(startAt),
                ramp,
                settle,
                measure,
                group));
    return new Ordered(shares, notice.plus(ramp));
  }

  /** Has the crew hold nothing; its idle connections are not kept for ever. */
  void release() {
    crew.release();
    if (closing.isEmpty()) {
      closing = Optional.of(timing.deadlineIn(AgentCommand.CONNECTIONS_KEPT));
    }
  }

  /** How long after an order the last change of the gate comes; zero where it cannot be held. */
  Duration startsIn(int concurrency) {
    if (crew.isEmpty() || Room.lack(concurrency, crew.ready()).isPresent()) {
      return Duration.ZERO;
    }
    return notice().plus(ramp(crew.split(concurrency)));
  }

  private void requireHands(int concurrency) {
    if (crew.isEmpty()) {
      throw crew.nobodyLeft();
    }
    Room.lack(concurrency, crew.ready())
        .ifPresent(
            lack -> {
              throw new RemoteFailure(
                  lack,
                  "those that held the rest of it were lost",
                  "start agents again, or " + Room.advice(crew.ready()));
            });
  }

  /**
   * Checks before anything is changed that a concurrency can be held.
   *
   * @throws Refused if not
   */
  void requireRoomFor(int concurrency) {
    Room.lack(concurrency, crew.ready())
        .ifPresent(
            lack -> {
              throw new Refused(
                  lack,
                  "each request in flight needs a connection of its own; without one it would fail"
                      + " on that host and be taken for a failure of the endpoint",
                  Room.advice(crew.ready()));
            });
  }

  private Duration notice() {
    return Start.notice(crew.ready(), clocks);
  }

  private Duration ramp(Map<String, Integer> shares) {
    int all = shares.values().stream().mapToInt(Integer::intValue).sum();
    return Start.ramp(
        connectionsAreClosed() ? all : crew.newConnections(shares), connectionsPerSecond);
  }

  private boolean connectionsAreClosed() {
    return closing.filter(Timing.Deadline::isOver).isPresent();
  }
}

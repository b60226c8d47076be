package dev.rundle.cli.faults;

import java.time.Duration;
import java.util.List;

/** What happens to a host, and after a while is over. Agents are counted from 1. */
sealed interface Fault {
  /** What is done when, from the fault's beginning. */
  List<Act> acts(Arena arena);

  /** One thing that is done to the arena. */
  record Act(Duration after, Runnable what) {}

  /** An agent's plug is pulled. */
  record Cut(int agent, Duration length) implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      var host = arena.agent(agent).host();
      return List.of(
          now(() -> arena.network().cut(host)), new Act(length, () -> arena.network().mend(host)));
    }

    @Override
    public String toString() {
      return "agent %d is cut off for %s".formatted(agent, seconds(length));
    }
  }

  /** Two agents lose each other; both still reach everybody else. */
  record Parted(int one, int other, Duration length) implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      var a = arena.agent(one).host();
      var b = arena.agent(other).host();
      return List.of(
          now(() -> arena.network().part(a, b)), new Act(length, () -> arena.network().join(a, b)));
    }

    @Override
    public String toString() {
      return "agents %d and %d lose each other for %s".formatted(one, other, seconds(length));
    }
  }

  /** An agent loses the coordinator; it still reaches everybody else, the endpoint too. */
  record Astray(int agent, Duration length) implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      var host = arena.agent(agent).host();
      return List.of(
          now(() -> arena.network().part(host, arena.coordinatorHost())),
          new Act(length, () -> arena.network().join(host, arena.coordinatorHost())));
    }

    @Override
    public String toString() {
      return "agent %d loses the coordinator for %s".formatted(agent, seconds(length));
    }
  }

  /** An agent is killed, and another started in its place. */
  record Killed(int agent, Duration untilRestart) implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      return List.of(
          now(arena.agent(agent)::kill), new Act(untilRestart, arena.agent(agent)::start));
    }

    @Override
    public String toString() {
      return "agent %d is killed and started anew after %s".formatted(agent, seconds(untilRestart));
    }
  }

  /** An agent's process is stopped, and goes on later as if nothing had been. */
  record Stopped(int agent, Duration length) implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      return List.of(
          now(arena.agent(agent)::standStill), new Act(length, arena.agent(agent)::goOn));
    }

    @Override
    public String toString() {
      return "agent %d stands still for %s".formatted(agent, seconds(length));
    }
  }

  /** An agent gets half of the time that it needs, in pieces. */
  record Slow(int agent, Duration length) implements Fault {
    private static final Duration PIECE = Duration.ofMillis(300);

    @Override
    public List<Act> acts(Arena arena) {
      AgentHost host = arena.agent(agent);
      return java.util.stream.LongStream.range(0, length.dividedBy(PIECE.multipliedBy(2)))
          .boxed()
          .flatMap(
              i ->
                  java.util.stream.Stream.of(
                      new Act(PIECE.multipliedBy(2 * i), host::standStill),
                      new Act(PIECE.multipliedBy(2 * i + 1), host::goOn)))
          .toList();
    }

    @Override
    public String toString() {
      return "agent %d is slow for %s".formatted(agent, seconds(length));
    }
  }

  /** The coordinator is killed. */
  record Orphaned() implements Fault {
    @Override
    public List<Act> acts(Arena arena) {
      return List.of(now(arena::killCoordinator));
    }

    @Override
    public String toString() {
      return "the coordinator is killed";
    }
  }

  private static Act now(Runnable what) {
    return new Act(Duration.ZERO, what);
  }

  private static String seconds(Duration length) {
    return "%.1f s".formatted(length.toMillis() / 1e3);
  }
}

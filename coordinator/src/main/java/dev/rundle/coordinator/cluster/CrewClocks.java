package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.cluster.clock.Skews;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is known of the clocks of those in the crew, by the names that the run gave them. */
final class CrewClocks {
  private final Crew crew;
  private final Clocks clocks;

  CrewClocks(Crew crew, Clocks clocks) {
    this.crew = crew;
    this.clocks = clocks;
  }

  /** Those of the crew that have not answered for a second or more. */
  List<Crew.Hand> silent() {
    return crew.ready().stream()
        .filter(hand -> clocks.silence(hand.agent().instance()).isPresent())
        .toList();
  }

  /** For how long an agent of the crew has been silent, if it is. */
  Optional<Duration> silence(String name) {
    return crew.find(name).flatMap(hand -> clocks.silence(hand.agent().instance()));
  }

  /** When an agent of the crew began, as far as its clock is known. */
  Optional<Skews.Start> start(AgentEvent.RungStarted started) {
    return crew.find(started.agent())
        .map(
            hand ->
                new Skews.Start(
                    started.startedAtNanos(), clocks.estimate(hand.agent().instance())));
  }

  /** By how much its wall clock is ahead of this host's. */
  Duration ahead(String name) {
    return crew.find(name)
        .flatMap(hand -> clocks.estimate(hand.agent().instance()))
        .map(clock -> clock.wallAhead())
        .orElse(Duration.ZERO);
  }
}

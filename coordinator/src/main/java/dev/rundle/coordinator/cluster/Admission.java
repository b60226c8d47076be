package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.Capabilities;
import java.util.Optional;

/**
 * Decides whether an agent fits this coordinator.
 *
 * @param own what this build is and can do
 */
record Admission(Capabilities own) {
  /** Why an agent cannot take part, and what to do; empty if it can. */
  Optional<String> obstacle(Capabilities agent) {
    if (!own.productVersion().equals(agent.productVersion())) {
      return Optional.of(
          "it is Rundle %s, the coordinator is %s: install the same version on both"
              .formatted(agent.productVersion(), own.productVersion()));
    }
    if (!own.gatlingVersion().equals(agent.gatlingVersion())) {
      return Optional.of(
          "its load generator is Gatling %s, the coordinator's %s: install the same build on both"
              .formatted(agent.gatlingVersion(), own.gatlingVersion()));
    }
    if (!agent.transports().containsAll(own.transports())) {
      return Optional.of(
          "it calls endpoints by %s, the coordinator needs %s: install the same build on both"
              .formatted(
                  String.join(", ", agent.transports()), String.join(", ", own.transports())));
    }
    if (agent.room() < 1 || agent.cores() < 1) {
      return Optional.of(
          "it has no room for a single connection: %d more open files, %d local ports, %d cores;"
                  .formatted(agent.freeFileDescriptors(), agent.ephemeralPorts(), agent.cores())
              + " raise its limits");
    }
    return Optional.empty();
  }
}

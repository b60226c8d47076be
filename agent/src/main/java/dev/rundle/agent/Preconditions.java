package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.Capabilities;
import java.time.Duration;
import java.util.Optional;

/** What can be said against an order before anything is done for it. */
final class Preconditions {
  private Preconditions() {}

  /** Why this host cannot do the run; empty if it can. */
  static Optional<String> obstacle(Prepare order, Capabilities host) {
    if (order.pool() < 1) {
      return Optional.of("a pool of " + order.pool() + " users can hold nothing");
    }
    if (order.target().texts().isEmpty()) {
      return Optional.of("there is no text to speak");
    }
    if (order.warmUp().isNegative()) {
      return Optional.of("a warm-up of " + order.warmUp() + " is negative");
    }
    // Each outstanding request is a connection.
    return order.pool() <= host.room()
        ? Optional.empty()
        : Optional.of(
            ("there is room for %d connections and %d are needed: %d more file descriptors may be"
                    + " opened and there are %d local ports; raise the limits, e.g. ulimit -n")
                .formatted(
                    host.room(), order.pool(), host.freeFileDescriptors(), host.ephemeralPorts()));
  }

  /** Why a rung cannot be held in a run; empty if it can. */
  static Optional<String> obstacle(HoldRung rung, Prepare run) {
    if (rung.share() < 0 || rung.share() > run.pool()) {
      return Optional.of(
          "rung %d asks for %d requests of a pool of %d"
              .formatted(rung.rung(), rung.share(), run.pool()));
    }
    if (rung.ramp().isNegative() || rung.settle().isNegative() || !isPositive(rung.measure())) {
      return Optional.of(
          "rung %d cannot be timed: ramp %s, settle %s, measure %s"
              .formatted(rung.rung(), rung.ramp(), rung.settle(), rung.measure()));
    }
    return Optional.empty();
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }
}

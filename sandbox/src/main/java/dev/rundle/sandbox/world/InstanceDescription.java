package dev.rundle.sandbox.world;

import java.time.Instant;

/** An instance, which AWS does not show; for the sandbox's own administration. */
public record InstanceDescription(
    String id, String variant, State state, int inFlight, Instant requestedAt) {
  /** Where it is in its life. */
  public enum State {
    STARTING,
    IN_SERVICE,
    DRAINING
  }
}

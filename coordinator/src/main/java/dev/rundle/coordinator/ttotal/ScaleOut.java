package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The change of capacity itself: asking for it, and telling how it stands. */
final class ScaleOut {
  private static final int ATTEMPTS = 6;
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);

  /** A change that was accepted shows as Updating well within this time. */
  private static final Duration SHOWS_WITHIN = Duration.ofSeconds(60);

  private static final Set<String> BROKEN =
      Set.of("Failed", "OutOfService", "Deleting", "RollingBack", "UpdateRollbackFailed");

  private final Ports ports;
  private final Timing timing;
  private final String endpoint;
  private final String variant;
  private final int from;
  private final Duration limit;

  private Timing.Deadline sinceAsked;
  private boolean seenUpdating;

  ScaleOut(Ports ports, Timing timing, String endpoint, String variant, int from, Duration limit) {
    this.ports = ports;
    this.timing = timing;
    this.endpoint = endpoint;
    this.variant = variant;
    this.from = from;
    this.limit = limit;
  }

  /**
   * Asks for one instance more.
   *
   * @return when the call that was accepted was made
   * @throws RemoteFailure if it is rejected
   */
  Instant ask(Interruption interruption) {
    for (int attempt = 1; ; attempt++) {
      Instant at = timing.now();
      sinceAsked = timing.deadlineIn(limit);
      try {
        ports.endpoints().setDesiredInstanceCount(endpoint, variant, from + 1);
        return at;
      } catch (CapacityChangeRejected e) {
        boolean passes =
            e.reason() == CapacityChangeRejected.Reason.UPDATE_IN_PROGRESS
                || e.reason() == CapacityChangeRejected.Reason.THROTTLED;
        if (!passes || attempt == ATTEMPTS) {
          throw rejected(e);
        }
        timing.pause().pause(BETWEEN_ATTEMPTS, interruption);
      }
    }
  }

  /**
   * Looks once.
   *
   * @return true once the new instance is in service
   * @throws RemoteFailure if the change failed, was abandoned, or takes longer than the limit
   */
  boolean isInService() {
    Optional<EndpointState> seen;
    try {
      seen = ports.endpoints().findEndpointStatus(endpoint);
    } catch (RemoteFailure e) {
      if (sinceAsked.isOver()) {
        throw e;
      }
      return false;
    }
    EndpointState state = seen.orElseThrow(this::gone);
    EndpointState.Variant now = state.findVariant(variant).orElseThrow(this::gone);
    if (now.currentInstanceCount() > from) {
      return true;
    }
    if (BROKEN.contains(state.status())) {
      throw new RemoteFailure(
          endpoint + " is " + state.status() + " instead of scaling out",
          "the service gave the change up",
          "see the endpoint's failure reason in the console");
    }
    boolean settled = state.status().equals("InService");
    seenUpdating |= !settled;
    boolean shouldShow = sinceAsked.elapsed().compareTo(SHOWS_WITHIN) > 0;
    if (settled && (seenUpdating || shouldShow)) {
      throw abandoned();
    }
    if (sinceAsked.isOver()) {
      throw new RemoteFailure(
          "no new instance of %s after %d s; it is still %s"
              .formatted(endpoint, sinceAsked.elapsed().toSeconds(), state.status()),
          "the service has probably no capacity of this instance type in this region just now",
          "try again later, in another region, or with another instance type");
    }
    return false;
  }

  private RemoteFailure abandoned() {
    return new RemoteFailure(
        "the scale-out of %s was abandoned: after %d s it is InService with %d instance(s) again"
            .formatted(endpoint, sinceAsked.elapsed().toSeconds(), from),
        "the service accepted the change and dropped it without an error, as it does where it has"
            + " no capacity or the container does not become healthy",
        "look at the new instance's log, if there is one, and at the service's health; then run"
            + " again");
  }

  private RemoteFailure rejected(CapacityChangeRejected e) {
    if (e.reason() == CapacityChangeRejected.Reason.QUOTA) {
      return new RemoteFailure(
          "the quota stops %s at %d instance(s): %s".formatted(endpoint, from, e.getMessage()),
          "a scale-out that the quota stops cannot be timed, and would not help in production",
          "ask for a higher quota of this instance type for endpoint usage",
          e);
    }
    return new RemoteFailure(
        "the service does not scale %s out: %s".formatted(endpoint, e.getMessage()),
        "it rejected the change (" + e.reason() + ")",
        "see the message; then run again",
        e);
  }

  private RemoteFailure gone() {
    return new RemoteFailure(
        "the endpoint " + endpoint + " with its variant " + variant + " is gone",
        "somebody deleted or changed it meanwhile",
        "deploy it again, then measure anew");
  }
}

package dev.rundle.coordinator.freeze;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.Set;

/**
 * Brings a variant to a number of instances and waits until it is there: waits out an update in
 * progress, asks again after throttling, and gives up after a bound.
 */
public final class CapacityChange {
  private static final Set<String> HOPELESS = Set.of("Failed", "OutOfService", "Deleting");

  private final EndpointControl endpoints;
  private final Timing timing;
  private final Settings settings;

  /**
   * How patient to be.
   *
   * @param poll between two looks
   * @param bound longest wait from the first look on
   * @param insist true to try again after any failure until the bound: a restore does, a pin gives
   *     up at once so that the restore can begin
   */
  public record Settings(Duration poll, Duration bound, boolean insist) {}

  public CapacityChange(EndpointControl endpoints, Timing timing, Settings settings) {
    this.endpoints = endpoints;
    this.timing = timing;
    this.settings = settings;
  }

  /**
   * Changes capacity; without effect where it is already so.
   *
   * @throws RemoteFailure if it cannot be brought there, or is not there within the bound
   */
  public void bringTo(String endpoint, String variant, int count, Interruption interruption) {
    Timing.Deadline deadline = timing.deadlineIn(settings.bound());
    String lastSeen = "not seen yet";
    while (true) {
      interruption.check();
      try {
        EndpointState state = endpoints.findEndpointStatus(endpoint).orElse(null);
        EndpointState.Variant now = requireThere(state, endpoint, variant);
        lastSeen =
            "%s with %d of %d instances"
                .formatted(state.status(), now.currentInstanceCount(), now.desiredInstanceCount());
        if (state.status().equals("InService")) {
          if (now.desiredInstanceCount() == count && now.currentInstanceCount() == count) {
            return;
          }
          endpoints.setDesiredInstanceCount(endpoint, variant, count);
        }
      } catch (Hopeless e) {
        throw e.failure;
      } catch (CapacityChangeRejected e) {
        lastSeen = e.getMessage();
        giveUpUnlessWorthWaiting(e, endpoint, count);
      } catch (RemoteFailure e) {
        if (!settings.insist()) {
          throw e;
        }
        lastSeen = e.what();
      }
      if (deadline.isOver()) {
        throw new RemoteFailure(
            "%s did not come to %d instance(s) of %s within %d min; last seen: %s"
                .formatted(endpoint, count, variant, settings.bound().toMinutes(), lastSeen),
            "the service is still changing it, or has no capacity",
            "look at the endpoint; then run: rundle thaw --endpoint " + endpoint);
      }
      timing.pause().pause(settings.poll(), interruption);
    }
  }

  /** A state in which even insisting is in vain. */
  private static final class Hopeless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RemoteFailure failure;

    Hopeless(String what, String why, String next) {
      super(what);
      failure = new RemoteFailure(what, why, next);
    }
  }

  private static EndpointState.Variant requireThere(
      EndpointState state, String endpoint, String variant) {
    if (state == null) {
      throw new Hopeless(
          "the endpoint " + endpoint + " is gone",
          "somebody deleted it meanwhile",
          "nothing is left to restore");
    }
    if (HOPELESS.contains(state.status())) {
      throw new Hopeless(
          endpoint + " is " + state.status(),
          "its capacity cannot be changed in that state",
          "see the endpoint's failure reason in the console");
    }
    return state
        .findVariant(variant)
        .orElseThrow(
            () ->
                new Hopeless(
                    "the endpoint " + endpoint + " has no variant " + variant + " any more",
                    "somebody changed its configuration meanwhile",
                    "nothing is left to restore"));
  }

  private void giveUpUnlessWorthWaiting(CapacityChangeRejected e, String endpoint, int count) {
    boolean transientReason =
        switch (e.reason()) {
          case UPDATE_IN_PROGRESS, THROTTLED -> true;
          case QUOTA, OTHER -> settings.insist();
        };
    if (!transientReason) {
      throw new RemoteFailure(
          "%s cannot be brought to %d instance(s): %s".formatted(endpoint, count, e.getMessage()),
          e.reason() == CapacityChangeRejected.Reason.QUOTA
              ? "the account's quota for this instance type is in the way"
              : "the service rejected the change",
          e.reason() == CapacityChangeRejected.Reason.QUOTA
              ? "ask for a higher quota, or free instances of this type"
              : "see the message above",
          e);
    }
  }
}

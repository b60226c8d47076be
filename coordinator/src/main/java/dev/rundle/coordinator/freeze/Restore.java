package dev.rundle.coordinator.freeze;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Puts a variant back as a record says: capacity first, then the three suspensions exactly as they
 * were, then reads both back. A step that fails is tried again for a while, and one that fails for
 * good does not keep the next from being tried. Running it twice does no harm.
 */
final class Restore {
  private static final Duration CAPACITY_POLL = Duration.ofSeconds(2);

  /** A scale-out without capacity may stay Updating for most of an hour. */
  private static final Duration CAPACITY_BOUND = Duration.ofMinutes(60);

  private static final int ATTEMPTS = 6;
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);

  private final Ports ports;
  private final Timing timing;
  private final RunListener listener;

  /** Nobody requests this one: a restore is not interrupted. */
  private final Interruption never = new Interruption();

  private final List<String> actions = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Restore(Ports ports, Timing timing, RunListener listener) {
    this.ports = ports;
    this.timing = timing;
    this.listener = listener;
  }

  /**
   * Restores.
   *
   * @return what was done, one sentence each
   * @throws RemoteFailure naming what could not be put back
   */
  List<String> putBack(PriorState prior) {
    attempt("capacity", () -> capacity(prior));
    attempt("auto scaling", () -> suspensions(prior));
    if (problems.isEmpty()) {
      attempt("the check", () -> verify(prior));
    }
    if (!problems.isEmpty()) {
      throw new RemoteFailure(
          prior.endpoint() + " is not restored: " + String.join("; ", problems),
          "before the freeze it had " + describe(prior),
          "repair the cause, then run: rundle thaw --endpoint " + prior.endpoint());
    }
    return List.copyOf(actions);
  }

  /** Removes the tag, trying again for a while. */
  void removeTag(String endpointArn) {
    insist(
        () -> {
          ports.endpoints().removeTags(endpointArn, List.of(FreezeTag.KEY));
          return null;
        });
  }

  private void capacity(PriorState prior) {
    EndpointState.Variant now = insist(() -> status(prior));
    if (now.desiredInstanceCount() != prior.desiredInstances()
        || now.currentInstanceCount() != prior.desiredInstances()) {
      new CapacityChange(
              ports.endpoints(),
              timing,
              new CapacityChange.Settings(CAPACITY_POLL, CAPACITY_BOUND, true))
          .bringTo(prior.endpoint(), prior.variant(), prior.desiredInstances(), never);
      actions.add(
          "capacity of %s brought from %d to %d instance(s)"
              .formatted(prior.variant(), now.desiredInstanceCount(), prior.desiredInstances()));
    }
  }

  private void suspensions(PriorState prior) {
    Optional<ScalableTarget> now = insist(() -> ports.scaling().findTarget(prior.resourceId()));
    if (prior.target().isEmpty()) {
      now.ifPresent(
          t ->
              listener.warning(
                  "a scalable target was registered for "
                      + prior.resourceId()
                      + " during the run; it is left as it is"));
      return;
    }
    ScalableTarget before = prior.target().get();
    if (now.isEmpty()) {
      listener.warning(
          "the scalable target "
              + prior.resourceId()
              + " was deregistered during the run; it is not registered again");
      return;
    }
    if (!now.get().suspended().equals(before.suspended())) {
      insist(
          () -> {
            ports.scaling().setSuspended(prior.resourceId(), before.suspended());
            return null;
          });
      actions.add("suspensions of " + prior.resourceId() + " set back to what they were");
    }
    warnOfPolicies(prior);
    if (now.get().minCapacity() != before.minCapacity()
        || now.get().maxCapacity() != before.maxCapacity()) {
      listener.warning(
          "the bounds of %s were changed during the run, from %d..%d to %d..%d; they are left so"
              .formatted(
                  prior.resourceId(),
                  before.minCapacity(),
                  before.maxCapacity(),
                  now.get().minCapacity(),
                  now.get().maxCapacity()));
    }
  }

  /** A record from a tag does not hold the policies. */
  private void warnOfPolicies(PriorState prior) {
    List<String> now =
        insist(() -> ports.scaling().listPolicies(prior.resourceId())).stream()
            .map(ScalingPolicy::name)
            .sorted()
            .toList();
    if (!prior.policyNames().isEmpty() && !prior.policyNames().equals(now)) {
      listener.warning(
          "the policies of %s were changed during the run, from %s to %s; they are left so"
              .formatted(prior.resourceId(), prior.policyNames(), now));
    }
  }

  private void verify(PriorState prior) {
    EndpointState.Variant now = insist(() -> status(prior));
    if (now.desiredInstanceCount() != prior.desiredInstances()) {
      problems.add(
          "capacity reads back as %d instead of %d instance(s)"
              .formatted(now.desiredInstanceCount(), prior.desiredInstances()));
    }
    Optional<ScalableTarget> target = insist(() -> ports.scaling().findTarget(prior.resourceId()));
    if (prior.target().isPresent()
        && target.isPresent()
        && !target.get().suspended().equals(prior.target().get().suspended())) {
      problems.add(
          "suspensions read back as "
              + target.get().suspended()
              + " instead of "
              + prior.target().get().suspended());
    }
  }

  private EndpointState.Variant status(PriorState prior) {
    return ports
        .endpoints()
        .findEndpointStatus(prior.endpoint())
        .flatMap(state -> state.findVariant(prior.variant()))
        .orElseThrow(
            () ->
                new RemoteFailure(
                    "the endpoint "
                        + prior.endpoint()
                        + " with its variant "
                        + prior.variant()
                        + " is gone",
                    "somebody deleted it meanwhile",
                    "nothing is left to restore"));
  }

  private void attempt(String what, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      problems.add(what + ": " + e.getMessage());
    }
  }

  /** Calls until it works, a few times with growing pauses: throttling and short outages pass. */
  private <T> T insist(Supplier<T> call) {
    Duration backoff = FIRST_BACKOFF;
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        timing.pause().pause(backoff, never);
        backoff = backoff.multipliedBy(2);
      }
    }
  }

  private static String describe(PriorState prior) {
    return "%d instance(s) of %s, %s"
        .formatted(
            prior.desiredInstances(),
            prior.variant(),
            prior
                .target()
                .map(
                    t ->
                        "scaling between %d and %d with %s"
                            .formatted(t.minCapacity(), t.maxCapacity(), t.suspended()))
                .orElse("no scalable target"));
  }
}

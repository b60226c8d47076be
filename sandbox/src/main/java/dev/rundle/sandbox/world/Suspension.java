package dev.rundle.sandbox.world;

import dev.rundle.model.deployed.SuspendedState;
import java.util.Optional;

/** A change of the three suspension flags; what is absent stays as it is. */
public record Suspension(
    Optional<Boolean> scalingIn, Optional<Boolean> scalingOut, Optional<Boolean> scheduled) {
  public static final Suspension UNCHANGED =
      new Suspension(Optional.empty(), Optional.empty(), Optional.empty());

  public static Suspension exactly(SuspendedState state) {
    return new Suspension(
        Optional.of(state.dynamicScalingInSuspended()),
        Optional.of(state.dynamicScalingOutSuspended()),
        Optional.of(state.scheduledScalingSuspended()));
  }

  SuspendedState applyTo(SuspendedState before) {
    return new SuspendedState(
        scalingIn.orElse(before.dynamicScalingInSuspended()),
        scalingOut.orElse(before.dynamicScalingOutSuspended()),
        scheduled.orElse(before.scheduledScalingSuspended()));
  }
}

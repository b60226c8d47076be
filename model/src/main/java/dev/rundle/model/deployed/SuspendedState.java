package dev.rundle.model.deployed;

/** Application Auto Scaling's three independent suspensions of one scalable target. */
public record SuspendedState(
    boolean dynamicScalingInSuspended,
    boolean dynamicScalingOutSuspended,
    boolean scheduledScalingSuspended) {
  public static final SuspendedState NONE = new SuspendedState(false, false, false);
  public static final SuspendedState ALL = new SuspendedState(true, true, true);

  public boolean isAnySuspended() {
    return dynamicScalingInSuspended || dynamicScalingOutSuspended || scheduledScalingSuspended;
  }
}

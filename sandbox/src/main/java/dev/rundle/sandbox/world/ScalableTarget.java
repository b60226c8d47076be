package dev.rundle.sandbox.world;

import dev.rundle.model.deployed.SuspendedState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A registered target with its policies and cooldowns. Guarded by the engine's lock. */
final class ScalableTarget {
  private final String resourceId;
  private final String endpoint;
  private final String variant;
  private final String arn;
  private final Instant createdAt;
  private final Map<String, Policy> policies = new TreeMap<>();
  private int min;
  private int max;
  private SuspendedState suspended = SuspendedState.NONE;

  /** Set while a change asked for by this target is under way. */
  private boolean isChanging;

  /** Why capacity has to be moved into new bounds, as soon as the endpoint allows it. */
  private Optional<String> pendingCause = Optional.empty();

  private Optional<Cooldown> scaleOutCooldown = Optional.empty();
  private Optional<Cooldown> scaleInCooldown = Optional.empty();

  ScalableTarget(String resourceId, String arn, Instant createdAt, int min, int max) {
    this.resourceId = resourceId;
    this.endpoint = ScalableTargets.parse(resourceId).getKey();
    this.variant = ScalableTargets.parse(resourceId).getValue();
    this.arn = arn;
    this.createdAt = createdAt;
    this.min = min;
    this.max = max;
  }

  /** A policy of the target. */
  record Policy(String name, String arn, PolicyRule rule, Instant createdAt) {}

  /**
   * The time after a change in which the next is held back.
   *
   * @param capacityBefore what the change started from
   */
  record Cooldown(long untilNanos, int capacityBefore) {}

  String resourceId() {
    return resourceId;
  }

  String endpoint() {
    return endpoint;
  }

  String variant() {
    return variant;
  }

  String arn() {
    return arn;
  }

  int min() {
    return min;
  }

  int max() {
    return max;
  }

  void setBounds(int newMin, int newMax) {
    min = newMin;
    max = newMax;
  }

  int clamp(int capacity) {
    return Math.min(max, Math.max(min, capacity));
  }

  SuspendedState suspended() {
    return suspended;
  }

  void setSuspended(SuspendedState state) {
    suspended = state;
  }

  Map<String, Policy> policies() {
    return policies;
  }

  Optional<Policy> policyByArn(String policyArn) {
    return policies.values().stream().filter(policy -> policy.arn().equals(policyArn)).findFirst();
  }

  boolean isChanging() {
    return isChanging;
  }

  void setChanging(boolean changing) {
    isChanging = changing;
  }

  Optional<String> pendingCause() {
    return pendingCause;
  }

  void setPendingCause(Optional<String> cause) {
    pendingCause = cause;
  }

  Optional<Cooldown> scaleOutCooldown(long nowNanos) {
    return scaleOutCooldown.filter(cooldown -> nowNanos < cooldown.untilNanos());
  }

  Optional<Cooldown> scaleInCooldown(long nowNanos) {
    return scaleInCooldown.filter(cooldown -> nowNanos < cooldown.untilNanos());
  }

  /** A scale-out that is done also ends a scale-in's cooldown. */
  void beginScaleOutCooldown(Cooldown cooldown) {
    scaleOutCooldown = Optional.of(cooldown);
    scaleInCooldown = Optional.empty();
  }

  void beginScaleInCooldown(Cooldown cooldown) {
    scaleInCooldown = Optional.of(cooldown);
  }

  TargetDescription describe(Arns arns) {
    return new TargetDescription(
        resourceId, Scaling.DIMENSION, min, max, arns.scalingRole(), arn, createdAt, suspended);
  }
}

package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Application Auto Scaling for {@code sagemaker:variant:DesiredInstanceCount}. */
public final class Scaling {
  public static final String NAMESPACE = "sagemaker";
  public static final String DIMENSION = "sagemaker:variant:DesiredInstanceCount";

  private final Engine engine;
  private final Account account;
  private final Arns arns;
  private final Randomness randomness;
  private final ScalableTargets targets;
  private final Autoscaler autoscaler;
  private final ActivityLog activities;
  private final AlarmBook alarms;
  private final TrackingAlarms trackingAlarms;

  Scaling(
      Engine engine,
      Account account,
      Arns arns,
      Randomness randomness,
      ScalableTargets targets,
      Autoscaler autoscaler,
      ActivityLog activities,
      AlarmBook alarms,
      TrackingAlarms trackingAlarms) {
    this.engine = engine;
    this.account = account;
    this.arns = arns;
    this.randomness = randomness;
    this.targets = targets;
    this.autoscaler = autoscaler;
    this.activities = activities;
    this.alarms = alarms;
    this.trackingAlarms = trackingAlarms;
  }

  /**
   * RegisterScalableTarget: creates or changes; what is absent stays as it is. Capacity outside the
   * bounds is moved into them, suspended or not.
   *
   * @return the target's ARN
   * @throws WorldError ValidationException
   */
  public String registerTarget(
      String resourceId, OptionalInt min, OptionalInt max, Suspension suspension) {
    return engine.call(
        () -> {
          var names = ScalableTargets.parse(resourceId);
          account.variant(names.getKey(), names.getValue());
          Optional<ScalableTarget> existing = targets.find(resourceId);
          if (existing.isEmpty() && (min.isEmpty() || max.isEmpty())) {
            throw WorldError.validation(
                "MinCapacity and MaxCapacity must be specified when registering a new scalable"
                    + " target");
          }
          int newMin = min.orElseGet(() -> existing.orElseThrow().min());
          int newMax = max.orElseGet(() -> existing.orElseThrow().max());
          if (newMin < 0 || newMax < 0) {
            throw WorldError.validation("Minimum and maximum capacity must not be negative");
          }
          if (newMin > newMax) {
            throw WorldError.validation("Maximum capacity cannot be less than minimum capacity");
          }
          ScalableTarget target = existing.orElseGet(() -> newTarget(resourceId, newMin, newMax));
          target.setBounds(newMin, newMax);
          target.setSuspended(suspension.applyTo(target.suspended()));
          autoscaler.moveIntoBounds(target);
          return target.arn();
        });
  }

  private ScalableTarget newTarget(String resourceId, int min, int max) {
    String arn = arns.scalableTarget("0ec5" + randomness.hex(32));
    var target = new ScalableTarget(resourceId, arn, engine.instant(), min, max);
    targets.add(target);
    return target;
  }

  /**
   * DeregisterScalableTarget; also deletes the target's policies.
   *
   * @throws WorldError ObjectNotFoundException
   */
  public void deregisterTarget(String resourceId) {
    engine.run(
        () -> {
          ScalableTarget target = targets.get(resourceId, "No scalable target found");
          target.policies().values().forEach(policy -> trackingAlarms.remove(policy.arn()));
          targets.remove(resourceId);
        });
  }

  /** All if no ids are given; unknown ids are left out. */
  public List<TargetDescription> describeTargets(List<String> resourceIds) {
    return engine.call(
        () -> {
          var found = new ArrayList<TargetDescription>();
          for (ScalableTarget target : targets.all()) {
            if (resourceIds.isEmpty() || resourceIds.contains(target.resourceId())) {
              found.add(target.describe(arns));
            }
          }
          return found;
        });
  }

  /**
   * PutScalingPolicy: creates or replaces. Target tracking makes its two alarms anew.
   *
   * @throws WorldError ObjectNotFoundException without a target; ValidationException
   */
  public PolicyDescription putPolicy(String resourceId, String name, PolicyRule rule) {
    return engine.call(
        () -> {
          ScalableTarget target = targets.get(resourceId, "No scalable target registered");
          PolicyChecks.check(target, name, rule);
          ScalableTarget.Policy existing = target.policies().get(name);
          String arn =
              existing == null ? arns.policy(randomness.uuid(), resourceId, name) : existing.arn();
          Instant createdAt = existing == null ? engine.instant() : existing.createdAt();
          var policy = new ScalableTarget.Policy(name, arn, rule, createdAt);
          target.policies().put(name, policy);
          rule.fold(
              tracking -> {
                trackingAlarms.replace(target, arn, tracking);
                return null;
              },
              step -> null);
          return describe(target, policy);
        });
  }

  /**
   * DeleteScalingPolicy; target tracking takes its alarms with it.
   *
   * @throws WorldError ObjectNotFoundException
   */
  public void deletePolicy(String resourceId, String name) {
    engine.run(
        () -> {
          ScalableTarget.Policy policy =
              targets.find(resourceId).map(target -> target.policies().remove(name)).orElse(null);
          if (policy == null) {
            throw WorldError.objectNotFound(
                "No scaling policy found"
                    + ScalableTargets.of(resourceId)
                    + ", scaling policy name(s): "
                    + name);
          }
          trackingAlarms.remove(policy.arn());
        });
  }

  /** All of the target, or of all targets, or only these names of it. */
  public List<PolicyDescription> describePolicies(Optional<String> resourceId, List<String> names) {
    return engine.call(
        () -> {
          var found = new ArrayList<PolicyDescription>();
          for (ScalableTarget target : targets.all()) {
            if (resourceId.map(target.resourceId()::equals).orElse(true)) {
              target.policies().values().stream()
                  .filter(policy -> names.isEmpty() || names.contains(policy.name()))
                  .forEach(policy -> found.add(describe(target, policy)));
            }
          }
          return found;
        });
  }

  private PolicyDescription describe(ScalableTarget target, ScalableTarget.Policy policy) {
    return new PolicyDescription(
        policy.name(),
        policy.arn(),
        target.resourceId(),
        DIMENSION,
        policy.rule(),
        policy.createdAt(),
        alarms.actingOn(policy.arn()));
  }

  /** Newest first. */
  public List<ActivityDescription> describeActivities(Optional<String> resourceId) {
    return engine.call(
        () ->
            activities.all().stream()
                .filter(activity -> resourceId.map(activity.resourceId()::equals).orElse(true))
                .toList());
  }
}

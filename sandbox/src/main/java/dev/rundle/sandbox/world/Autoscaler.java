package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets policies move capacity: suspension, bounds, cooldowns, activities. */
final class Autoscaler {
  private static final Duration DEFAULT_COOLDOWN = Duration.ofSeconds(300);

  private final Engine engine;
  private final Account account;
  private final ScalableTargets targets;
  private final CapacityUpdates updates;
  private final ActivityLog activities;

  Autoscaler(
      Engine engine,
      Account account,
      ScalableTargets targets,
      CapacityUpdates updates,
      ActivityLog activities) {
    this.engine = engine;
    this.account = account;
    this.targets = targets;
    this.updates = updates;
    this.activities = activities;
    updates.onInService(this::enforceBounds);
  }

  /** An alarm that names the policy is in ALARM. */
  void fire(String policyArn, AlarmDefinition alarm, double value) {
    targets
        .withPolicy(policyArn)
        .ifPresent(
            target -> {
              ScalableTarget.Policy policy = target.policyByArn(policyArn).orElseThrow();
              String cause =
                  "monitor alarm "
                      + alarm.name()
                      + " in state ALARM triggered policy "
                      + policy.name();
              new Firing(target, policy.rule(), alarm, value, cause).run();
            });
  }

  /** Moves capacity into the bounds, at once or as soon as the endpoint is InService. */
  void moveIntoBounds(ScalableTarget target) {
    int capacity = capacity(target);
    if (capacity < target.min()) {
      target.setPendingCause(Optional.of("minimum capacity was set to " + target.min()));
    } else if (capacity > target.max()) {
      target.setPendingCause(Optional.of("maximum capacity was set to " + target.max()));
    } else {
      target.setPendingCause(Optional.empty());
    }
    enforceBounds(account.endpoint(target.endpoint()));
  }

  private void enforceBounds(Endpoint endpoint) {
    for (ScalableTarget target : targets.all()) {
      if (target.endpoint().equals(endpoint.name())
          && target.pendingCause().isPresent()
          && !endpoint.isUpdating()) {
        String cause = target.pendingCause().get();
        target.setPendingCause(Optional.empty());
        int wanted = target.clamp(capacity(target));
        if (wanted != capacity(target)) {
          change(target, wanted, cause, () -> {});
        }
      }
    }
  }

  private int capacity(ScalableTarget target) {
    return account.variant(target.endpoint(), target.variant()).desired();
  }

  private void change(ScalableTarget target, int capacity, String cause, Runnable onSuccess) {
    ActivityLog.Entry activity = activities.begin(target.resourceId(), capacity, cause);
    try {
      updates.begin(
          target.endpoint(),
          List.of(CapacityChange.count(target.variant(), capacity)),
          failure -> {
            target.setChanging(false);
            failure.ifPresentOrElse(
                activity::abandoned,
                () -> {
                  activity.succeed();
                  onSuccess.run();
                });
          });
      target.setChanging(true);
    } catch (WorldError refused) {
      activity.refused(refused);
    }
  }

  /** One run of a policy. */
  private final class Firing {
    private final ScalableTarget target;
    private final PolicyRule rule;
    private final AlarmDefinition alarm;
    private final double value;
    private final String cause;

    private Firing(
        ScalableTarget target, PolicyRule rule, AlarmDefinition alarm, double value, String cause) {
      this.target = target;
      this.rule = rule;
      this.alarm = alarm;
      this.value = value;
      this.cause = cause;
    }

    private void run() {
      // While its own last change is under way, a target starts no other.
      if (target.isChanging()) {
        return;
      }
      int capacity = capacity(target);
      int wanted = target.clamp(wantedFrom(capacity));
      if (wanted > capacity && !target.suspended().dynamicScalingOutSuspended()) {
        scaleOut(capacity, wanted);
      } else if (wanted < capacity && !target.suspended().dynamicScalingInSuspended()) {
        scaleIn(capacity, wanted);
      }
    }

    private void scaleOut(int capacity, int wanted) {
      // In its cooldown the last scale-out counts towards what is wanted now.
      int adjusted =
          target
              .scaleOutCooldown(engine.nanos())
              .map(cooldown -> target.clamp(wantedFrom(cooldown.capacityBefore())))
              .orElse(wanted);
      if (adjusted > capacity) {
        Duration cooldown =
            rule.fold(PolicyRule.TargetTracking::scaleOutCooldown, PolicyRule.StepScaling::cooldown)
                .orElse(DEFAULT_COOLDOWN);
        change(
            target,
            adjusted,
            cause,
            () -> target.beginScaleOutCooldown(cooldownFromNow(cooldown, capacity)));
      }
    }

    private void scaleIn(int capacity, int wanted) {
      if (target.scaleInCooldown(engine.nanos()).isPresent()) {
        return;
      }
      Duration cooldown =
          rule.fold(PolicyRule.TargetTracking::scaleInCooldown, PolicyRule.StepScaling::cooldown)
              .orElse(DEFAULT_COOLDOWN);
      change(
          target,
          wanted,
          cause,
          () -> target.beginScaleInCooldown(cooldownFromNow(cooldown, capacity)));
    }

    private ScalableTarget.Cooldown cooldownFromNow(Duration cooldown, int capacityBefore) {
      return new ScalableTarget.Cooldown(engine.nanos() + cooldown.toNanos(), capacityBefore);
    }

    /** The same capacity if the policy asks for no change. */
    private int wantedFrom(int capacity) {
      return rule.fold(
          tracking -> tracked(tracking, capacity),
          step -> CapacityRule.stepped(step, capacity, value, alarm.threshold()).orElse(capacity));
    }

    private int tracked(PolicyRule.TargetTracking tracking, int capacity) {
      boolean isHigh = alarm.comparison() == AlarmDefinition.Comparison.GREATER;
      if (!isHigh && tracking.disableScaleIn().orElse(false)) {
        return capacity;
      }
      return CapacityRule.tracking(
          capacity,
          value,
          tracking.targetValue(),
          isHigh ? CapacityRule.Direction.OUT : CapacityRule.Direction.IN);
    }
  }
}

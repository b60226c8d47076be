package dev.rundle.planner.policy;

import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Auto scaling in memory: target tracking makes its own high alarm, a policy's alarms are those
 * that act on it, and a policy's type cannot be changed. Keeps a log of what was asked for.
 */
public final class FakeScaling implements ScalingControl {
  private final Map<String, ScalableTarget> targets = new TreeMap<>();
  private final Map<String, ScalingPolicy> policies = new LinkedHashMap<>();
  private final Map<String, Alarm> alarms = new LinkedHashMap<>();
  private final List<String> log = new ArrayList<>();

  public List<String> log() {
    return List.copyOf(log);
  }

  public List<Alarm> allAlarms() {
    return List.copyOf(alarms.values());
  }

  public static String arn(String resourceId, String policyName) {
    return "arn:aws:autoscaling:us-east-1:123456789012:scalingPolicy:7f3a:resource/sagemaker/"
        + resourceId
        + ":policyName/"
        + policyName;
  }

  @Override
  public Optional<ScalableTarget> findTarget(String resourceId) {
    return Optional.ofNullable(targets.get(resourceId));
  }

  @Override
  public List<ScalableTarget> listTargets() {
    return List.copyOf(targets.values());
  }

  @Override
  public List<ScalingPolicy> listPolicies(String resourceId) {
    return listAllPolicies().stream().filter(p -> p.resourceId().equals(resourceId)).toList();
  }

  @Override
  public List<ScalingPolicy> listAllPolicies() {
    return policies.values().stream().map(this::withAlarms).toList();
  }

  @Override
  public List<ScalingActivity> listActivities(String resourceId) {
    return List.of();
  }

  @Override
  public void registerTarget(String resourceId, int minCapacity, int maxCapacity) {
    log.add("register " + resourceId + " " + minCapacity + ".." + maxCapacity);
    SuspendedState before =
        findTarget(resourceId).map(ScalableTarget::suspended).orElse(SuspendedState.NONE);
    targets.put(resourceId, new ScalableTarget(resourceId, minCapacity, maxCapacity, before));
  }

  @Override
  public void setSuspended(String resourceId, SuspendedState suspended) {
    ScalableTarget t = targets.get(resourceId);
    targets.put(
        resourceId, new ScalableTarget(resourceId, t.minCapacity(), t.maxCapacity(), suspended));
  }

  @Override
  public void deregisterTarget(String resourceId) {
    log.add("deregister " + resourceId);
    targets.remove(resourceId);
  }

  @Override
  public String putPolicy(ScalingPolicy policy) {
    log.add("put policy " + policy.name());
    if (!targets.containsKey(policy.resourceId())) {
      throw new IllegalStateException("no scalable target " + policy.resourceId());
    }
    String key = key(policy.resourceId(), policy.name());
    ScalingPolicy before = policies.get(key);
    if (before != null && isTracking(before) != isTracking(policy)) {
      throw new IllegalStateException("the type of " + policy.name() + " cannot be changed");
    }
    policies.put(key, policy);
    String arn = arn(policy.resourceId(), policy.name());
    policy.fold(
        tracking -> {
          putHighAlarm(tracking, arn);
          return null;
        },
        step -> null);
    return arn;
  }

  @Override
  public void deletePolicy(String resourceId, String policyName) {
    log.add("delete policy " + policyName);
    policies.remove(key(resourceId, policyName));
    alarms.remove("TargetTracking-" + resourceId + "-AlarmHigh-" + policyName);
  }

  @Override
  public List<Alarm> listAlarms(List<String> names) {
    return names.stream().filter(alarms::containsKey).map(alarms::get).toList();
  }

  @Override
  public List<Alarm> listAlarmsOfVariant(String endpoint, String variant) {
    Map<String, String> dimensions = Map.of("EndpointName", endpoint, "VariantName", variant);
    return alarms.values().stream().filter(a -> a.dimensions().equals(dimensions)).toList();
  }

  @Override
  public void putAlarm(Alarm alarm) {
    log.add("put alarm " + alarm.name());
    alarms.put(alarm.name(), alarm);
  }

  @Override
  public void deleteAlarms(List<String> names) {
    log.add("delete alarms " + String.join(" ", names));
    names.forEach(alarms::remove);
  }

  private void putHighAlarm(ScalingPolicy.TargetTracking policy, String arn) {
    String[] parts = policy.resourceId().split("/");
    String name = "TargetTracking-" + policy.resourceId() + "-AlarmHigh-" + policy.name();
    alarms.put(
        name,
        new Alarm(
            name,
            PolicyDesign.NAMESPACE,
            PolicyDesign.CONCURRENCY_METRIC,
            Map.of("EndpointName", parts[1], "VariantName", parts[3]),
            "Maximum",
            java.time.Duration.ofSeconds(10),
            3,
            3,
            policy.targetValue(),
            "GreaterThanThreshold",
            "missing",
            "OK",
            List.of(arn)));
  }

  private ScalingPolicy withAlarms(ScalingPolicy policy) {
    String arn = arn(policy.resourceId(), policy.name());
    List<String> driving =
        alarms.values().stream().filter(a -> a.actions().contains(arn)).map(Alarm::name).toList();
    return policy.fold(
        t ->
            new ScalingPolicy.TargetTracking(
                t.name(),
                t.resourceId(),
                t.targetValue(),
                t.predefinedMetric(),
                t.customizedMetric(),
                t.scaleOutCooldown(),
                t.scaleInCooldown(),
                t.disableScaleIn(),
                driving),
        s ->
            new ScalingPolicy.StepScaling(
                s.name(),
                s.resourceId(),
                s.adjustmentType(),
                s.metricAggregationType(),
                s.cooldown(),
                s.steps(),
                driving));
  }

  private static boolean isTracking(ScalingPolicy policy) {
    return policy.fold(t -> true, s -> false);
  }

  private static String key(String resourceId, String name) {
    return resourceId + " " + name;
  }
}

package dev.rundle.planner.check;

import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.planner.policy.PolicyDesign;
import dev.rundle.planner.policy.PolicyNames;
import java.util.List;
import java.util.Optional;

/** A design against what is deployed, value by value. */
final class PolicyComparison {
  private final PolicyDesign design;
  private final DeployedState state;
  private final AlarmComparison alarms;
  private final Findings findings;
  private final String redeploy;

  PolicyComparison(
      PolicyDesign design,
      DeployedState state,
      FirstChunkThreshold firstChunk,
      Findings findings,
      String redeploy) {
    this.design = design;
    this.state = state;
    this.findings = findings;
    this.redeploy = redeploy;
    this.alarms = new AlarmComparison(design, state, firstChunk, findings, redeploy);
  }

  void compare() {
    Optional<ScalableTarget> target = state.target();
    if (target.isEmpty()) {
      findings.finding(Rule.TARGET, design.resourceId(), "a scalable target", "none", redeploy);
    } else {
      findings.ok(Rule.TARGET, design.resourceId(), "registered");
      bounds(findings, target.get(), design.target(), redeploy);
      suspensions(findings, target.get(), design.numbers().endpoint());
    }
    PolicyNames names = design.names();
    find(names.scaleOutPolicy())
        .ifPresentOrElse(
            p -> compareKind(p, "target tracking"), () -> missing(names.scaleOutPolicy()));
    find(names.scaleInPolicy())
        .ifPresentOrElse(p -> compareKind(p, "step scaling"), () -> missing(names.scaleInPolicy()));
    competing(names);
    alarms.compare();
  }

  static void bounds(
      Findings findings, ScalableTarget actual, ScalableTarget expected, String redeploy) {
    findings.same(
        Rule.BOUNDS, "min_instances", expected.minCapacity(), actual.minCapacity(), redeploy);
    findings.same(
        Rule.BOUNDS, "max_instances", expected.maxCapacity(), actual.maxCapacity(), redeploy);
  }

  static void suspensions(Findings findings, ScalableTarget target, String endpoint) {
    SuspendedState suspended = target.suspended();
    suspension(findings, "scaling in", suspended.dynamicScalingInSuspended(), endpoint);
    suspension(findings, "scaling out", suspended.dynamicScalingOutSuspended(), endpoint);
    suspension(findings, "scheduled scaling", suspended.scheduledScalingSuspended(), endpoint);
  }

  private static void suspension(
      Findings findings, String activity, boolean isSuspended, String endpoint) {
    findings.verdict(
        Rule.SUSPENDED,
        activity,
        "active",
        isSuspended ? "suspended" : "active",
        !isSuspended,
        "if no measurement is running: rundle thaw --endpoint " + endpoint);
  }

  private void missing(String name) {
    findings.finding(Rule.POLICY, name, "a policy", "none", redeploy);
  }

  private void compareKind(ScalingPolicy policy, String expectedKind) {
    String kind = policy.fold(t -> "target tracking", s -> "step scaling");
    findings.same(Rule.POLICY, policy.name(), expectedKind, kind, redeploy);
    if (kind.equals(expectedKind)) {
      policy.fold(
          tracking -> {
            compareTracking(tracking);
            return null;
          },
          step -> {
            compareStep(step);
            return null;
          });
    }
  }

  private void compareTracking(ScalingPolicy.TargetTracking actual) {
    ScalingPolicy.TargetTracking expected = design.scaleOut();
    findings.sameConcurrency(
        Rule.POLICY_VALUE,
        "scaling_target_value",
        design.numbers().targetValue(),
        actual.targetValue(),
        redeploy);
    value(actual, "metric", metricText(expected), metricText(actual));
    value(actual, "scale-in disabled", expected.disableScaleIn(), actual.disableScaleIn());
    findings.same(
        Rule.POLICY_VALUE,
        "scale_out_cooldown_s",
        expected.scaleOutCooldown(),
        actual.scaleOutCooldown(),
        redeploy);
    if (!expected.scaleInCooldown().equals(actual.scaleInCooldown())) {
      findings.info(
          Rule.POLICY_VALUE,
          actual.name() + ": scale-in cooldown",
          Findings.text(expected.scaleInCooldown()),
          Findings.text(actual.scaleInCooldown()),
          "without effect while scale-in is disabled in this policy");
    }
    alarms.compareTrackingAlarms(actual);
  }

  private void compareStep(ScalingPolicy.StepScaling actual) {
    ScalingPolicy.StepScaling expected = design.scaleIn();
    value(actual, "adjustment type", expected.adjustmentType(), actual.adjustmentType());
    value(
        actual,
        "metric aggregation",
        expected.metricAggregationType(),
        actual.metricAggregationType());
    findings.same(
        Rule.POLICY_VALUE, "scale_in_cooldown_s", expected.cooldown(), actual.cooldown(), redeploy);
    value(actual, "steps", stepsText(expected.steps()), stepsText(actual.steps()));
    alarms.compareDrivers(actual);
  }

  private void competing(PolicyNames names) {
    for (ScalingPolicy policy : state.policies()) {
      if (!names.policies().contains(policy.name())) {
        String kind =
            policy.fold(
                t -> "target tracking at " + Tolerance.text(t.targetValue()), s -> "step scaling");
        findings.finding(
            Rule.COMPETING_POLICY,
            policy.name(),
            "no policies but " + String.join(" and ", names.policies()),
            kind,
            "it moves the same capacity: delete it if it is yours, or ask whoever made it");
      }
    }
  }

  private void value(ScalingPolicy policy, String field, Object expected, Object actual) {
    findings.same(Rule.POLICY_VALUE, policy.name() + ": " + field, expected, actual, redeploy);
  }

  private Optional<ScalingPolicy> find(String name) {
    return state.policies().stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** With the statistic: the predefined metric is the Maximum over 10 s. */
  private static String metricText(ScalingPolicy.TargetTracking policy) {
    return policy
        .predefinedMetric()
        .or(
            () ->
                policy
                    .customizedMetric()
                    .map(m -> m.namespace() + " " + m.metricName() + " " + m.statistic()))
        .orElse("none");
  }

  private static String stepsText(List<ScalingPolicy.StepAdjustment> steps) {
    return String.join(
        "; ",
        steps.stream()
            .map(
                s ->
                    "%+d from %s to %s"
                        .formatted(
                            s.scalingAdjustment(),
                            s.lowerBound().map(Tolerance::text).orElse("-∞"),
                            s.upperBound().map(Tolerance::text).orElse("+∞")))
            .toList());
  }
}

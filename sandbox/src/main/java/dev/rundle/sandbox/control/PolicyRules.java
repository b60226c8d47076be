package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.world.PolicyDescription;
import dev.rundle.sandbox.world.PolicyRule;
import dev.rundle.sandbox.world.Scaling;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Scaling policies as inputs and outputs. */
final class PolicyRules {
  private static final String TRACKING = "TargetTrackingScaling";
  private static final String STEP = "StepScaling";
  private static final String TRACKING_CONFIGURATION = "TargetTrackingScalingPolicyConfiguration";
  private static final String STEP_CONFIGURATION = "StepScalingPolicyConfiguration";

  private PolicyRules() {}

  /** Reads the rule of a PutScalingPolicy. */
  static PolicyRule read(Input input) {
    var type = input.findText("PolicyType").orElse(STEP);
    return switch (type) {
      case TRACKING -> tracking(input.structure(TRACKING_CONFIGURATION));
      case STEP -> step(input.structure(STEP_CONFIGURATION));
      case "PredictiveScaling" ->
          throw input.complaints().invalid("The sandbox does not have predictive scaling.");
      default ->
          throw input
              .complaints()
              .notOneOf("PolicyType", type, "[StepScaling, TargetTrackingScaling]");
    };
  }

  private static PolicyRule tracking(Input input) {
    return new PolicyRule.TargetTracking(
        input.decimal("TargetValue"),
        input
            .findStructure("PredefinedMetricSpecification")
            .map(metric -> metric.text("PredefinedMetricType")),
        input.findStructure("CustomizedMetricSpecification").map(PolicyRules::customMetric),
        input.findSeconds("ScaleOutCooldown"),
        input.findSeconds("ScaleInCooldown"),
        input.findBoolean("DisableScaleIn"));
  }

  private static PolicyRule.CustomMetric customMetric(Input input) {
    if (input.has("Metrics")) {
      throw input
          .complaints()
          .invalid("The sandbox does not have metric math in scaling policies.");
    }
    return new PolicyRule.CustomMetric(
        input.text("Namespace"),
        input.text("MetricName"),
        input.pairs("Dimensions", "Name", "Value"),
        input.text("Statistic"),
        input.findText("Unit"));
  }

  private static PolicyRule step(Input input) {
    var adjustment =
        input.findOneOf(
            "AdjustmentType",
            PolicyRule.Adjustment::ofWireName,
            Arrays.stream(PolicyRule.Adjustment.values())
                .map(PolicyRule.Adjustment::wireName)
                .toList());
    return new PolicyRule.StepScaling(
        adjustment.orElseThrow(() -> input.complaints().missing("AdjustmentType")),
        input.structures("StepAdjustments").stream()
            .map(
                each ->
                    new PolicyRule.Step(
                        bound(each, "MetricIntervalLowerBound"),
                        bound(each, "MetricIntervalUpperBound"),
                        each.integer("ScalingAdjustment")))
            .toList(),
        input.findCount("MinAdjustmentMagnitude"),
        input.findSeconds("Cooldown"),
        input.findText("MetricAggregationType"));
  }

  private static OptionalDouble bound(Input input, String member) {
    return input.findDouble(member).stream().mapToDouble(Double::doubleValue).findAny();
  }

  /** A policy as DescribeScalingPolicies shows it. */
  static ObjectNode node(PolicyDescription policy) {
    var output =
        Tree.object()
            .put("PolicyARN", policy.arn())
            .put("PolicyName", policy.name())
            .put("ServiceNamespace", Scaling.NAMESPACE)
            .put("ResourceId", policy.resourceId())
            .put("ScalableDimension", policy.scalableDimension())
            .put("PolicyType", policy.rule().policyType());
    policy
        .rule()
        .fold(
            tracking -> output.set(TRACKING_CONFIGURATION, node(tracking)),
            step -> output.set(STEP_CONFIGURATION, node(step)));
    output.set("Alarms", alarms(policy));
    output.set("CreationTime", Tree.time(policy.createdAt()));
    return output;
  }

  /** The alarms that drive a policy. */
  static ArrayNode alarms(PolicyDescription policy) {
    return Tree.list(
        policy.alarms(),
        alarm -> Tree.object().put("AlarmName", alarm.name()).put("AlarmARN", alarm.arn()));
  }

  private static ObjectNode node(PolicyRule.TargetTracking rule) {
    var output = Tree.object().put("TargetValue", rule.targetValue());
    rule.predefinedMetric()
        .ifPresent(
            type ->
                output.set(
                    "PredefinedMetricSpecification",
                    Tree.object().put("PredefinedMetricType", type)));
    rule.customMetric()
        .ifPresent(metric -> output.set("CustomizedMetricSpecification", node(metric)));
    rule.scaleOutCooldown().ifPresent(time -> output.put("ScaleOutCooldown", time.toSeconds()));
    rule.scaleInCooldown().ifPresent(time -> output.put("ScaleInCooldown", time.toSeconds()));
    rule.disableScaleIn().ifPresent(disabled -> output.put("DisableScaleIn", disabled));
    return output;
  }

  private static ObjectNode node(PolicyRule.CustomMetric metric) {
    var output =
        Tree.object().put("MetricName", metric.metricName()).put("Namespace", metric.namespace());
    output.set("Dimensions", Tree.pairs(metric.dimensions(), "Name", "Value"));
    output.put("Statistic", metric.statistic());
    metric.unit().ifPresent(unit -> output.put("Unit", unit));
    return output;
  }

  private static ObjectNode node(PolicyRule.StepScaling rule) {
    var output = Tree.object().put("AdjustmentType", rule.adjustment().wireName());
    output.set("StepAdjustments", Tree.list(rule.steps(), PolicyRules::node));
    rule.minAdjustmentMagnitude().ifPresent(count -> output.put("MinAdjustmentMagnitude", count));
    rule.cooldown().ifPresent(time -> output.put("Cooldown", time.toSeconds()));
    rule.metricAggregation().ifPresent(type -> output.put("MetricAggregationType", type));
    return output;
  }

  private static ObjectNode node(PolicyRule.Step step) {
    var output = Tree.object();
    step.lowerBound().ifPresent(bound -> output.put("MetricIntervalLowerBound", bound));
    step.upperBound().ifPresent(bound -> output.put("MetricIntervalUpperBound", bound));
    return output.put("ScalingAdjustment", step.adjustment());
  }
}

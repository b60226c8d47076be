package dev.rundle.sandbox.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.control.Tree;
import dev.rundle.sandbox.world.AlarmDescription;
import dev.rundle.sandbox.world.EndpointDescription;
import dev.rundle.sandbox.world.InstanceDescription;
import dev.rundle.sandbox.world.PolicyDescription;
import dev.rundle.sandbox.world.PolicyRule;
import dev.rundle.sandbox.world.StagePlan;
import dev.rundle.sandbox.world.TargetDescription;
import dev.rundle.sandbox.world.World;
import java.util.List;
import java.util.Optional;

/** The whole state, for people to read and tests to compare. Times are ISO-8601, UTC. */
final class StateDump {
  private StateDump() {}

  static ObjectNode of(World world) {
    var settings = world.settings();
    var dump =
        Tree.object()
            .put("at", world.now().toString())
            .put("accountId", settings.accountId())
            .put("region", settings.region())
            .put("speed", settings.speed());
    dump.set("endpoints", Tree.list(world.endpoints().list(), each -> endpoint(world, each)));
    dump.set(
        "scalableTargets",
        Tree.list(world.scaling().describeTargets(List.of()), StateDump::target));
    dump.set(
        "policies",
        Tree.list(
            world.scaling().describePolicies(Optional.empty(), List.of()), StateDump::policy));
    dump.set(
        "alarms",
        Tree.list(
            world.alarms().describe(List.of(), Optional.empty(), Optional.empty()),
            StateDump::alarm));
    dump.set(
        "quotas",
        Tree.list(
            world.quotas().list(),
            quota ->
                Tree.object()
                    .put("code", quota.code())
                    .put("name", quota.name())
                    .put("value", quota.value())));
    return dump;
  }

  private static ObjectNode endpoint(World world, EndpointDescription endpoint) {
    var node =
        Tree.object()
            .put("name", endpoint.name())
            .put("status", endpoint.status().wireName())
            .put("config", endpoint.configName())
            .put("modifiedAt", endpoint.modifiedAt().toString());
    node.set(
        "variants", Tree.list(endpoint.variants(), each -> variant(world, endpoint.name(), each)));
    node.set(
        "instances", Tree.list(world.endpoints().instances(endpoint.name()), StateDump::instance));
    node.set("faults", Tree.list(world.faults().list(endpoint.name()), FaultCalls::node));
    node.set("tags", Tree.pairs(world.endpoints().tags(endpoint.arn()), "key", "value"));
    return node;
  }

  private static ObjectNode variant(
      World world, String endpoint, EndpointDescription.Variant variant) {
    var node =
        Tree.object()
            .put("name", variant.name())
            .put("instanceType", variant.instanceType())
            .put("currentInstanceCount", variant.currentInstanceCount())
            .put("desiredInstanceCount", variant.desiredInstanceCount())
            .put("routing", variant.routing().name());
    var stages = world.endpoints().stagePlan(endpoint, variant.name());
    var millis = Tree.object();
    StagePlan.STAGES.forEach(stage -> millis.put(stage.id(), stages.of(stage).toNanos() / 1e6));
    node.set("stageMillisAfterSpeed", millis);
    return node;
  }

  private static ObjectNode instance(InstanceDescription instance) {
    return Tree.object()
        .put("id", instance.id())
        .put("variant", instance.variant())
        .put("state", instance.state().name())
        .put("inFlight", instance.inFlight())
        .put("requestedAt", instance.requestedAt().toString());
  }

  private static ObjectNode target(TargetDescription target) {
    return Tree.object()
        .put("resourceId", target.resourceId())
        .put("minCapacity", target.minCapacity())
        .put("maxCapacity", target.maxCapacity())
        .put("scalingInSuspended", target.suspended().dynamicScalingInSuspended())
        .put("scalingOutSuspended", target.suspended().dynamicScalingOutSuspended())
        .put("scheduledSuspended", target.suspended().scheduledScalingSuspended());
  }

  private static ObjectNode policy(PolicyDescription policy) {
    var node =
        Tree.object()
            .put("name", policy.name())
            .put("resourceId", policy.resourceId())
            .put("type", policy.rule().policyType());
    node.setAll(policy.rule().fold(StateDump::tracking, StateDump::step));
    node.set("alarms", Tree.texts(policy.alarms().stream().map(alarm -> alarm.name()).toList()));
    return node;
  }

  private static ObjectNode tracking(PolicyRule.TargetTracking rule) {
    var node = Tree.object().put("targetValue", rule.targetValue());
    rule.predefinedMetric().ifPresent(metric -> node.put("predefinedMetric", metric));
    rule.customMetric().ifPresent(metric -> node.set("customMetric", metric(metric)));
    rule.scaleOutCooldown()
        .ifPresent(time -> node.put("scaleOutCooldownSeconds", time.toSeconds()));
    rule.scaleInCooldown().ifPresent(time -> node.put("scaleInCooldownSeconds", time.toSeconds()));
    rule.disableScaleIn().ifPresent(disabled -> node.put("disableScaleIn", disabled));
    return node;
  }

  private static ObjectNode metric(PolicyRule.CustomMetric metric) {
    var node =
        Tree.object().put("namespace", metric.namespace()).put("metricName", metric.metricName());
    var dimensions = Tree.object();
    metric.dimensions().forEach(dimensions::put);
    node.set("dimensions", dimensions);
    node.put("statistic", metric.statistic());
    metric.unit().ifPresent(unit -> node.put("unit", unit));
    return node;
  }

  private static ObjectNode step(PolicyRule.StepScaling rule) {
    var node = Tree.object().put("adjustmentType", rule.adjustment().wireName());
    node.set("steps", Tree.list(rule.steps(), StateDump::step));
    rule.minAdjustmentMagnitude().ifPresent(count -> node.put("minAdjustmentMagnitude", count));
    rule.cooldown().ifPresent(time -> node.put("cooldownSeconds", time.toSeconds()));
    rule.metricAggregation().ifPresent(type -> node.put("metricAggregation", type));
    return node;
  }

  private static ObjectNode step(PolicyRule.Step step) {
    var node = Tree.object();
    step.lowerBound().ifPresent(bound -> node.put("lowerBound", bound));
    step.upperBound().ifPresent(bound -> node.put("upperBound", bound));
    return node.put("adjustment", step.adjustment());
  }

  private static ObjectNode alarm(AlarmDescription alarm) {
    return Tree.object()
        .put("name", alarm.definition().name())
        .put("state", alarm.state().name())
        .put("reason", alarm.stateReason());
  }
}

package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.ActivityDescription;
import dev.rundle.sandbox.world.Scaling;
import dev.rundle.sandbox.world.Suspension;
import dev.rundle.sandbox.world.TargetDescription;
import dev.rundle.sandbox.world.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Application Auto Scaling of variants' instance counts. */
final class ScalingService implements Service {
  private static final int PAGE = 50;

  @Override
  public Complaints complaints() {
    return Complaints.VALIDATION;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "RegisterScalableTarget", ScalingService::register,
        "DeregisterScalableTarget", ScalingService::deregister,
        "DescribeScalableTargets", ScalingService::describeTargets,
        "PutScalingPolicy", ScalingService::putPolicy,
        "DeleteScalingPolicy", ScalingService::deletePolicy,
        "DescribeScalingPolicies", ScalingService::describePolicies,
        "DescribeScalingActivities", ScalingService::describeActivities,
        "DescribeScheduledActions", ScalingService::describeScheduledActions);
  }

  private static ObjectNode register(World world, Input input) {
    var suspension =
        input
            .findStructure("SuspendedState")
            .map(
                state ->
                    new Suspension(
                        state.findBoolean("DynamicScalingInSuspended"),
                        state.findBoolean("DynamicScalingOutSuspended"),
                        state.findBoolean("ScheduledScalingSuspended")))
            .orElse(Suspension.UNCHANGED);
    var arn =
        world
            .scaling()
            .registerTarget(
                changed(input),
                input.findCount("MinCapacity"),
                input.findCount("MaxCapacity"),
                suspension);
    return Tree.object().put("ScalableTargetARN", arn);
  }

  private static ObjectNode deregister(World world, Input input) {
    world.scaling().deregisterTarget(changed(input));
    return Tree.object();
  }

  private static ObjectNode putPolicy(World world, Input input) {
    var policy =
        world
            .scaling()
            .putPolicy(changed(input), input.text("PolicyName"), PolicyRules.read(input));
    var output = Tree.object().put("PolicyARN", policy.arn());
    output.set("Alarms", PolicyRules.alarms(policy));
    return output;
  }

  private static ObjectNode deletePolicy(World world, Input input) {
    world.scaling().deletePolicy(changed(input), input.text("PolicyName"));
    return Tree.object();
  }

  private static ObjectNode describeTargets(World world, Input input) {
    return list(
        input,
        "ScalableTargets",
        asked(input, () -> world.scaling().describeTargets(input.texts("ResourceIds"))),
        ScalingService::target);
  }

  private static ObjectNode describePolicies(World world, Input input) {
    return list(
        input,
        "ScalingPolicies",
        asked(
            input,
            () -> world.scaling().describePolicies(resourceId(input), input.texts("PolicyNames"))),
        PolicyRules::node);
  }

  private static ObjectNode describeActivities(World world, Input input) {
    return list(
        input,
        "ScalingActivities",
        asked(input, () -> world.scaling().describeActivities(resourceId(input))),
        ScalingService::activity);
  }

  /** The sandbox has none. */
  private static ObjectNode describeScheduledActions(World world, Input input) {
    input.text("ServiceNamespace");
    var output = Tree.object();
    output.set("ScheduledActions", Tree.texts(List.of()));
    return output;
  }

  private static Optional<String> resourceId(Input input) {
    var resourceId = input.findText("ResourceId");
    if (input.has("ScalableDimension") && resourceId.isEmpty()) {
      throw input
          .complaints()
          .invalid("A resource ID must be specified when a scalable dimension is specified.");
    }
    return resourceId;
  }

  /** Nothing of other services and dimensions is here, which is no error of those who ask. */
  private static <T> List<T> asked(Input input, Supplier<List<T>> all) {
    boolean ours =
        input.text("ServiceNamespace").equals(Scaling.NAMESPACE)
            && input
                .findText("ScalableDimension")
                .orElse(Scaling.DIMENSION)
                .equals(Scaling.DIMENSION);
    return ours ? all.get() : List.of();
  }

  /** The resource of a call that changes something. */
  private static String changed(Input input) {
    if (!input.text("ServiceNamespace").equals(Scaling.NAMESPACE)
        || !input.text("ScalableDimension").equals(Scaling.DIMENSION)) {
      throw input
          .complaints()
          .invalid("Unsupported service namespace, resource type or scalable dimension");
    }
    return input.text("ResourceId");
  }

  private static <T> ObjectNode list(
      Input input, String member, List<T> all, Function<T, ObjectNode> node) {
    var page =
        Page.of(
            all,
            input.findText("NextToken"),
            Page.size(input, "MaxResults", PAGE, PAGE),
            () ->
                new ServiceError(
                    400, "InvalidNextTokenException", "The next token provided is invalid."));
    return page.output(member, node, "NextToken");
  }

  private static ObjectNode target(TargetDescription target) {
    var output =
        Tree.object()
            .put("ServiceNamespace", Scaling.NAMESPACE)
            .put("ResourceId", target.resourceId())
            .put("ScalableDimension", target.scalableDimension())
            .put("MinCapacity", target.minCapacity())
            .put("MaxCapacity", target.maxCapacity())
            .put("RoleARN", target.roleArn());
    output.set("CreationTime", Tree.time(target.createdAt()));
    output.set(
        "SuspendedState",
        Tree.object()
            .put("DynamicScalingInSuspended", target.suspended().dynamicScalingInSuspended())
            .put("DynamicScalingOutSuspended", target.suspended().dynamicScalingOutSuspended())
            .put("ScheduledScalingSuspended", target.suspended().scheduledScalingSuspended()));
    return output.put("ScalableTargetARN", target.arn());
  }

  private static ObjectNode activity(ActivityDescription activity) {
    var output =
        Tree.object()
            .put("ActivityId", activity.id())
            .put("ServiceNamespace", Scaling.NAMESPACE)
            .put("ResourceId", activity.resourceId())
            .put("ScalableDimension", activity.scalableDimension())
            .put("Description", activity.description())
            .put("Cause", activity.cause());
    output.set("StartTime", Tree.time(activity.startedAt()));
    activity.endedAt().ifPresent(at -> output.set("EndTime", Tree.time(at)));
    return output
        .put("StatusCode", activity.status().wireName())
        .put("StatusMessage", activity.statusMessage());
  }
}

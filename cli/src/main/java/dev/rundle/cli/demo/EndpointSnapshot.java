package dev.rundle.cli.demo;

import dev.rundle.coordinator.Ports;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.failure.RemoteFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a measurement must leave as it found it. */
record EndpointSnapshot(
    Optional<ScalableTarget> target,
    List<ScalingPolicy> policies,
    int desiredInstanceCount,
    int currentInstanceCount) {
  EndpointSnapshot {
    policies = policies.stream().sorted(Comparator.comparing(ScalingPolicy::name)).toList();
  }

  static EndpointSnapshot take(Ports ports, ModelConfig model) {
    String resourceId = ScalableTarget.resourceId(model.endpoint(), model.variant());
    EndpointState.Variant variant =
        ports
            .endpoints()
            .findEndpoint(model.endpoint())
            .flatMap(endpoint -> endpoint.findVariant(model.variant()))
            .orElseThrow(() -> gone(model));
    return new EndpointSnapshot(
        ports.scaling().findTarget(resourceId),
        ports.scaling().listPolicies(resourceId),
        variant.desiredInstanceCount(),
        variant.currentInstanceCount());
  }

  private static RemoteFailure gone(ModelConfig model) {
    return new RemoteFailure(
        "endpoint " + model.endpoint() + " is gone", "it was there before", "look at the sandbox");
  }

  /** What differs in a later snapshot; empty if nothing does. */
  List<String> differences(EndpointSnapshot later) {
    List<String> differences = new ArrayList<>();
    compare("scalable target", target, later.target, differences);
    compare("policies", policies, later.policies, differences);
    compare("desired count", desiredInstanceCount, later.desiredInstanceCount, differences);
    compare("current count", currentInstanceCount, later.currentInstanceCount, differences);
    return differences;
  }

  private static void compare(String what, Object before, Object after, List<String> differences) {
    if (!before.equals(after)) {
      differences.add(what + " was " + before + " and is " + after);
    }
  }
}

package dev.rundle.coordinator.freeze;

import dev.rundle.model.deployed.ScalableTarget;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an endpoint's variant was before a freeze: everything that a restore puts back.
 *
 * @param target empty if the variant had no scalable target, so that there is nothing to suspend
 * @param policyNames policies on the target; a freeze leaves them alone, they are kept to tell what
 *     somebody else changed meanwhile
 */
public record PriorState(
    String endpoint,
    String endpointArn,
    String variant,
    int desiredInstances,
    int currentInstances,
    Optional<ScalableTarget> target,
    List<String> policyNames) {
  public PriorState {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(endpointArn, "endpointArn");
    Objects.requireNonNull(variant, "variant");
    Objects.requireNonNull(target, "target");
    policyNames = List.copyOf(policyNames);
    if (desiredInstances < 0 || currentInstances < 0) {
      throw new IllegalArgumentException("an instance count is negative");
    }
  }

  public String resourceId() {
    return ScalableTarget.resourceId(endpoint, variant);
  }
}

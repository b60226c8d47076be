package dev.rundle.model.deployed;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Everything that drift and validate compare: one endpoint's variant with its scaling, its alarms
 * and what else lives beside it, read at one time.
 *
 * @param endpoint empty if it does not exist
 * @param target the scalable target of the configured variant
 * @param policies policies on that target
 * @param alarms alarms that drive those policies or watch the endpoint
 * @param targetsElsewhere scalable targets of other variants or endpoints in the account
 * @param policiesElsewhere policies on those
 * @param publishedMetrics names of metrics that CloudWatch lists for the endpoint and variant
 * @param endpointUsageQuota the account's quota of instances of this type for endpoint usage
 * @param endpointNames names of all endpoints in the account, to tell orphans from neighbours
 */
public record DeployedState(
    Instant readAt,
    Optional<EndpointState> endpoint,
    Optional<ScalableTarget> target,
    List<ScalingPolicy> policies,
    List<Alarm> alarms,
    List<ScalableTarget> targetsElsewhere,
    List<ScalingPolicy> policiesElsewhere,
    List<String> publishedMetrics,
    OptionalInt endpointUsageQuota,
    List<String> endpointNames) {
  public DeployedState {
    policies = List.copyOf(policies);
    alarms = List.copyOf(alarms);
    targetsElsewhere = List.copyOf(targetsElsewhere);
    policiesElsewhere = List.copyOf(policiesElsewhere);
    publishedMetrics = List.copyOf(publishedMetrics);
    endpointNames = List.copyOf(endpointNames);
  }
}

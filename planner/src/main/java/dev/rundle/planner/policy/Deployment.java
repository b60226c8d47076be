package dev.rundle.planner.policy;

import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.failure.Refused;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts a design in force, and takes it away again. Both may be repeated after a failure: what is
 * there already is replaced. Only what has one of the {@link PolicyNames} is touched; suspensions
 * of the target stay as they are.
 */
public final class Deployment {
  private final ScalingControl scaling;

  public Deployment(ScalingControl scaling) {
    this.scaling = Objects.requireNonNull(scaling, "scaling");
  }

  /**
   * Registers the target, puts both policies, then the alarms.
   *
   * @return the ARN of the step policy
   * @throws Refused if an alarm of one of our names watches something else; nothing is changed then
   * @throws dev.rundle.model.failure.RemoteFailure if the service fails; repeat it then
   */
  public String deploy(PolicyDesign design) {
    requireOwnAlarms(design.names());
    deletePoliciesOfAnotherKind(design);
    ScalableTarget target = design.target();
    scaling.registerTarget(target.resourceId(), target.minCapacity(), target.maxCapacity());
    // Capacity can be added before it can be removed.
    scaling.putPolicy(design.scaleOut());
    String scaleInArn = scaling.putPolicy(design.scaleIn());
    design.alarms(scaleInArn).forEach(scaling::putAlarm);
    return scaleInArn;
  }

  /**
   * Deletes our alarms and policies of a variant, and its scalable target unless another policy
   * still uses it. Capacity stays as it is.
   *
   * @throws Refused if an alarm of one of our names watches something else; nothing is changed then
   * @throws dev.rundle.model.failure.RemoteFailure if the service fails; repeat it then
   */
  public void withdraw(String endpoint, String variant) {
    var names = new PolicyNames(endpoint, variant);
    requireOwnAlarms(names);
    String resourceId = ScalableTarget.resourceId(endpoint, variant);
    List<String> alarms = scaling.listAlarms(names.alarms()).stream().map(Alarm::name).toList();
    if (!alarms.isEmpty()) {
      scaling.deleteAlarms(alarms);
    }
    List<String> policies =
        scaling.listPolicies(resourceId).stream().map(ScalingPolicy::name).toList();
    policies.stream()
        .filter(names.policies()::contains)
        .forEach(name -> scaling.deletePolicy(resourceId, name));
    boolean isUsedByOthers = !names.policies().containsAll(policies);
    if (!isUsedByOthers && scaling.findTarget(resourceId).isPresent()) {
      scaling.deregisterTarget(resourceId);
    }
  }

  /** The names of {@code a-b}/{@code c} and {@code a}/{@code b-c} are the same. */
  private void requireOwnAlarms(PolicyNames names) {
    Map<String, String> own =
        Map.of("EndpointName", names.endpoint(), "VariantName", names.variant());
    for (Alarm alarm : scaling.listAlarms(names.alarms())) {
      boolean isForeign =
          own.entrySet().stream()
              .anyMatch(
                  e ->
                      !e.getValue()
                          .equals(alarm.dimensions().getOrDefault(e.getKey(), e.getValue())));
      if (isForeign) {
        throw new Refused(
            "the alarm " + alarm.name() + " exists and watches " + alarm.dimensions(),
            "it would be overwritten, and its own endpoint would go unwatched",
            "rename that alarm, or the endpoint's variant");
      }
    }
  }

  /** The service does not change a policy's type. */
  private void deletePoliciesOfAnotherKind(PolicyDesign design) {
    PolicyNames names = design.names();
    for (ScalingPolicy policy : scaling.listPolicies(design.resourceId())) {
      boolean isTracking = policy.fold(tracking -> true, step -> false);
      boolean isOfAnotherKind =
          isTracking
              ? policy.name().equals(names.scaleInPolicy())
              : policy.name().equals(names.scaleOutPolicy());
      if (isOfAnotherKind) {
        scaling.deletePolicy(design.resourceId(), policy.name());
      }
    }
  }
}

package dev.rundle.sagemaker.control;

import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.sagemaker.access.AwsClients;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.applicationautoscaling.model.ObjectNotFoundException;
import software.amazon.awssdk.services.applicationautoscaling.model.ScalableDimension;
import software.amazon.awssdk.services.applicationautoscaling.model.ServiceNamespace;

/** The scaling of SageMaker variants through Application Auto Scaling and CloudWatch alarms. */
public final class ApplicationScaling implements ScalingControl {
  static final ServiceNamespace NAMESPACE = ServiceNamespace.SAGEMAKER;
  static final ScalableDimension DIMENSION =
      ScalableDimension.SAGEMAKER_VARIANT_DESIRED_INSTANCE_COUNT;

  private final AwsClients clients;
  private final Alarms alarms;

  public ApplicationScaling(AwsClients clients) {
    this.clients = clients;
    this.alarms = new Alarms(clients);
  }

  @Override
  public Optional<ScalableTarget> findTarget(String resourceId) {
    return call(
        "application-autoscaling:DescribeScalableTargets",
        resourceId,
        () ->
            clients
                .scaling()
                .describeScalableTargetsPaginator(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceIds(resourceId))
                .scalableTargets()
                .stream()
                .findFirst()
                .map(ScalingShapes::target));
  }

  @Override
  public List<ScalableTarget> listTargets() {
    return call(
        "application-autoscaling:DescribeScalableTargets",
        "all SageMaker variants",
        () ->
            clients
                .scaling()
                .describeScalableTargetsPaginator(r -> r.serviceNamespace(NAMESPACE))
                .scalableTargets()
                .stream()
                .filter(t -> t.scalableDimension() == DIMENSION)
                .map(ScalingShapes::target)
                .toList());
  }

  @Override
  public List<ScalingPolicy> listPolicies(String resourceId) {
    return call(
        "application-autoscaling:DescribeScalingPolicies",
        resourceId,
        () ->
            clients
                .scaling()
                .describeScalingPoliciesPaginator(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId))
                .scalingPolicies()
                .stream()
                .map(ScalingShapes::policy)
                .toList());
  }

  @Override
  public List<ScalingPolicy> listAllPolicies() {
    return call(
        "application-autoscaling:DescribeScalingPolicies",
        "all SageMaker variants",
        () ->
            clients
                .scaling()
                .describeScalingPoliciesPaginator(r -> r.serviceNamespace(NAMESPACE))
                .scalingPolicies()
                .stream()
                .filter(p -> p.scalableDimension() == DIMENSION)
                .map(ScalingShapes::policy)
                .toList());
  }

  @Override
  public List<ScalingActivity> listActivities(String resourceId) {
    return call(
        "application-autoscaling:DescribeScalingActivities",
        resourceId,
        () ->
            clients
                .scaling()
                .describeScalingActivitiesPaginator(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId))
                .scalingActivities()
                .stream()
                .map(ScalingShapes::activity)
                .toList());
  }

  @Override
  public void registerTarget(String resourceId, int minCapacity, int maxCapacity) {
    call(
        "application-autoscaling:RegisterScalableTarget",
        resourceId,
        () ->
            clients
                .scaling()
                .registerScalableTarget(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId)
                            .minCapacity(minCapacity)
                            .maxCapacity(maxCapacity)));
  }

  @Override
  public void setSuspended(String resourceId, SuspendedState suspended) {
    // Omitted bounds stay as they are; giving them could move capacity into them.
    call(
        "application-autoscaling:RegisterScalableTarget",
        resourceId,
        () ->
            clients
                .scaling()
                .registerScalableTarget(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId)
                            .suspendedState(
                                s ->
                                    s.dynamicScalingInSuspended(
                                            suspended.dynamicScalingInSuspended())
                                        .dynamicScalingOutSuspended(
                                            suspended.dynamicScalingOutSuspended())
                                        .scheduledScalingSuspended(
                                            suspended.scheduledScalingSuspended()))));
  }

  /** {@inheritDoc} One that does not exist is left at that. */
  @Override
  public void deregisterTarget(String resourceId) {
    unlessGone(
        "application-autoscaling:DeregisterScalableTarget",
        resourceId,
        () ->
            clients
                .scaling()
                .deregisterScalableTarget(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId)));
  }

  @Override
  public String putPolicy(ScalingPolicy policy) {
    return call(
        "application-autoscaling:PutScalingPolicy",
        policy.name() + " on " + policy.resourceId(),
        () -> clients.scaling().putScalingPolicy(ScalingShapes.request(policy)).policyARN());
  }

  /** {@inheritDoc} One that does not exist is left at that. */
  @Override
  public void deletePolicy(String resourceId, String policyName) {
    unlessGone(
        "application-autoscaling:DeleteScalingPolicy",
        policyName + " on " + resourceId,
        () ->
            clients
                .scaling()
                .deleteScalingPolicy(
                    r ->
                        r.serviceNamespace(NAMESPACE)
                            .scalableDimension(DIMENSION)
                            .resourceId(resourceId)
                            .policyName(policyName)));
  }

  @Override
  public List<Alarm> listAlarms(List<String> names) {
    return alarms.list(names);
  }

  @Override
  public List<Alarm> listAlarmsOfVariant(String endpoint, String variant) {
    return alarms.listOfVariant(endpoint, variant);
  }

  @Override
  public void putAlarm(Alarm alarm) {
    alarms.put(alarm);
  }

  @Override
  public void deleteAlarms(List<String> names) {
    alarms.delete(names);
  }

  private <T> T call(String action, String resource, Supplier<T> call) {
    return clients.failures().call(action, resource, call);
  }

  private void unlessGone(String action, String resource, Supplier<?> call) {
    call(
        action,
        resource,
        () -> {
          try {
            return call.get();
          } catch (ObjectNotFoundException e) {
            return null;
          }
        });
  }
}

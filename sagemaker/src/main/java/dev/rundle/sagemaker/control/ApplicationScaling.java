package dev.rundle.sagemaker.control;

import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.sagemaker.access.AwsClients;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.applicationautoscaling.model.DescribeScalableTargetsRequest;
import software.amazon.awssdk.services.applicationautoscaling.model.DescribeScalingPoliciesRequest;
import software.amazon.awssdk.services.applicationautoscaling.model.ObjectNotFoundException;
import software.amazon.awssdk.services.applicationautoscaling.model.RegisterScalableTargetRequest;
import software.amazon.awssdk.services.applicationautoscaling.model.ScalableDimension;
import software.amazon.awssdk.services.applicationautoscaling.model.ServiceNamespace;

/** The scaling of SageMaker variants through Application Auto Scaling and CloudWatch alarms. */
public final class ApplicationScaling implements ScalingControl {
  static final ServiceNamespace NAMESPACE = ServiceNamespace.SAGEMAKER;
  static final ScalableDimension DIMENSION =
      ScalableDimension.SAGEMAKER_VARIANT_DESIRED_INSTANCE_COUNT;

  private static final String EVERYWHERE = "all SageMaker variants";

  private final AwsClients clients;
  private final Alarms alarms;

  public ApplicationScaling(AwsClients clients) {
    this.clients = clients;
    this.alarms = new Alarms(clients);
  }

  @Override
  public Optional<ScalableTarget> findTarget(String resourceId) {
    return targets(resourceId, r -> r.resourceIds(resourceId)).stream().findFirst();
  }

  @Override
  public List<ScalableTarget> listTargets() {
    return targets(EVERYWHERE, r -> {});
  }

  @Override
  public List<ScalingPolicy> listPolicies(String resourceId) {
    return policies(resourceId, r -> r.scalableDimension(DIMENSION).resourceId(resourceId));
  }

  @Override
  public List<ScalingPolicy> listAllPolicies() {
    return policies(EVERYWHERE, r -> {});
  }

  private List<ScalableTarget> targets(
      String resource, Consumer<DescribeScalableTargetsRequest.Builder> narrowing) {
    return call(
        "application-autoscaling:DescribeScalableTargets",
        resource,
        () ->
            clients
                .scaling()
                .describeScalableTargetsPaginator(
                    r -> r.serviceNamespace(NAMESPACE).applyMutation(narrowing))
                .scalableTargets()
                .stream()
                .filter(t -> t.scalableDimension() == DIMENSION)
                .map(ScalingShapes::target)
                .toList());
  }

  /** The service takes a dimension only together with a resource. */
  private List<ScalingPolicy> policies(
      String resource, Consumer<DescribeScalingPoliciesRequest.Builder> narrowing) {
    return call(
        "application-autoscaling:DescribeScalingPolicies",
        resource,
        () ->
            clients
                .scaling()
                .describeScalingPoliciesPaginator(
                    r -> r.serviceNamespace(NAMESPACE).applyMutation(narrowing))
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
    register(resourceId, r -> r.minCapacity(minCapacity).maxCapacity(maxCapacity));
  }

  @Override
  public void setSuspended(String resourceId, SuspendedState suspended) {
    // Omitted bounds stay as they are; giving them could move capacity into them.
    register(
        resourceId,
        r ->
            r.suspendedState(
                s ->
                    s.dynamicScalingInSuspended(suspended.dynamicScalingInSuspended())
                        .dynamicScalingOutSuspended(suspended.dynamicScalingOutSuspended())
                        .scheduledScalingSuspended(suspended.scheduledScalingSuspended())));
  }

  private void register(String resourceId, Consumer<RegisterScalableTargetRequest.Builder> change) {
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
                            .applyMutation(change)));
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

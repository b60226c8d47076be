package dev.rundle.sagemaker.control;

import dev.rundle.model.control.ScalingControl.ScalingActivity;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.ScalingPolicy.CustomizedMetric;
import dev.rundle.model.deployed.ScalingPolicy.StepAdjustment;
import dev.rundle.model.deployed.SuspendedState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.applicationautoscaling.model.Alarm;
import software.amazon.awssdk.services.applicationautoscaling.model.CustomizedMetricSpecification;
import software.amazon.awssdk.services.applicationautoscaling.model.MetricDimension;
import software.amazon.awssdk.services.applicationautoscaling.model.PolicyType;
import software.amazon.awssdk.services.applicationautoscaling.model.PutScalingPolicyRequest;
import software.amazon.awssdk.services.applicationautoscaling.model.StepScalingPolicyConfiguration;
import software.amazon.awssdk.services.applicationautoscaling.model.TargetTrackingScalingPolicyConfiguration;

/** Application Auto Scaling's shapes as the model's, and back. */
final class ScalingShapes {
  /** What Application Auto Scaling assumes for a SageMaker variant where a cooldown is not set. */
  private static final int DEFAULT_COOLDOWN_SECONDS = 300;

  private ScalingShapes() {}

  static ScalableTarget target(
      software.amazon.awssdk.services.applicationautoscaling.model.ScalableTarget t) {
    return new ScalableTarget(
        t.resourceId(), t.minCapacity(), t.maxCapacity(), suspended(t.suspendedState()));
  }

  private static SuspendedState suspended(
      software.amazon.awssdk.services.applicationautoscaling.model.SuspendedState s) {
    return s == null
        ? SuspendedState.NONE
        : new SuspendedState(
            Boolean.TRUE.equals(s.dynamicScalingInSuspended()),
            Boolean.TRUE.equals(s.dynamicScalingOutSuspended()),
            Boolean.TRUE.equals(s.scheduledScalingSuspended()));
  }

  static ScalingActivity activity(
      software.amazon.awssdk.services.applicationautoscaling.model.ScalingActivity a) {
    return new ScalingActivity(
        a.startTime(),
        a.statusCodeAsString(),
        orEmpty(a.description()),
        orEmpty(a.statusMessage()),
        orEmpty(a.cause()));
  }

  static ScalingPolicy policy(
      software.amazon.awssdk.services.applicationautoscaling.model.ScalingPolicy p) {
    List<String> alarms = p.alarms().stream().map(Alarm::alarmName).toList();
    return p.targetTrackingScalingPolicyConfiguration() != null
        ? tracking(
            p.policyName(), p.resourceId(), p.targetTrackingScalingPolicyConfiguration(), alarms)
        : step(p.policyName(), p.resourceId(), p.stepScalingPolicyConfiguration(), alarms);
  }

  private static ScalingPolicy tracking(
      String name,
      String resourceId,
      TargetTrackingScalingPolicyConfiguration c,
      List<String> alarms) {
    return new ScalingPolicy.TargetTracking(
        name,
        resourceId,
        c.targetValue(),
        Optional.ofNullable(c.predefinedMetricSpecification())
            .map(m -> m.predefinedMetricTypeAsString()),
        Optional.ofNullable(c.customizedMetricSpecification()).map(ScalingShapes::customized),
        cooldown(c.scaleOutCooldown()),
        cooldown(c.scaleInCooldown()),
        Boolean.TRUE.equals(c.disableScaleIn()),
        alarms);
  }

  private static CustomizedMetric customized(CustomizedMetricSpecification m) {
    return new CustomizedMetric(
        orEmpty(m.namespace()),
        orEmpty(m.metricName()),
        orEmpty(m.statisticAsString()),
        m.dimensions().stream()
            .collect(Collectors.toMap(MetricDimension::name, MetricDimension::value)));
  }

  private static ScalingPolicy step(
      String name, String resourceId, StepScalingPolicyConfiguration c, List<String> alarms) {
    // Policies of other kinds (predictive) have neither configuration: shown without steps.
    var configuration = c == null ? StepScalingPolicyConfiguration.builder().build() : c;
    return new ScalingPolicy.StepScaling(
        name,
        resourceId,
        orEmpty(configuration.adjustmentTypeAsString()),
        orEmpty(configuration.metricAggregationTypeAsString()),
        cooldown(configuration.cooldown()),
        configuration.stepAdjustments().stream()
            .map(
                s ->
                    new StepAdjustment(
                        Optional.ofNullable(s.metricIntervalLowerBound()),
                        Optional.ofNullable(s.metricIntervalUpperBound()),
                        s.scalingAdjustment()))
            .toList(),
        alarms);
  }

  static PutScalingPolicyRequest request(ScalingPolicy policy) {
    var request =
        PutScalingPolicyRequest.builder()
            .serviceNamespace(ApplicationScaling.NAMESPACE)
            .scalableDimension(ApplicationScaling.DIMENSION)
            .resourceId(policy.resourceId())
            .policyName(policy.name());
    return policy
        .fold(
            t ->
                request
                    .policyType(PolicyType.TARGET_TRACKING_SCALING)
                    .targetTrackingScalingPolicyConfiguration(configuration(t)),
            s ->
                request
                    .policyType(PolicyType.STEP_SCALING)
                    .stepScalingPolicyConfiguration(configuration(s)))
        .build();
  }

  private static TargetTrackingScalingPolicyConfiguration configuration(
      ScalingPolicy.TargetTracking t) {
    var c =
        TargetTrackingScalingPolicyConfiguration.builder()
            .targetValue(t.targetValue())
            .scaleOutCooldown(seconds(t.scaleOutCooldown()))
            .scaleInCooldown(seconds(t.scaleInCooldown()))
            .disableScaleIn(t.disableScaleIn());
    t.predefinedMetric()
        .ifPresent(m -> c.predefinedMetricSpecification(s -> s.predefinedMetricType(m)));
    t.customizedMetric().ifPresent(m -> c.customizedMetricSpecification(specification(m)));
    return c.build();
  }

  private static CustomizedMetricSpecification specification(CustomizedMetric m) {
    return CustomizedMetricSpecification.builder()
        .namespace(m.namespace())
        .metricName(m.metricName())
        .statistic(m.statistic())
        .dimensions(
            m.dimensions().entrySet().stream()
                .map(d -> MetricDimension.builder().name(d.getKey()).value(d.getValue()).build())
                .toList())
        .build();
  }

  private static StepScalingPolicyConfiguration configuration(ScalingPolicy.StepScaling s) {
    return StepScalingPolicyConfiguration.builder()
        .adjustmentType(s.adjustmentType())
        .metricAggregationType(s.metricAggregationType())
        .cooldown(seconds(s.cooldown()))
        .stepAdjustments(
            s.steps().stream()
                .map(
                    step ->
                        software.amazon.awssdk.services.applicationautoscaling.model.StepAdjustment
                            .builder()
                            .metricIntervalLowerBound(step.lowerBound().orElse(null))
                            .metricIntervalUpperBound(step.upperBound().orElse(null))
                            .scalingAdjustment(step.scalingAdjustment())
                            .build())
                .toList())
        .build();
  }

  private static Duration cooldown(Integer seconds) {
    return Duration.ofSeconds(seconds == null ? DEFAULT_COOLDOWN_SECONDS : seconds);
  }

  private static int seconds(Duration d) {
    return Math.toIntExact(d.toSeconds());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}

package dev.rundle.sandbox.world;

import java.util.Comparator;
import java.util.List;

/** What PutScalingPolicy refuses. */
final class PolicyChecks {
  private PolicyChecks() {}

  /**
   * @throws WorldError ValidationException
   */
  static void check(ScalableTarget target, String name, PolicyRule rule) {
    require(!name.isEmpty() && name.length() <= 256, "PolicyName must have 1 to 256 characters");
    ScalableTarget.Policy existing = target.policies().get(name);
    require(
        existing == null || existing.rule().policyType().equals(rule.policyType()),
        "The policy type of an existing policy cannot be changed");
    rule.fold(
        tracking -> {
          checkTracking(target, name, tracking);
          return null;
        },
        step -> {
          checkSteps(step.steps());
          return null;
        });
  }

  private static void checkTracking(
      ScalableTarget target, String name, PolicyRule.TargetTracking rule) {
    require(
        Double.isFinite(rule.targetValue()) && rule.targetValue() > 0,
        "TargetValue must be a number above 0");
    require(
        rule.predefinedMetric().isPresent() != rule.customMetric().isPresent(),
        "Either PredefinedMetricSpecification or CustomizedMetricSpecification must be specified");
    rule.predefinedMetric()
        .ifPresent(
            metric ->
                require(
                    TrackingAlarms.isPredefined(metric),
                    "Unsupported predefined metric type " + metric + " for " + Scaling.DIMENSION));
    rule.customMetric().ifPresent(metric -> Statistic.of(metric.statistic()));
    for (ScalableTarget.Policy other : target.policies().values()) {
      boolean isSameMetric =
          !other.name().equals(name)
              && other
                  .rule()
                  .<Boolean>fold(
                      tracking ->
                          tracking.predefinedMetric().equals(rule.predefinedMetric())
                              && tracking.customMetric().equals(rule.customMetric()),
                      step -> false);
      require(
          !isSameMetric,
          "Only one TargetTrackingScaling policy for a given metric specification is allowed.");
    }
  }

  private static void checkSteps(List<PolicyRule.Step> steps) {
    require(!steps.isEmpty(), "StepAdjustments must not be empty");
    List<PolicyRule.Step> sorted =
        steps.stream().sorted(Comparator.comparingDouble(PolicyChecks::lower)).toList();
    for (int i = 0; i < sorted.size(); i++) {
      require(
          lower(sorted.get(i)) < upper(sorted.get(i)),
          "The lower bound of a step adjustment must be below its upper bound");
      if (i > 0) {
        require(
            upper(sorted.get(i - 1)) == lower(sorted.get(i)),
            "Step adjustment intervals can't overlap or have gaps between them");
      }
    }
  }

  private static double lower(PolicyRule.Step step) {
    return step.lowerBound().orElse(Double.NEGATIVE_INFINITY);
  }

  private static double upper(PolicyRule.Step step) {
    return step.upperBound().orElse(Double.POSITIVE_INFINITY);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw WorldError.validation(message);
    }
  }
}

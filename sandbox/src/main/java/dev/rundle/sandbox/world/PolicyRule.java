package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** What a scaling policy does. */
public sealed interface PolicyRule {
  <T> T fold(Function<TargetTracking, T> targetTracking, Function<StepScaling, T> stepScaling);

  /** {@code TargetTrackingScaling} or {@code StepScaling}. */
  default String policyType() {
    return fold(tracking -> "TargetTrackingScaling", step -> "StepScaling");
  }

  /**
   * Keeps a metric at a target. Exactly one of the two metrics is given.
   *
   * @param predefinedMetric PredefinedMetricType
   */
  record TargetTracking(
      double targetValue,
      Optional<String> predefinedMetric,
      Optional<CustomMetric> customMetric,
      Optional<Duration> scaleOutCooldown,
      Optional<Duration> scaleInCooldown,
      Optional<Boolean> disableScaleIn)
      implements PolicyRule {
    @Override
    public <T> T fold(Function<TargetTracking, T> t, Function<StepScaling, T> s) {
      return t.apply(this);
    }
  }

  /** A customised metric of target tracking. */
  record CustomMetric(
      String namespace,
      String metricName,
      Map<String, String> dimensions,
      String statistic,
      Optional<String> unit) {
    public CustomMetric {
      dimensions = Map.copyOf(dimensions);
    }
  }

  /** Changes capacity by steps when an alarm that names the policy is in ALARM. */
  record StepScaling(
      Adjustment adjustment,
      List<Step> steps,
      OptionalInt minAdjustmentMagnitude,
      Optional<Duration> cooldown,
      Optional<String> metricAggregation)
      implements PolicyRule {
    public StepScaling {
      steps = List.copyOf(steps);
    }

    @Override
    public <T> T fold(Function<TargetTracking, T> t, Function<StepScaling, T> s) {
      return s.apply(this);
    }
  }

  /** AdjustmentType. */
  enum Adjustment {
    CHANGE_IN_CAPACITY("ChangeInCapacity"),
    PERCENT_CHANGE_IN_CAPACITY("PercentChangeInCapacity"),
    EXACT_CAPACITY("ExactCapacity");

    private final String wireName;

    Adjustment(String wireName) {
      this.wireName = wireName;
    }

    /** As the service writes it. */
    public String wireName() {
      return wireName;
    }

    /** By the service's name. */
    public static Optional<Adjustment> ofWireName(String name) {
      for (Adjustment each : values()) {
        if (each.wireName.equals(name)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * One step: applies where the metric's distance from the alarm's threshold is within the bounds;
   * absent means infinite.
   */
  record Step(OptionalDouble lowerBound, OptionalDouble upperBound, int adjustment) {}
}

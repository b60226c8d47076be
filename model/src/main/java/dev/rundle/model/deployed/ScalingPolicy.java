package dev.rundle.model.deployed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A scaling policy as deployed or as it is to be deployed. */
public sealed interface ScalingPolicy {
  String name();

  String resourceId();

  /** Names of the alarms that drive it; empty before it is deployed. */
  List<String> alarmNames();

  <T> T fold(Function<TargetTracking, T> targetTracking, Function<StepScaling, T> step);

  /**
   * Keeps a metric near a target.
   *
   * @param predefinedMetric e.g. {@code SageMakerVariantConcurrentRequestsPerModelHighResolution};
   *     empty with a customised metric
   * @param customizedMetric metric name and statistic of a customised metric, for comparison
   */
  record TargetTracking(
      String name,
      String resourceId,
      double targetValue,
      Optional<String> predefinedMetric,
      Optional<CustomizedMetric> customizedMetric,
      Duration scaleOutCooldown,
      Duration scaleInCooldown,
      boolean disableScaleIn,
      List<String> alarmNames)
      implements ScalingPolicy {
    public TargetTracking {
      alarmNames = List.copyOf(alarmNames);
    }

    @Override
    public <T> T fold(Function<TargetTracking, T> t, Function<StepScaling, T> s) {
      return t.apply(this);
    }
  }

  /** A customised metric of target tracking. */
  record CustomizedMetric(
      String namespace, String metricName, String statistic, Map<String, String> dimensions) {
    public CustomizedMetric {
      dimensions = Map.copyOf(dimensions);
    }
  }

  /** Changes capacity by fixed steps when its alarm fires. */
  record StepScaling(
      String name,
      String resourceId,
      String adjustmentType,
      String metricAggregationType,
      Duration cooldown,
      List<StepAdjustment> steps,
      List<String> alarmNames)
      implements ScalingPolicy {
    public StepScaling {
      steps = List.copyOf(steps);
      alarmNames = List.copyOf(alarmNames);
    }

    @Override
    public <T> T fold(Function<TargetTracking, T> t, Function<StepScaling, T> s) {
      return s.apply(this);
    }
  }

  /** One step; bounds are relative to the alarm's threshold, absent means infinite. */
  record StepAdjustment(
      Optional<Double> lowerBound, Optional<Double> upperBound, int scalingAdjustment) {}
}

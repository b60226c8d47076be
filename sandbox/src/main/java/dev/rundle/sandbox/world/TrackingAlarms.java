package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pair of alarms that target tracking makes for itself. */
final class TrackingAlarms {
  /** A tracked metric has fallen clearly when it is this share below its target. */
  private static final double LOW_SHARE = 0.9;

  private static final Map<String, Predefined> PREDEFINED =
      Map.of(
          "SageMakerVariantConcurrentRequestsPerModelHighResolution",
              new Predefined("ConcurrentRequestsPerModel", "Maximum", true),
          "SageMakerVariantInvocationsPerInstance",
              new Predefined("InvocationsPerInstance", "Sum", false));

  private final AlarmBook book;
  private final SandboxSettings.TrackingAlarms counts;
  private final Randomness randomness;

  TrackingAlarms(AlarmBook book, SandboxSettings.TrackingAlarms counts, Randomness randomness) {
    this.book = book;
    this.counts = counts;
    this.randomness = randomness;
  }

  private record Predefined(String metricName, String statistic, boolean isHighResolution) {}

  private record Tracked(MetricId metric, String statistic, boolean isHighResolution) {}

  static boolean isPredefined(String metricType) {
    return PREDEFINED.containsKey(metricType);
  }

  /** Makes the alarms anew; the old ones' names go with them. */
  void replace(ScalableTarget target, String policyArn, PolicyRule.TargetTracking rule) {
    remove(policyArn);
    Tracked tracked = tracked(target, rule);
    book.put(
        alarm(
            target,
            policyArn,
            tracked,
            "AlarmHigh",
            AlarmDefinition.Comparison.GREATER,
            rule.targetValue(),
            tracked.isHighResolution() ? Duration.ofSeconds(10) : Duration.ofMinutes(1),
            tracked.isHighResolution() ? counts.highResolutionHigh() : counts.standardHigh()));
    // Scale-in is no faster with high resolution.
    book.put(
        alarm(
            target,
            policyArn,
            tracked,
            "AlarmLow",
            AlarmDefinition.Comparison.LESS,
            rule.targetValue() * LOW_SHARE,
            Duration.ofMinutes(1),
            tracked.isHighResolution() ? counts.highResolutionLow() : counts.standardLow()));
  }

  void remove(String policyArn) {
    for (PolicyDescription.AlarmReference alarm : book.actingOn(policyArn)) {
      if (alarm.name().startsWith("TargetTracking-")) {
        book.remove(alarm.name());
      }
    }
  }

  private AlarmDefinition alarm(
      ScalableTarget target,
      String policyArn,
      Tracked tracked,
      String kind,
      AlarmDefinition.Comparison comparison,
      double threshold,
      Duration period,
      int periods) {
    return new AlarmDefinition(
        "TargetTracking-" + target.resourceId() + "-" + kind + "-" + randomness.uuid(),
        Optional.of("DO NOT EDIT OR DELETE. For TargetTrackingScaling policy " + policyArn + "."),
        tracked.metric(),
        tracked.statistic(),
        Optional.empty(),
        period,
        periods,
        periods,
        threshold,
        comparison,
        AlarmDefinition.MissingData.MISSING,
        true,
        List.of(policyArn),
        List.of(),
        List.of());
  }

  private static Tracked tracked(ScalableTarget target, PolicyRule.TargetTracking rule) {
    if (rule.predefinedMetric().isPresent()) {
      Predefined metric = PREDEFINED.get(rule.predefinedMetric().get());
      return new Tracked(
          MetricId.ofVariant(
              MetricId.INVOCATIONS, metric.metricName(), target.endpoint(), target.variant()),
          metric.statistic(),
          metric.isHighResolution());
    }
    PolicyRule.CustomMetric metric = rule.customMetric().orElseThrow();
    return new Tracked(
        new MetricId(metric.namespace(), metric.metricName(), metric.dimensions()),
        metric.statistic(),
        false);
  }
}

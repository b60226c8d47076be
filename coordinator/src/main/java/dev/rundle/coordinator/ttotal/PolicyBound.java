package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.List;

/**
 * What the force bypasses: how long the deployed policy takes at most to notice. Metric period ×
 * evaluation periods of the alarm that scales out, plus the metric's publication delay. Bounded,
 * not measured, and never part of T_total.
 */
final class PolicyBound {
  /** How late CloudWatch publishes a 10-second point; with 3 periods of 10 s this makes 60 s. */
  static final Duration PUBLICATION_DELAY = Duration.ofSeconds(30);

  /** Where no policy is deployed: that of a high-resolution target tracking alarm. */
  static final Duration WITHOUT_POLICY = Duration.ofSeconds(60);

  private PolicyBound() {}

  static Duration of(Alarm scaleOut) {
    return scaleOut.period().multipliedBy(scaleOut.evaluationPeriods()).plus(PUBLICATION_DELAY);
  }

  /** The bound of the slowest alarm that makes a target tracking policy scale out. */
  static Duration read(Ports ports, String resourceId, RunListener listener) {
    try {
      List<String> alarmNames =
          ports.scaling().listPolicies(resourceId).stream()
              .map(
                  policy ->
                      policy.fold(ScalingPolicy.TargetTracking::alarmNames, s -> List.<String>of()))
              .flatMap(List::stream)
              .toList();
      return ports.scaling().listAlarms(alarmNames).stream()
          .filter(alarm -> alarm.comparison().startsWith("GreaterThan"))
          .map(PolicyBound::of)
          .max(Duration::compareTo)
          .orElse(WITHOUT_POLICY);
    } catch (RemoteFailure e) {
      listener.warning(
          "the deployed policy's alarm could not be read; its detection is taken as %d s: %s"
              .formatted(WITHOUT_POLICY.toSeconds(), e.what()));
      return WITHOUT_POLICY;
    }
  }
}

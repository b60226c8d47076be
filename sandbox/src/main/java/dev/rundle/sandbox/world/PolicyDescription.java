package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.List;

/** A scaling policy as DescribeScalingPolicies tells it, with the alarms that drive it. */
public record PolicyDescription(
    String name,
    String arn,
    String resourceId,
    String scalableDimension,
    PolicyRule rule,
    Instant createdAt,
    List<AlarmReference> alarms) {
  public PolicyDescription {
    alarms = List.copyOf(alarms);
  }

  /** Name and ARN of an alarm. */
  public record AlarmReference(String name, String arn) {}
}

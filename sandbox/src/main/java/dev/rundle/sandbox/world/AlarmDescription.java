package dev.rundle.sandbox.world;

import java.time.Instant;

/** An alarm as DescribeAlarms tells it. */
public record AlarmDescription(
    AlarmDefinition definition,
    String arn,
    State state,
    String stateReason,
    Instant stateUpdatedAt,
    Instant configurationUpdatedAt) {
  /** StateValue; the names are the service's own. */
  public enum State {
    OK,
    ALARM,
    INSUFFICIENT_DATA
  }
}

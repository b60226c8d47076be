package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.Optional;

/** A scaling activity as DescribeScalingActivities tells it. */
public record ActivityDescription(
    String id,
    String resourceId,
    String scalableDimension,
    String description,
    String cause,
    Instant startedAt,
    Optional<Instant> endedAt,
    Status status,
    String statusMessage) {
  /** StatusCode. */
  public enum Status {
    IN_PROGRESS("InProgress"),
    SUCCESSFUL("Successful"),
    FAILED("Failed");

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    /** As the service writes it. */
    public String wireName() {
      return wireName;
    }
  }
}

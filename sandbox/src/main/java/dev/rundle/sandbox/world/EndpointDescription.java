package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint as DescribeEndpoint tells it.
 *
 * @param failureReason of the last change that was abandoned
 */
public record EndpointDescription(
    String name,
    String arn,
    String configName,
    Status status,
    Optional<String> failureReason,
    Instant createdAt,
    Instant modifiedAt,
    List<Variant> variants) {
  public EndpointDescription {
    variants = List.copyOf(variants);
  }

  /** EndpointStatus. */
  public enum Status {
    IN_SERVICE("InService"),
    UPDATING("Updating");

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    /** As the service writes it. */
    public String wireName() {
      return wireName;
    }
  }

  /**
   * A production variant with its deployed image.
   *
   * @param resolvedImage image with digest
   */
  public record Variant(
      String name,
      String modelName,
      String instanceType,
      int currentInstanceCount,
      int desiredInstanceCount,
      double currentWeight,
      double desiredWeight,
      String image,
      String resolvedImage,
      Instant imageResolvedAt,
      Routing routing) {}
}

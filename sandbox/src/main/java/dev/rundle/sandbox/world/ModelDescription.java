package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.Map;

/** A model as DescribeModel tells it, with one container. */
public record ModelDescription(
    String name,
    String arn,
    String image,
    Map<String, String> environment,
    String executionRoleArn,
    Instant createdAt) {
  public ModelDescription {
    environment = Map.copyOf(environment);
  }
}

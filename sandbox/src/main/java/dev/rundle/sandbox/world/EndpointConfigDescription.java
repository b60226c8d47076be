package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.List;

/** An endpoint configuration as DescribeEndpointConfig tells it. */
public record EndpointConfigDescription(
    String name, String arn, Instant createdAt, List<Variant> variants) {
  public EndpointConfigDescription {
    variants = List.copyOf(variants);
  }

  /** A production variant as configured. */
  public record Variant(
      String name,
      String modelName,
      String instanceType,
      int initialInstanceCount,
      double initialWeight,
      Routing routing) {}
}

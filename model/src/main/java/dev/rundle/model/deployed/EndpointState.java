package dev.rundle.model.deployed;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An endpoint as described by the service.
 *
 * @param status InService, Updating …
 * @param tags tags on the endpoint
 */
public record EndpointState(
    String name,
    String arn,
    String status,
    String configName,
    List<Variant> variants,
    Map<String, String> tags) {
  public EndpointState {
    variants = List.copyOf(variants);
    tags = Map.copyOf(tags);
  }

  /** The variant of that name. */
  public Optional<Variant> findVariant(String variantName) {
    return variants.stream().filter(v -> v.name().equals(variantName)).findFirst();
  }

  /**
   * One production variant with what the fingerprint needs of its model.
   *
   * @param imageDigest resolved digest (hex, without {@code sha256:}) or empty when the service
   *     does not tell
   * @param environment the container's environment in the live model
   * @param routingStrategy RANDOM or LEAST_OUTSTANDING_REQUESTS; empty if not set
   */
  public record Variant(
      String name,
      int currentInstanceCount,
      int desiredInstanceCount,
      String instanceType,
      String modelName,
      String image,
      Optional<String> imageDigest,
      Map<String, String> environment,
      Optional<String> routingStrategy) {
    public Variant {
      environment = Map.copyOf(environment);
    }
  }
}

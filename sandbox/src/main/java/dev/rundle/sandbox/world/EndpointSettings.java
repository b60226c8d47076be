package dev.rundle.sandbox.world;

import java.util.List;
import java.util.Map;

/** An endpoint that exists, in service, when the sandbox starts. */
public record EndpointSettings(String name, List<Variant> variants, Map<String, String> tags) {
  public EndpointSettings {
    Checks.that(name.matches("[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}"), "not an endpoint name: " + name);
    variants = List.copyOf(variants);
    tags = Map.copyOf(tags);
    Checks.that(!variants.isEmpty(), "an endpoint needs a variant");
    Checks.that(
        variants.stream().map(Variant::name).distinct().count() == variants.size(),
        "two variants have the same name");
  }

  /** One variant, no tags of its own. */
  public static EndpointSettings single(
      String name, String variant, int instances, ServiceProfile profile) {
    return new EndpointSettings(
        name, List.of(new Variant(variant, instances, 1, profile)), Map.of());
  }

  /**
   * A production variant.
   *
   * @param weight share of the endpoint's traffic, relative to the other variants' weights
   */
  public record Variant(String name, int instances, double weight, ServiceProfile profile) {
    public Variant {
      Checks.that(name.matches("[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}"), "not a variant name: " + name);
      Checks.that(instances >= 1 && instances <= 1_000, "instances must be 1..1000: " + instances);
      Checks.that(weight >= 0 && weight <= 1e9, "weight: " + weight);
    }
  }
}

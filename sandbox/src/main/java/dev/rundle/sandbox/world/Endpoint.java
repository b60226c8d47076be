package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** An endpoint. Guarded by the engine's lock. */
final class Endpoint {
  private final String name;
  private final String arn;
  private final String configName;
  private final Instant createdAt;
  private final Map<String, Variant> variants = new LinkedHashMap<>();
  private final Map<String, String> tags = new TreeMap<>();
  private EndpointDescription.Status status = EndpointDescription.Status.IN_SERVICE;
  private Optional<String> failureReason = Optional.empty();
  private Instant modifiedAt;

  Endpoint(String name, String arn, String configName, Instant createdAt, List<Variant> variants) {
    this.name = name;
    this.arn = arn;
    this.configName = configName;
    this.createdAt = createdAt;
    this.modifiedAt = createdAt;
    variants.forEach(variant -> this.variants.put(variant.name(), variant));
  }

  String name() {
    return name;
  }

  String arn() {
    return arn;
  }

  String configName() {
    return configName;
  }

  Instant createdAt() {
    return createdAt;
  }

  Iterable<Variant> variants() {
    return variants.values();
  }

  Optional<Variant> findVariant(String variant) {
    return Optional.ofNullable(variants.get(variant));
  }

  Map<String, String> tags() {
    return tags;
  }

  boolean isUpdating() {
    return status == EndpointDescription.Status.UPDATING;
  }

  void beginUpdate(Instant at) {
    status = EndpointDescription.Status.UPDATING;
    failureReason = Optional.empty();
    modifiedAt = at;
  }

  void endUpdate(Instant at, Optional<String> failure) {
    status = EndpointDescription.Status.IN_SERVICE;
    failureReason = failure;
    modifiedAt = at;
  }

  /** A variant at random by weight. */
  Optional<Variant> route(RandomGenerator random) {
    double total = variants.values().stream().mapToDouble(Variant::weight).sum();
    double left = random.nextDouble() * total;
    for (Variant variant : variants.values()) {
      left -= variant.weight();
      if (left < 0) {
        return Optional.of(variant);
      }
    }
    return variants.values().stream().findFirst();
  }

  EndpointDescription describe() {
    return new EndpointDescription(
        name,
        arn,
        configName,
        status,
        failureReason,
        createdAt,
        modifiedAt,
        variants.values().stream().map(this::describe).toList());
  }

  private EndpointDescription.Variant describe(Variant variant) {
    ServiceProfile profile = variant.profile();
    return new EndpointDescription.Variant(
        variant.name(),
        variant.modelName(),
        profile.instanceType(),
        variant.current(),
        variant.desired(),
        variant.weight(),
        variant.desiredWeight(),
        profile.image(),
        profile.resolvedImage(),
        createdAt,
        profile.routing());
  }
}

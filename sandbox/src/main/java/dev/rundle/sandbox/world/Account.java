package dev.rundle.sandbox.world;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The endpoints of the account, by name. Guarded by the engine's lock. */
final class Account {
  private final Arns arns;
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

  Account(Arns arns) {
    this.arns = arns;
  }

  void add(Endpoint endpoint) {
    endpoints.put(endpoint.name(), endpoint);
  }

  Iterable<Endpoint> endpoints() {
    return endpoints.values();
  }

  Optional<Endpoint> find(String name) {
    return Optional.ofNullable(endpoints.get(name));
  }

  Endpoint endpoint(String name) {
    return find(name)
        .orElseThrow(
            () ->
                WorldError.validation("Could not find endpoint \"" + arns.endpoint(name) + "\"."));
  }

  Variant variant(String endpoint, String variant) {
    return endpoint(endpoint)
        .findVariant(variant)
        .orElseThrow(
            () ->
                WorldError.validation(
                    "Could not find variant \""
                        + variant
                        + "\" of endpoint \""
                        + arns.endpoint(endpoint)
                        + "\"."));
  }

  /** Instances of a type that the endpoints want altogether. */
  int instancesWanted(String instanceType) {
    int sum = 0;
    for (Endpoint endpoint : endpoints.values()) {
      for (Variant variant : endpoint.variants()) {
        if (variant.profile().instanceType().equals(instanceType)) {
          sum += variant.desired();
        }
      }
    }
    return sum;
  }
}

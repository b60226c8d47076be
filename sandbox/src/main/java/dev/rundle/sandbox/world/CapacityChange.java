package dev.rundle.sandbox.world;

import java.util.Optional;
import java.util.OptionalInt;

/** What UpdateEndpointWeightsAndCapacities is asked for one variant. */
public record CapacityChange(
    String variant, OptionalInt desiredInstanceCount, Optional<Double> desiredWeight) {
  public static CapacityChange count(String variant, int count) {
    return new CapacityChange(variant, OptionalInt.of(count), Optional.empty());
  }
}

package dev.rundle.sandbox.world;

import java.util.OptionalInt;

/**
 * A fault with the requests it hits: of those that come, each with probability {@code share}, and
 * no more than {@code remaining} altogether if that is given. The first rule that hits a request
 * decides.
 *
 * @param id for removal
 * @param share 0..1
 */
public record FaultRule(
    String id, String endpoint, Fault fault, double share, OptionalInt remaining) {
  public FaultRule {
    Checks.that(share >= 0 && share <= 1, "share must be 0..1: " + share);
    Checks.that(remaining.orElse(0) >= 0, "remaining must not be negative");
  }
}

package dev.rundle.sandbox.world;

import java.time.Duration;

/** Conditions on settings; a violation is the caller's mistake. */
final class Checks {
  private Checks() {}

  static void that(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  static void positive(Duration duration, String name) {
    that(!duration.isNegative() && !duration.isZero(), name + " must be above zero: " + duration);
  }

  static void notNegative(Duration duration, String name) {
    that(!duration.isNegative(), name + " must not be negative: " + duration);
  }
}

package dev.rundle.sandbox.world;

import java.time.Duration;

/** What goes wrong with the next increase of a variant's capacity. */
public sealed interface ScaleOutFailure {
  /**
   * No machine is found: after this (real time, divided by speed) the endpoint is InService again
   * at the old count.
   */
  record NoCapacity(Duration after) implements ScaleOutFailure {
    public NoCapacity {
      Checks.notNegative(after, "time until the change is given up");
    }
  }

  /** The call is refused as if the quota were used up. */
  record QuotaExceeded() implements ScaleOutFailure {}

  /** Every stage takes this many times as long. */
  record SlowStart(double factor) implements ScaleOutFailure {
    public SlowStart {
      Checks.that(factor > 0 && factor <= 1_000, "factor: " + factor);
    }
  }
}

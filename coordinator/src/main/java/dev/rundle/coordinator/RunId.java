package dev.rundle.coordinator;

import java.util.random.RandomGenerator;

/** Names of runs: 12 hex digits, as in artifacts, journals and log folders. */
public final class RunId {
  private RunId() {}

  public static String next(RandomGenerator random) {
    return String.format("%012x", random.nextLong() & 0xffff_ffff_ffffL);
  }
}

package dev.rundle.simulations.ladder;

import java.nio.file.Path;
import java.util.Objects;

/**
 * One Gatling run for a ladder.
 *
 * @param name of the simulation; letters, digits and dashes
 * @param pool the largest concurrency that can be held
 * @param resultsFolder the run makes a folder of its own below it
 */
public record LadderSettings(String name, int pool, Path resultsFolder) {
  public LadderSettings {
    Objects.requireNonNull(resultsFolder, "resultsFolder");
    if (!name.matches("[A-Za-z0-9-]+")) {
      throw new IllegalArgumentException("not a simulation's name: " + name);
    }
    if (pool < 1) {
      throw new IllegalArgumentException("a pool holds at least one request, not " + pool);
    }
  }

  /**
   * Virtual users of the run. A user is on its way back to the gate for a moment after each call;
   * twice the pool makes sure that others wait there even when all calls end in the same instant.
   */
  int users() {
    return Math.multiplyExact(2, pool);
  }
}

package dev.rundle.cli.faults;

import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** Says aloud why the fault tests do not run, where they cannot. */
final class Obstacles {
  private Obstacles() {}

  static void skipWhereThereIsNoNetwork() {
    Optional<String> obstacle = FaultNetwork.obstacle();
    if (obstacle.isPresent()) {
      String why =
          "the fault tests are skipped, they need root and network namespaces: " + obstacle.get();
      // Maven counts a skipped test and keeps its reason to itself.
      System.err.println("[WARNING] " + why);
      throw new TestAbortedException(why);
    }
  }
}

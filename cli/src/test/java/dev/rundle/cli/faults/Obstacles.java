package dev.rundle.cli.faults;

import dev.rundle.cli.faults.Ladder.Ended;
import dev.rundle.model.artifact.QmaxArtifact;
import org.opentest4j.TestAbortedException;

/** Says aloud why the fault tests do not run, where they cannot. */
final class Obstacles {
  private Obstacles() {}

  static void skipWhereThereIsNoNetwork() {
    FaultNetwork.obstacle()
        .ifPresent(
            obstacle ->
                skip(
                    "the fault tests are skipped, they need root and network namespaces: "
                        + obstacle));
  }

  /**
   * A result that is withheld because this machine did not leave the agents the time that they need
   * is right, and tells nothing of the fault.
   */
  static void skipWhereTheMachineIsTooBusy(Ended ended) {
    ended
        .artifact()
        .flatMap(QmaxArtifact::withheldBecause)
        .filter(why -> why.contains("generator bound"))
        .ifPresent(why -> skip("this machine is too busy for a ladder to 600: " + why));
  }

  private static void skip(String why) {
    // Maven counts a skipped test and keeps its reason to itself.
    System.err.println("[WARNING] " + why);
    throw new TestAbortedException(why);
  }
}

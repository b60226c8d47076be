package dev.rundle.simulations.ladder;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * One Gatling run that lasts a whole ladder: looping virtual users, parked at a gate that lets as
 * many through as the current target says.
 */
public interface LadderRun {
  /**
   * Moves the gate. Raising takes effect at once; lowering lets requests in flight finish.
   *
   * @param concurrency requests to keep outstanding; 0 parks every user
   * @param group name of the report group for requests sent from now on; empty keeps them out of
   *     the report (warm-up)
   */
  void hold(int concurrency, String group);

  /** Requests outstanding now. */
  int inFlight();

  /**
   * Ends the run: parks the users, waits for requests in flight, closes the log.
   *
   * @return Gatling's binary log, or a failure if the run died
   */
  CompletableFuture<Path> finish();
}

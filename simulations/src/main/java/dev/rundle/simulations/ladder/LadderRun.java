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
   * Gatling's binary log, once the run has ended; a {@link dev.rundle.model.failure.RemoteFailure}
   * as soon as the run has died.
   */
  CompletableFuture<Path> log();

  /**
   * Ends the run: parks the users, waits for requests in flight, closes the log.
   *
   * @return {@link #log()}
   */
  CompletableFuture<Path> finish();

  /**
   * Ends the run at once: requests in flight are given up and count as failed. For the loss of
   * whoever ordered the load.
   *
   * @return {@link #log()}
   */
  CompletableFuture<Path> abort();
}

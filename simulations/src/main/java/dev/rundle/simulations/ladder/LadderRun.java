package dev.rundle.simulations.ladder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One Gatling run that lasts a whole ladder: looping virtual users, parked at a gate that lets as
 * many through as the current target says.
 */
public interface LadderRun {
  /**
   * Moves the gate. Raising takes effect at once, on the calling thread; lowering lets requests in
   * flight finish. May be called while another thread is still raising: what that has not sent yet
   * then follows the new target.
   *
   * @param concurrency requests to keep outstanding; 0 parks every user
   * @param group name of the report group for requests sent from now on; empty keeps them out of
   *     the report (warm-up)
   */
  void hold(int concurrency, String group);

  /** Requests outstanding now. */
  int inFlight();

  /**
   * Where the log grows while the run goes on; empty until its folder has been made, a moment after
   * the start. The file may not exist yet, lags behind by what is still buffered, and may end
   * within a record; it is only ever added to, and when {@link #log()} is there, it is that.
   */
  Optional<Path> logSoFar();

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
   * Ends the run at once: requests in flight are given up and count as failed. When this returns,
   * none is sent any more, so that the client can be closed, which cuts what is still open; a
   * client whose invoke blocks is waited for for a second. For the loss of whoever ordered the
   * load.
   *
   * @return {@link #log()}
   */
  CompletableFuture<Path> abort();
}

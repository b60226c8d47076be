package dev.rundle.coordinator;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A request to end a run early, made at most once, from any thread (a signal handler, say). Waits
 * end at once; restoring the endpoint still happens, because it waits on an interruption of its own
 * that nobody requests.
 */
public final class Interruption {
  private final CompletableFuture<String> requested = new CompletableFuture<>();

  /** Asks the run to end. Later requests are ignored. */
  public void request(String reason) {
    requested.complete(reason);
  }

  public boolean isRequested() {
    return requested.isDone();
  }

  /** Calls {@code action} when requested, or now if it already was. */
  public void whenRequested(Runnable action) {
    requested.thenRun(action);
  }

  /**
   * Throws if the end was requested.
   *
   * @throws Interrupted with the reason
   */
  public void check() {
    if (requested.isDone()) {
      throw new Interrupted(requested.join());
    }
  }

  /**
   * Waits in real time.
   *
   * @throws Interrupted as soon as the end is requested; also if this thread is interrupted
   */
  public void awaitAtMost(Duration duration) {
    try {
      requested.get(duration.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException whole) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted("the waiting thread was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    check();
  }
}

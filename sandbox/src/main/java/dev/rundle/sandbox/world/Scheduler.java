package dev.rundle.sandbox.world;

import java.time.Duration;

/** Runs something once, later. */
public interface Scheduler extends AutoCloseable {
  /** Runs the task after the delay, at once if it is zero or negative. Tasks must not block. */
  Cancellable schedule(Runnable task, Duration delay);

  @Override
  void close();

  /** A scheduled task. */
  @FunctionalInterface
  interface Cancellable {
    /** Has no effect once the task has begun. */
    void cancel();
  }
}

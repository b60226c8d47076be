package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time on one daemon thread. */
final class ThreadScheduler implements Scheduler {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadScheduler.class);

  private final ScheduledThreadPoolExecutor executor;

  private ThreadScheduler(ScheduledThreadPoolExecutor executor) {
    this.executor = executor;
  }

  static ThreadScheduler start() {
    var executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var thread = new Thread(task, "sandbox-world");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return new ThreadScheduler(executor);
  }

  @Override
  public Cancellable schedule(Runnable task, Duration delay) {
    try {
      Future<?> future =
          executor.schedule(() -> logged(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  private static void logged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      // An executor would swallow it, and the sandbox would stand still without a word.
      LOG.error("The sandbox's state failed to move on", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

package dev.rundle.agent;

import dev.rundle.model.time.Ticker;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls back on the dot. Actor timers turn a wheel in steps of 10 ms, which is all of the skew that
 * a rung's start may have.
 */
@FunctionalInterface
public interface PreciseTimer {
  /**
   * Runs a task once, on a thread of the timer.
   *
   * @param tickerNanos reading of the agent's {@link Ticker}; at once if it is past
   */
  void at(long tickerNanos, Runnable task);

  /** By {@link Ticker#system()}. Its few threads are shared by all agents of this JVM. */
  static PreciseTimer system() {
    return SystemTimer::at;
  }

  /** The threads behind {@link #system()}; started when first needed. */
  final class SystemTimer {
    private static final Logger LOG = LoggerFactory.getLogger(PreciseTimer.class);
    private static final ScheduledThreadPoolExecutor THREADS =
        new ScheduledThreadPoolExecutor(
            Runtime.getRuntime().availableProcessors(), SystemTimer::daemon);

    private SystemTimer() {}

    private static void at(long tickerNanos, Runnable task) {
      THREADS.schedule(
          () -> run(task),
          Math.max(0, tickerNanos - Ticker.system().nanos()),
          TimeUnit.NANOSECONDS);
    }

    private static void run(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException failure) {
        // An executor would keep it to itself.
        LOG.error("A timed task failed", failure);
      }
    }

    private static Thread daemon(Runnable task) {
      var thread = new Thread(task, "rundle-timer");
      thread.setDaemon(true);
      return thread;
    }
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The thread that waits for an answer, put to use meanwhile: it runs what actors hand to it, so
 * that listeners and watches are called on the run's own thread.
 */
final class CallingThread implements Executor {
  private static final Runnable WAKE_UP = () -> {};

  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /**
   * Runs tasks until the answer is there.
   *
   * @throws Interrupted if requested
   * @throws RuntimeException what the answer failed with
   */
  <T> T await(CompletableFuture<T> answer, Interruption interruption) {
    answer.whenComplete((value, failure) -> tasks.add(WAKE_UP));
    interruption.whenRequested(() -> tasks.add(WAKE_UP));
    try {
      while (true) {
        interruption.check();
        Runnable task = answer.isDone() ? tasks.poll() : tasks.take();
        if (task == null) {
          return answer.join();
        }
        task.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted("the waiting thread was interrupted");
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}

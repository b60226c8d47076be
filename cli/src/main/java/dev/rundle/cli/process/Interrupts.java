package dev.rundle.cli.process;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Turns a signal (Ctrl-C, SIGTERM, a closed terminal) into an orderly end: whatever a command
 * registered is told to stop, the command puts the endpoint back and returns, and only then the
 * process ends, with {@link ExitCodes#INTERRUPTED}.
 */
public final class Interrupts {
  private final Deque<Runnable> stops = new ArrayDeque<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicBoolean requested = new AtomicBoolean();
  private final AtomicReference<Optional<Runnable>> teller =
      new AtomicReference<>(Optional.empty());
  private final AtomicInteger exitCode = new AtomicInteger(ExitCodes.INTERRUPTED);

  /** Interrupts that only {@link #request()} raises. */
  public Interrupts() {}

  /** Interrupts raised by the signals that end this process. */
  public static Interrupts ofProcess(PrintStream err) {
    Interrupts interrupts = new Interrupts();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> interrupts.endOrderly(err), "rundle-interrupt"));
    return interrupts;
  }

  private void endOrderly(PrintStream err) {
    if (ended.getCount() == 0) {
      return; // a normal exit runs shutdown hooks too
    }
    if (isAnythingToStop()) {
      teller
          .get()
          .orElse(
              () -> {
                err.println();
                err.println("interrupted: stopping in good order");
              })
          .run();
    }
    request();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    err.flush();
    // System.exit would wait for this very hook; the other hooks have nothing that we need.
    Runtime.getRuntime().halt(exitCode.get());
  }

  private boolean isAnythingToStop() {
    synchronized (stops) {
      return !stops.isEmpty();
    }
  }

  /**
   * Registers how to stop what is about to start; called at once if the interrupt has come already.
   * The latest registered is stopped first.
   *
   * @return takes the registration back when closed
   */
  public Registration onInterrupt(Runnable stop) {
    synchronized (stops) {
      stops.push(stop);
    }
    if (requested.get()) {
      stop.run();
    }
    return () -> {
      synchronized (stops) {
        stops.remove(stop);
      }
    };
  }

  /**
   * Has somebody else tell of an interrupt, because the terminal's last lines are in use, say.
   *
   * @return ends that when closed
   */
  public Registration tellThrough(Runnable tell) {
    teller.set(Optional.of(tell));
    return () -> teller.set(Optional.empty());
  }

  /**
   * Raises the interrupt.
   *
   * @return true if anything had been registered, which now stops
   */
  public boolean request() {
    requested.set(true);
    Runnable[] now;
    synchronized (stops) {
      now = stops.toArray(Runnable[]::new);
    }
    for (Runnable stop : now) {
      stop.run();
    }
    return now.length > 0;
  }

  /** Whether the interrupt has been raised. */
  public boolean isRequested() {
    return requested.get();
  }

  /**
   * The command has returned.
   *
   * @param code what it returned; a failure to put things back outranks the interrupt
   */
  public void commandHasEnded(int code) {
    if (code == ExitCodes.FAILURE) {
      exitCode.set(code);
    }
    ended.countDown();
  }

  /** A registration that can be taken back. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}

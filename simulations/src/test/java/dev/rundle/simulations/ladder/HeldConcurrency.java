package dev.rundle.simulations.ladder;

import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungRecorder;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Prints how well concurrency is held: mean in-flight over N with a client whose calls take 60 ms.
 * A measurement, not a test; run it from an IDE or with {@code java -cp}.
 */
public final class HeldConcurrency {
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private HeldConcurrency() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("held");
    var recorder = new AtomicReference<RungRecorder>();
    var listener =
        new AttemptListener() {
          @Override
          public boolean onSent(long sentNanos) {
            recorder.get().onSent(sentNanos);
            return true;
          }

          @Override
          public void onEnded(Attempt attempt) {
            recorder.get().onEnded(attempt);
          }
        };
    try (var invoker = new SixtyMillis()) {
      var run =
          GatlingLadder.start(
              new LadderSettings("held", 250, folder), invoker, listener, () -> "hello");
      int rung = 0;
      for (int n : new int[] {50, 1, 5, 50, 200, 50}) {
        long opens = System.nanoTime() + SETTLE.toNanos();
        recorder.set(new RungRecorder("a", rung, 3_000_000_000L, opens, opens + WINDOW.toNanos()));
        run.hold(n, "rung-" + rung++);
        TimeUnit.NANOSECONDS.sleep(SETTLE.plus(WINDOW).toNanos());
        Interval all = recorder.get().drain(System.nanoTime(), GeneratorHealth.UNKNOWN);
        System.out.printf(
            Locale.ROOT,
            "N=%d mean in-flight %.3f = %.4f N, %.1f completed/s%n",
            n,
            all.inFlightNanos() / all.windowNanos(),
            all.inFlightNanos() / all.windowNanos() / n,
            all.completedInWindow() * 1e9 / all.windowNanos());
      }
      System.out.println(run.finish().get());
    }
  }

  /** A client without a network. */
  private static final class SixtyMillis implements StreamingInvoker {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

    @Override
    public void invoke(String text, Consumer<Attempt> whenEnded) {
      long sent = System.nanoTime();
      timer.schedule(
          () ->
              whenEnded.accept(
                  new Attempt(
                      sent, 20_000_000, System.nanoTime() - sent, -1, 100, 100, 0, Outcome.OK, "")),
          60,
          TimeUnit.MILLISECONDS);
    }

    @Override
    public int maxConcurrency() {
      return 1_000;
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}

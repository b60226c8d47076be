package dev.rundle.coordinator.cluster;

import dev.rundle.agent.InvokerFactory;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Answers every request after the same time, as a server without a queue would. */
final class FakeInvoker implements StreamingInvoker {
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final int maxConcurrency;
  private final Duration takes;
  private final Outcome outcome;

  private FakeInvoker(int maxConcurrency, Duration takes, Outcome outcome) {
    this.maxConcurrency = maxConcurrency;
    this.takes = takes;
    this.outcome = outcome;
  }

  static InvokerFactory answering(Outcome outcome, Duration takes) {
    return (target, maxConcurrency) -> new FakeInvoker(maxConcurrency, takes, outcome);
  }

  @Override
  public void invoke(String text, Consumer<Attempt> whenEnded) {
    long sent = System.nanoTime();
    timer.schedule(() -> whenEnded.accept(attempt(sent)), takes.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Attempt attempt(long sent) {
    long took = System.nanoTime() - sent;
    return new Attempt(
        sent,
        outcome.isOk() ? took / 2 : -1,
        took,
        0,
        480,
        10_000_000,
        0,
        outcome,
        outcome.isOk() ? "" : "made to fail");
  }

  @Override
  public int maxConcurrency() {
    return maxConcurrency;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.Target;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.time.Ticker;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.ladder.AttemptListener;
import dev.rundle.simulations.ladder.LadderFactory;
import dev.rundle.simulations.ladder.LadderRun;
import dev.rundle.simulations.ladder.LadderSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Client and ladder of a run, driven by the test. Time stands still unless the test moves it. */
final class FakeLoad implements InvokerFactory, LadderFactory, Ticker, PreciseTimer {
  static final Path LOG = Path.of("/results/run/simulation.log");

  /** What the agent did with client and ladder, in order. */
  final List<String> done = new CopyOnWriteArrayList<>();

  /** Counted down by the first ladder that is aborted. */
  final CountDownLatch aborted = new CountDownLatch(1);

  private final TreeMap<Long, List<Runnable>> timed = new TreeMap<>();
  private volatile Path growing;
  private volatile boolean openAfterFinish;
  private volatile StreamingInvoker client;
  private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
  private volatile RuntimeException failureToOpen;
  private volatile CountDownLatch opening = new CountDownLatch(0);
  private volatile Ladder ladder;

  @Override
  public long nanos() {
    return nanos.get();
  }

  /** Moves the ticker, and runs on the way what is due. */
  void advanceMillis(long millis) {
    advanceNanos(millis * 1_000_000);
  }

  void advanceNanos(long more) {
    long target = nanos() + more;
    while (nextDueNanos() <= target) {
      jumpTo(nextDueNanos());
      runDue();
    }
    jumpTo(target);
  }

  /** Moves the ticker alone, as a process sees it that was stopped for a while. */
  void jumpTo(long newNanos) {
    nanos.accumulateAndGet(newNanos, Math::max);
  }

  /** When the next timed task is due; the end of time if there is none. */
  synchronized long nextDueNanos() {
    return timed.isEmpty() ? Long.MAX_VALUE : timed.firstKey();
  }

  void runDue() {
    while (nextDueNanos() <= nanos()) {
      List<Runnable> tasks;
      synchronized (this) {
        tasks = timed.pollFirstEntry().getValue();
      }
      tasks.forEach(Runnable::run);
    }
  }

  @Override
  public void at(long tickerNanos, Runnable task) {
    if (tickerNanos <= nanos()) {
      task.run();
      return;
    }
    synchronized (this) {
      timed.computeIfAbsent(tickerNanos, due -> new ArrayList<>()).add(task);
    }
  }

  /** Requests in flight do not end when the run is finished. */
  void keepOpenAfterFinish() {
    openAfterFinish = true;
  }

  /** Lets the log grow there. */
  void logGrowsAt(Path path) {
    growing = path;
  }

  void failToOpen(RuntimeException failure) {
    failureToOpen = failure;
  }

  /** Lets making the client last until the latch is counted down. */
  void openWhen(CountDownLatch released) {
    opening = released;
  }

  Ladder ladder() {
    return ladder;
  }

  @Override
  public StreamingInvoker open(Target target, int maxConcurrency) {
    if (failureToOpen != null) {
      throw failureToOpen;
    }
    done.add("open " + target.endpoint() + " for " + maxConcurrency);
    try {
      opening.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new StreamingInvoker() {
      @Override
      public void invoke(String text, Consumer<Attempt> whenEnded) {
        done.add("invoke " + text);
      }

      @Override
      public int maxConcurrency() {
        return maxConcurrency;
      }

      @Override
      public void close() {
        done.add("close client");
      }
    };
  }

  @Override
  public LadderRun start(
      LadderSettings settings,
      StreamingInvoker invoker,
      AttemptListener listener,
      Supplier<String> texts) {
    ladder = new Ladder(listener);
    client = invoker;
    done.add("start " + settings.name());
    return ladder;
  }

  /** A ladder whose calls begin and end when the test says so. */
  final class Ladder implements LadderRun {
    private final AttemptListener listener;
    private final CompletableFuture<Path> log = new CompletableFuture<>();
    private final List<Long> open = new ArrayList<>();

    Ladder(AttemptListener listener) {
      this.listener = listener;
    }

    /** A call begins now; true if it is part of the results. */
    boolean send() {
      open.add(nanos());
      return listener.onSent(nanos());
    }

    /** The oldest open call ends now. */
    void end(Outcome outcome, long ttfabMillis) {
      long sent = open.remove(0);
      listener.onEnded(
          new Attempt(
              sent,
              outcome.isOk() ? ttfabMillis * 1_000_000 : -1,
              nanos() - sent,
              -1,
              outcome.isOk() ? 100 : 0,
              0,
              0,
              outcome,
              outcome.isOk() ? "" : "by the test"));
    }

    void die(RuntimeException failure) {
      log.completeExceptionally(failure);
    }

    @Override
    public void hold(int concurrency, String group) {
      done.add("hold " + concurrency + (group.isEmpty() ? "" : " " + group));
    }

    /** What the agent's client makes of a call. */
    void invoke(String text, Consumer<Attempt> whenEnded) {
      client.invoke(text, whenEnded);
    }

    @Override
    public Optional<Path> logSoFar() {
      return Optional.ofNullable(growing);
    }

    @Override
    public int inFlight() {
      return open.size();
    }

    @Override
    public CompletableFuture<Path> log() {
      return log;
    }

    @Override
    public CompletableFuture<Path> finish() {
      done.add("finish");
      if (!openAfterFinish) {
        log.complete(LOG);
      }
      return log;
    }

    @Override
    public CompletableFuture<Path> abort() {
      done.add("abort");
      aborted.countDown();
      log.complete(LOG);
      return log;
    }
  }
}

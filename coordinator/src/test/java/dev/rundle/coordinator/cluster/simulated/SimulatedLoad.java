package dev.rundle.coordinator.cluster.simulated;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.ladder.AttemptListener;
import dev.rundle.simulations.ladder.LadderFactory;
import dev.rundle.simulations.ladder.LadderRun;
import dev.rundle.simulations.ladder.LadderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The load generators of any number of agents on one thread: requests are entries of a queue,
 * sorted by their ends. A slot's next request is sent at the very nanosecond at which its previous
 * one ended, however late this thread comes to it, so that exactly the share is in flight all the
 * time.
 *
 * <p>It keeps a record of its own of what was sent, against which the cluster's result can be held.
 */
public final class SimulatedLoad implements LadderFactory, AutoCloseable {
  private static final long LONGEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final SimulatedEndpoint endpoint;
  private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Call> open =
      new PriorityQueue<>(Comparator.comparingLong(call -> call.endNanos));
  private final Map<String, Tally> tallies = new HashMap<>();
  private final SplittableRandom dice = new SplittableRandom(20_260_301);
  private final Thread thread = new Thread(this::run, "simulated-load");
  private volatile boolean closed;

  public SimulatedLoad(SimulatedEndpoint endpoint) {
    this.endpoint = endpoint;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * What really was sent of one report group and counts, by all agents together.
   *
   * @param ttfabNanos of each that has ended, in no order
   */
  public record Record(long sent, List<Long> ttfabNanos) {}

  /** A client that is never called. */
  public static StreamingInvoker invoker(int maxConcurrency) {
    return new StreamingInvoker() {
      @Override
      public void invoke(String text, Consumer<Attempt> whenEnded) {
        throw new AssertionError("the simulated load makes no calls");
      }

      @Override
      public int maxConcurrency() {
        return maxConcurrency;
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  /** The record of a group so far. */
  public Record recordOf(String group) {
    return onThread(() -> tally(group).toRecord());
  }

  @Override
  public LadderRun start(
      LadderSettings settings,
      StreamingInvoker invoker,
      AttemptListener listener,
      Supplier<String> texts) {
    return new Ladder(listener, settings.resultsFolder().resolve(settings.name() + ".log"));
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
        order.run();
      }
      long now = System.nanoTime();
      while (!open.isEmpty() && open.peek().endNanos - now <= 0) {
        Call ended = open.poll();
        ended.ladder.ended(ended);
      }
      long idle = open.isEmpty() ? LONGEST_SLEEP_NANOS : open.peek().endNanos - System.nanoTime();
      if (idle > 0 && orders.isEmpty()) {
        LockSupport.parkNanos(this, Math.min(idle, LONGEST_SLEEP_NANOS));
      }
    }
  }

  private void order(Runnable order) {
    orders.add(order);
    LockSupport.unpark(thread);
  }

  private <T> T onThread(Supplier<T> question) {
    var answer = new CompletableFuture<T>();
    order(() -> answer.complete(question.get()));
    return answer.join();
  }

  /** A request on its way. */
  private record Call(
      Ladder ladder, String group, boolean counts, Attempt attempt, long endNanos) {}

  /** One agent's generator. All but the answers to questions happens on the one thread. */
  private final class Ladder implements LadderRun {
    private final AttemptListener listener;
    private final Path logFile;
    private final CompletableFuture<Path> log = new CompletableFuture<>();
    private volatile int inFlight;
    private int share;
    private String group = "";
    private boolean finishing;

    Ladder(AttemptListener listener, Path logFile) {
      this.listener = listener;
      this.logFile = logFile;
    }

    @Override
    public void hold(int concurrency, String newGroup) {
      order(
          () -> {
            share = concurrency;
            group = newGroup;
            long now = System.nanoTime();
            while (inFlight < share) {
              send(now);
            }
          });
    }

    private void send(long sentNanos) {
      SimulatedEndpoint.Answer answer = endpoint.arrive(dice.nextDouble());
      inFlight++;
      boolean counts = listener.onSent(sentNanos);
      if (counts) {
        tally(group).sent++;
      }
      var attempt =
          new Attempt(
              sentNanos,
              answer.ttfabNanos(),
              answer.fullNanos(),
              0,
              4_800,
              100_000_000,
              0,
              Outcome.OK,
              "");
      open.add(new Call(this, group, counts, attempt, sentNanos + answer.fullNanos()));
    }

    void ended(Call call) {
      endpoint.leave();
      inFlight--;
      // The next one is announced first: between the two a report could take the rung for over.
      if (inFlight < share) {
        send(call.endNanos);
      }
      listener.onEnded(call.attempt);
      if (call.counts) {
        tally(call.group).ttfabNanos.add(call.attempt.ttfabNanos());
      }
      if (finishing && inFlight == 0) {
        writeLog();
      }
    }

    private void writeLog() {
      try {
        log.complete(Files.writeString(logFile, logFile.getFileName().toString()));
      } catch (IOException e) {
        log.completeExceptionally(e);
      }
    }

    @Override
    public int inFlight() {
      return inFlight;
    }

    @Override
    public Optional<Path> logSoFar() {
      return Optional.of(logFile);
    }

    @Override
    public CompletableFuture<Path> log() {
      return log;
    }

    @Override
    public CompletableFuture<Path> finish() {
      order(
          () -> {
            share = 0;
            finishing = true;
            if (inFlight == 0) {
              writeLog();
            }
          });
      return log;
    }

    @Override
    public CompletableFuture<Path> abort() {
      order(
          () -> {
            share = 0;
            List<Call> others = new ArrayList<>();
            for (Call call : open) {
              if (call.ladder == this) {
                endpoint.leave();
              } else {
                others.add(call);
              }
            }
            open.clear();
            open.addAll(others);
            inFlight = 0;
            writeLog();
          });
      return log;
    }
  }

  private Tally tally(String group) {
    return tallies.computeIfAbsent(group, g -> new Tally());
  }

  private static final class Tally {
    long sent;
    final List<Long> ttfabNanos = new ArrayList<>();

    Record toRecord() {
      return new Record(sent, List.copyOf(ttfabNanos));
    }
  }
}

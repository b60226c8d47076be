package dev.rundle.simulations.ladder;

import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.time.Ticker;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.engine.EmbeddedGatling;
import dev.rundle.simulations.engine.UserLoop;
import dev.rundle.simulations.engine.VirtualUser;
import dev.rundle.simulations.gate.Gate;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link LadderRun} on embedded Gatling. Each call is logged as a group, whose time is the time
 * to first audio (the full time where the call failed), with one request {@value #REQUEST} below
 * it.
 */
public final class GatlingLadder implements LadderRun {
  /** Name of the request below each group. */
  public static final String REQUEST = "full response";

  private static final Logger LOG = LoggerFactory.getLogger(GatlingLadder.class);
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long LONGEST_INVOKE_NANOS = 1_000_000_000;
  private static final long BETWEEN_LOOKS_NANOS = 20_000;

  private final Gate gate = new Gate();
  private final StreamingInvoker invoker;
  private final AttemptListener listener;
  private final Supplier<String> texts;
  private final Ticker ticker;
  private final Clock clock;
  private final Set<Call> open = ConcurrentHashMap.newKeySet();

  /** Calls that are just being sent, and by which threads. */
  private final Map<Call, Thread> sending = new ConcurrentHashMap<>();

  private final AtomicInteger inFlight = new AtomicInteger();
  private final CompletableFuture<Path> log = new CompletableFuture<>();
  private volatile Path logSoFar;
  private volatile String group = "";
  private volatile boolean aborted;

  private GatlingLadder(
      StreamingInvoker invoker,
      AttemptListener listener,
      Supplier<String> texts,
      Ticker ticker,
      Clock clock) {
    this.invoker = invoker;
    this.listener = listener;
    this.texts = texts;
    this.ticker = ticker;
    this.clock = clock;
  }

  /**
   * Starts the run with all users parked; returns at once.
   *
   * @param texts asked once before every call, from several threads
   */
  public static GatlingLadder start(
      LadderSettings settings,
      StreamingInvoker invoker,
      AttemptListener listener,
      Supplier<String> texts) {
    var ladder = new GatlingLadder(invoker, listener, texts, Ticker.system(), Clock.systemUTC());
    var thread = new Thread(() -> ladder.run(settings), "ladder-" + settings.name());
    thread.setDaemon(true);
    thread.start();
    return ladder;
  }

  @Override
  public void hold(int concurrency, String newGroup) {
    group = newGroup;
    gate.setTarget(concurrency);
  }

  @Override
  public int inFlight() {
    return inFlight.get();
  }

  /** Users at the gate that wait for their turn. */
  int waiting() {
    return gate.parked();
  }

  @Override
  public Optional<Path> logSoFar() {
    return Optional.ofNullable(logSoFar);
  }

  @Override
  public CompletableFuture<Path> log() {
    return log.copy();
  }

  @Override
  public CompletableFuture<Path> finish() {
    gate.close();
    return log();
  }

  @Override
  public CompletableFuture<Path> abort() {
    aborted = true;
    gate.close();
    open.forEach(Call::abandon);
    awaitSending();
    return log();
  }

  /**
   * Waits until other threads have sent what they had begun to send before the run was aborted;
   * whatever comes later sees that it was. A client that blocks is not waited for for ever, and a
   * thread that is itself within a call waits for nobody, as somebody might wait for it.
   */
  private void awaitSending() {
    Map<Call, Thread> begun = Map.copyOf(sending);
    if (begun.containsValue(Thread.currentThread())) {
      return;
    }
    long givenUpAt = System.nanoTime() + LONGEST_INVOKE_NANOS;
    for (Call call : begun.keySet()) {
      while (sending.containsKey(call) && System.nanoTime() - givenUpAt < 0) {
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      }
    }
  }

  private void run(LadderSettings settings) {
    try {
      log.complete(
          EmbeddedGatling.run(
              settings.name(),
              settings.users(),
              settings.resultsFolder(),
              new Loop(),
              path -> logSoFar = path));
    } catch (Throwable failure) {
      gate.close();
      log.completeExceptionally(
          new RemoteFailure(
              "The load generator has stopped: " + failure,
              "Gatling could not run the ladder in " + settings.resultsFolder(),
              "check that the folder can be written to; see the log for details",
              failure));
    }
  }

  /**
   * An error of this JVM, out of memory as a rule, is no answer of the endpoint: what was measured
   * with it is worth nothing.
   */
  private void die(Error failure) {
    log.completeExceptionally(
        new RemoteFailure(
            "The load generator has stopped: " + failure,
            "that is an error of this process, not of the endpoint",
            "if it is out of memory, give it more (-Xmx) or a smaller share",
            failure));
    gate.close();
  }

  private final class Loop implements UserLoop {
    @Override
    public boolean goesOn() {
      return !gate.isClosed();
    }

    @Override
    public void turn(VirtualUser user) {
      gate.acquire(
          new Gate.User() {
            @Override
            public void admitted() {
              // On the thread that made room: a hop to the user's event loop costs 70 µs, which at
              // 60 ms a call is half of what the held concurrency may fall short of its target.
              new Call(user).send();
            }

            @Override
            public void dismissed() {
              user.next();
            }
          });
    }
  }

  /** One call of one user, from its admission to the end of its turn. */
  private final class Call {
    private final VirtualUser user;
    private final AtomicBoolean ended = new AtomicBoolean();
    private String groupAtSend = "";
    private long sentNanos;
    private long sentMillis;

    Call(VirtualUser user) {
      this.user = user;
    }

    void send() {
      // Announced before the look at the flag, so that an abort either is seen or sees this call.
      sending.put(this, Thread.currentThread());
      try {
        if (aborted) {
          user.execute(this::leave);
        } else {
          invoke();
        }
      } finally {
        sending.remove(this);
      }
    }

    private void invoke() {
      open.add(this);
      inFlight.incrementAndGet();
      String current = group;
      sentMillis = clock.millis();
      sentNanos = ticker.nanos();
      try {
        groupAtSend = listener.onSent(sentNanos) ? current : "";
        invoker.invoke(texts.get(), this::onEnded);
      } catch (Exception failure) {
        onEnded(failed(failure.toString()));
      } catch (Error failure) {
        die(failure);
        drop();
      }
      if (aborted) {
        abandon();
      }
    }

    private void onEnded(Attempt attempt) {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      open.remove(this);
      inFlight.decrementAndGet();
      try {
        listener.onEnded(asSentHere(attempt));
        if (!groupAtSend.isEmpty()) {
          log(attempt);
        }
      } catch (RuntimeException failure) {
        // The client's thread that brings the news can do nothing about it.
        LOG.error("An attempt could not be counted", failure);
      } catch (Error failure) {
        die(failure);
      } finally {
        endTurn();
      }
    }

    /** Ends the turn of a call that nobody can say anything about: it counts as nothing. */
    private void drop() {
      if (ended.compareAndSet(false, true)) {
        open.remove(this);
        inFlight.decrementAndGet();
        endTurn();
      }
    }

    private void endTurn() {
      if (sending.get(this) == Thread.currentThread()) {
        // A client that fails at once would keep this thread sending for ever.
        user.execute(this::leave);
      } else {
        leave();
      }
    }

    private void leave() {
      gate.release();
      user.next();
    }

    void abandon() {
      onEnded(failed("abandoned: the run was aborted"));
    }

    private Attempt failed(String reason) {
      return new Attempt(
          sentNanos, -1, ticker.nanos() - sentNanos, -1, 0, 0, 0, Outcome.CONNECTION, reason);
    }

    private Attempt asSentHere(Attempt attempt) {
      return new Attempt(
          sentNanos,
          attempt.ttfabNanos(),
          attempt.fullNanos(),
          attempt.connectionWaitNanos(),
          attempt.audioBytes(),
          attempt.audioNanos(),
          attempt.longestStallNanos(),
          attempt.outcome(),
          attempt.message());
    }

    private void log(Attempt attempt) {
      boolean ok = attempt.outcome().isOk();
      long fullMillis = Math.round(attempt.fullNanos() / NANOS_PER_MILLI);
      long groupMillis = ok ? Math.round(attempt.ttfabNanos() / NANOS_PER_MILLI) : fullMillis;
      user.log(
          groupAtSend,
          REQUEST,
          sentMillis,
          sentMillis + fullMillis,
          Math.toIntExact(groupMillis),
          ok ? null : attempt.outcome() + ": " + attempt.message());
    }
  }
}

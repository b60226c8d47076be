package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.ladder.AttemptListener;
import dev.rundle.simulations.ladder.LadderFactory;
import dev.rundle.simulations.ladder.LadderRun;
import dev.rundle.simulations.ladder.LadderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The load of one run on this agent: client, ladder, gate, and the rungs being counted. */
final class Load implements AttemptListener {
  private static final Duration LATE = Duration.ofMillis(20);

  private final AgentSettings settings;
  private final Prepare order;
  private final Lease lease;
  private final StreamingInvoker invoker;
  private final HealthWatch health;
  private final LiveRungs rungs;
  private final LadderRun ladder;
  private final GateMotion gate;
  private final CompletableFuture<Path> log;
  private final CompletableFuture<Path> broken = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile Consumer<WarmUp> onWarm = warm -> {};
  private volatile WarmUp warmUp;

  /** Hears how a rung comes about, on the timer's threads. */
  interface RungListener {
    /** The gate begins to move. */
    void begun(HoldRung rung, long startedNanos);

    /** The window is open. */
    void windowOpen(int rung, Instant at, int inFlight);
  }

  private Load(
      AgentSettings settings,
      Prepare order,
      Lease lease,
      RunLog runLog,
      StreamingInvoker client,
      HealthWatch health) {
    this.settings = settings;
    this.order = order;
    this.lease = lease;
    this.rungs =
        new LiveRungs(order.agentName(), order.target().slo().toNanos(), settings.ticker());
    this.invoker = new LicensedInvoker(client, lease, settings.ticker(), this::park);
    this.health = health;
    this.ladder = startLadder(settings.ladders());
    this.gate =
        new GateMotion(
            ladder, settings.ticker(), settings.timer(), lease, broken::completeExceptionally);
    runLog.growsAt(ladder::logSoFar);
    this.log = ladder.log().whenComplete((path, failure) -> runLog.close());
  }

  /**
   * Makes the client and starts the ladder with all users parked. Takes a second or so.
   *
   * @param lease nothing is sent once it is over
   * @throws dev.rundle.model.failure.RundleException if the target cannot be used
   */
  static Load start(AgentSettings settings, Prepare order, Lease lease, RunLog runLog) {
    StreamingInvoker client = settings.invokers().open(order.target(), order.pool());
    HealthWatch health = settings.health().get();
    try {
      return new Load(settings, order, lease, runLog, client, health);
    } catch (RuntimeException e) {
      health.close();
      client.close();
      throw e;
    }
  }

  private LadderRun startLadder(LadderFactory ladders) {
    String name = "ladder-" + (order.runId() + "-" + order.agentName()).replaceAll("\\W+", "-");
    return ladders.start(
        new LadderSettings(name, order.pool(), settings.resultsFolder()),
        invoker,
        this,
        roundAndRound(order.target().texts()));
  }

  /** Holds concurrency 1 until the warm-up is over, then nothing, and reports its end once. */
  void warmUp(Consumer<WarmUp> whenOver) {
    onWarm = whenOver;
    warmUp = new WarmUp(settings.ticker().nanos() + order.warmUp().toNanos());
    gate.now(1, "");
  }

  /** Holds a rung's share from its moment on and counts it; replaces one that has not begun yet. */
  void hold(HoldRung rung, RungListener listener) {
    rungs.await(rung);
    gate.onTime(
        rung,
        startedNanos -> {
          long opensAt = rungs.begin(rung, startedNanos);
          listener.begun(rung, startedNanos);
          settings.timer().at(opensAt, () -> windowOpen(rung.rung(), listener));
        });
  }

  private void windowOpen(int rung, RungListener listener) {
    listener.windowOpen(rung, settings.clock().instant(), ladder.inFlight());
  }

  /**
   * A rung's window is open. How the generator fared before that is nothing to its measurement,
   * unless another rung is still being counted, or this comes late: what held it up goes on within
   * the window.
   */
  void beginReports(int rung) {
    long lateNanos = rungs.announce(rung);
    if (rungs.count() == 1 && lateNanos < LATE.toNanos()) {
      health.sample();
    }
  }

  /** Closes the rung's window now, or as soon as it begins; the load stays as it is. */
  void closeWindow(int rung) {
    rungs.close(rung);
  }

  /** Closes all windows and holds nothing. */
  void release() {
    rungs.closeAll();
    gate.now(0, "");
  }

  /** What every rung has counted since the last call; rungs that are over leave. */
  List<Interval> drain() {
    return rungs.drain(health::sample);
  }

  boolean isCounting() {
    return rungs.count() > 0;
  }

  /** False before the rung has begun, and once its last interval was drained. */
  boolean isCounting(int rung) {
    return rungs.isLive(rung);
  }

  /** Gatling's log once the run has ended, or why it died. */
  CompletableFuture<Path> ended() {
    return CompletableFuture.anyOf(log, broken).thenApply(Path.class::cast);
  }

  /** Waits for what is in flight, then closes everything. */
  void finish() {
    ladder.finish().whenComplete((path, failure) -> close());
  }

  /**
   * Gives up what is in flight. The client closes at once, without waiting for Gatling: what is
   * open still costs the endpoint.
   */
  void abort() {
    lease.end();
    ladder.abort();
    // Not on the caller's thread, which may be an actor's: a client takes its time to close.
    var closing = new Thread(this::close, "rundle-abort");
    closing.setDaemon(true);
    closing.start();
  }

  private void close() {
    if (closed.compareAndSet(false, true)) {
      health.close();
      invoker.close();
    }
  }

  /** From within a call that was not sent: no order may be waited for here. */
  private void park() {
    ladder.hold(0, "");
  }

  @Override
  public boolean onSent(long sentNanos) {
    return rungs.onSent(sentNanos);
  }

  @Override
  public void onEnded(Attempt attempt) {
    rungs.onEnded(attempt);
    WarmUp warming = warmUp;
    if (warming != null && warming.isOverWith(attempt, settings.ticker().nanos())) {
      warmUp = null;
      // The user of this call still holds its place, so no further call slips out.
      gate.now(0, "");
      onWarm.accept(warming);
    }
  }

  private static Supplier<String> roundAndRound(List<String> texts) {
    var calls = new AtomicInteger();
    return () -> texts.get(Math.floorMod(calls.getAndIncrement(), texts.size()));
  }
}

package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungRecorder;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.ladder.AttemptListener;
import dev.rundle.simulations.ladder.LadderRun;
import dev.rundle.simulations.ladder.LadderSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The load of one run on this agent: client, ladder, and the recorders of the rungs that are still
 * being counted. A rung goes on being counted after its window until what was sent in it has ended,
 * so two rungs may be live at a time; each recorder sees every attempt and takes what is its own.
 */
final class Load implements AttemptListener {
  private final AgentSettings settings;
  private final Prepare order;
  private final StreamingInvoker invoker;
  private final HealthWatch health;
  private final List<LiveRung> live = new CopyOnWriteArrayList<>();
  private volatile LadderRun ladder;
  private volatile Runnable onWarm = () -> {};
  private volatile WarmUp warmUp;

  private Load(AgentSettings settings, Prepare order, StreamingInvoker invoker) {
    this.settings = settings;
    this.order = order;
    this.invoker = invoker;
    this.health = settings.health().get();
  }

  /**
   * Makes the client and starts the ladder with all users parked. Takes a second or so.
   *
   * @throws dev.rundle.model.failure.RundleException if the target cannot be used
   */
  static Load start(AgentSettings settings, Prepare order) {
    String name = "ladder-" + (order.runId() + "-" + order.agentName()).replaceAll("\\W+", "-");
    var ladder = new LadderSettings(name, order.pool(), settings.resultsFolder());
    StreamingInvoker invoker = settings.invokers().open(order.target(), order.pool());
    var load = new Load(settings, order, invoker);
    load.ladder =
        settings.ladders().start(ladder, invoker, load, roundAndRound(order.target().texts()));
    return load;
  }

  /** Holds concurrency 1 until the warm-up is over, then nothing, and reports its end once. */
  void warmUp(Consumer<WarmUp> whenOver) {
    var warming = new WarmUp(settings.ticker().nanos() + order.warmUp().toNanos());
    onWarm = () -> whenOver.accept(warming);
    warmUp = warming;
    ladder.hold(1, "");
  }

  /** Moves the gate and begins to count; the window opens after the rung has settled. */
  void hold(HoldRung rung) {
    closeWindows();
    long opensAt = settings.ticker().nanos() + rung.settle().toNanos();
    long closesAt = opensAt + rung.measure().toNanos();
    live.add(
        new LiveRung(
            rung.rung(),
            opensAt,
            closesAt,
            new RungRecorder(
                order.agentName(),
                rung.rung(),
                order.target().slo().toNanos(),
                opensAt,
                closesAt)));
    ladder.hold(rung.share(), rung.group());
  }

  /** Closes the rung's window now; the load stays as it is. */
  void closeWindow(int rung) {
    live.stream().filter(counted -> counted.rung == rung).forEach(this::close);
  }

  /** Closes all windows and holds nothing. */
  void release() {
    closeWindows();
    ladder.hold(0, "");
  }

  private void closeWindows() {
    live.forEach(this::close);
  }

  private void close(LiveRung rung) {
    rung.closeAt(settings.ticker().nanos());
  }

  /** What every live rung has counted since the last call; rungs that are over leave. */
  List<Interval> drain() {
    List<Interval> intervals = new ArrayList<>();
    GeneratorHealth sample = health.sample();
    for (LiveRung rung : live) {
      Interval interval = rung.recorder.drain(settings.ticker().nanos(), sample);
      intervals.add(interval);
      if (interval.last()) {
        live.remove(rung);
      }
    }
    return intervals;
  }

  boolean isCounting() {
    return !live.isEmpty();
  }

  /** False once the rung's last interval was drained. */
  boolean isCounting(int rung) {
    return live.stream().anyMatch(counted -> counted.rung == rung);
  }

  int inFlight() {
    return ladder.inFlight();
  }

  /** Gatling's log once the run has ended, or why it died. */
  CompletableFuture<Path> log() {
    return ladder.log();
  }

  /** Waits for what is in flight, then closes everything. */
  CompletableFuture<Path> finish() {
    return ladder.finish().whenComplete((log, failure) -> close());
  }

  /** Gives up what is in flight and closes everything. */
  void abort() {
    ladder.abort().whenComplete((log, failure) -> close());
  }

  private void close() {
    health.close();
    invoker.close();
  }

  @Override
  public boolean onSent(long sentNanos) {
    boolean counts = false;
    for (LiveRung rung : live) {
      rung.recorder.onSent(sentNanos);
      counts |= rung.isInWindow(sentNanos);
    }
    return counts;
  }

  @Override
  public void onEnded(Attempt attempt) {
    for (LiveRung rung : live) {
      rung.recorder.onEnded(attempt);
    }
    WarmUp warming = warmUp;
    if (warming != null && warming.isOverWith(attempt, settings.ticker().nanos())) {
      warmUp = null;
      // The user of this call still holds its place, so no further call slips out.
      ladder.hold(0, "");
      onWarm.run();
    }
  }

  private static Supplier<String> roundAndRound(List<String> texts) {
    var calls = new AtomicInteger();
    return () -> texts.get(Math.floorMod(calls.getAndIncrement(), texts.size()));
  }

  /** A rung that is still being counted. */
  private static final class LiveRung {
    final int rung;
    final RungRecorder recorder;
    private final long opensAtNanos;
    private volatile long closesAtNanos;

    LiveRung(int rung, long opensAtNanos, long closesAtNanos, RungRecorder recorder) {
      this.rung = rung;
      this.opensAtNanos = opensAtNanos;
      this.closesAtNanos = closesAtNanos;
      this.recorder = recorder;
    }

    void closeAt(long nowNanos) {
      closesAtNanos = Math.min(closesAtNanos, nowNanos);
      recorder.closeWindow(nowNanos);
    }

    boolean isInWindow(long nanos) {
      return nanos >= opensAtNanos && nanos < closesAtNanos;
    }
  }
}

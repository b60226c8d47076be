package dev.rundle.coordinator;

import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.ProbeListener;
import dev.rundle.coordinator.cluster.RunPlan;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.coordinator.cluster.RungWatch;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.outcome.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Load in simulated time on one instance that serves one request after the other: at concurrency N
 * every request takes N service times.
 */
public final class FakeCluster implements LoadCluster {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time;
  private final Duration service;
  public final List<String> calls = new ArrayList<>();
  public Interruption interruption = new Interruption();
  public boolean closed;

  /** Why a rung is void, if it is. */
  public Function<RungOrder, List<String>> voidReasons = order -> List.of();

  /** Called at each second of a rung. */
  public java.util.function.Consumer<RungOrder> eachSecond = order -> {};

  public Runnable onPrepare = () -> {};
  public Runnable onTakeIn = () -> {};
  public Duration startsIn = Duration.ZERO;
  public Runnable onFinish = () -> {};
  public Probe probe = (listener) -> {};

  /** What a held probe reports. */
  @FunctionalInterface
  public interface Probe {
    void held(ProbeListener listener);
  }

  public FakeCluster(ManualTime time, Duration service) {
    this.time = time;
    this.service = service;
  }

  public LoadCluster.Opener opener() {
    return (given, listener) -> {
      interruption = given;
      calls.add("open");
      listener.agentJoined("agent-1", 1, 1);
      return this;
    };
  }

  @Override
  public List<String> agents() {
    return List.of("agent-1");
  }

  @Override
  public void requireRoomFor(int concurrency) {
    calls.add("room for " + concurrency);
  }

  @Override
  public void prepare(RunPlan plan) {
    calls.add("prepare " + plan.highestConcurrency());
    onPrepare.run();
    time.timing().pause().pause(plan.warmUp(), interruption);
  }

  @Override
  public void takeIn() {
    onTakeIn.run();
  }

  @Override
  public Duration startsIn(int concurrency) {
    return startsIn;
  }

  @Override
  public RungMeasurement measure(RungOrder order, String group, RungWatch watch) {
    calls.add("measure " + order.concurrency() + " as " + group);
    time.timing().pause().pause(startsIn.plus(order.settle()), interruption);
    Instant opened = time.now();
    long seconds = 0;
    while (seconds < order.measure().toSeconds()) {
      time.timing().pause().pause(SECOND, interruption);
      seconds++;
      eachSecond.accept(order);
      RungProgress progress =
          new RungProgress(
              order,
              order.settle().plusSeconds(seconds),
              order.settle().plus(order.measure()),
              order.concurrency(),
              0,
              0,
              OptionalDouble.empty(),
              List.of());
      if (watch.look(progress) == RungWatch.Answer.CLOSE) {
        break;
      }
    }
    return measurement(order, opened, seconds);
  }

  private RungMeasurement measurement(RungOrder order, Instant opened, long seconds) {
    Duration full = service.multipliedBy(order.concurrency());
    double perSecond = 1e9 / service.toNanos();
    long n = Math.round(perSecond * seconds);
    var histogram = new LatencyHistogram();
    for (long i = 0; i < n; i++) {
      histogram.recordNanos(full.toNanos());
    }
    boolean over = full.compareTo(Duration.ofMillis(3_000)) > 0;
    List<RungMeasurement.IntervalCount> counts = new ArrayList<>();
    for (long s = 0; s < seconds; s++) {
      counts.add(new RungMeasurement.IntervalCount(n / seconds, over ? n / seconds : 0));
    }
    return new RungMeasurement(
        order,
        opened,
        opened.plusSeconds(seconds),
        Duration.ofSeconds(seconds).toNanos(),
        order.concurrency(),
        n,
        over ? n : 0,
        Map.of(Outcome.OK, n),
        perSecond,
        perSecond,
        full.toNanos(),
        histogram.encode(),
        histogram.encode(),
        LatencyHistogram.empty(),
        0,
        0,
        0,
        counts,
        List.of(),
        Optional.empty(),
        voidReasons.apply(order));
  }

  @Override
  public void hold(int concurrency, String group, ProbeListener listener) {
    calls.add("hold " + concurrency);
    probe.held(listener);
  }

  /** An agent's report of {@code count} requests that all took so long to their first audio. */
  public static Interval interval(long sequence, Duration covered, int count, Duration ttfab) {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < count; i++) {
      histogram.recordNanos(ttfab.toNanos());
    }
    return new Interval(
        "agent-1",
        -1,
        sequence,
        false,
        covered.toNanos(),
        0,
        count,
        0,
        Map.of(Outcome.OK, (long) count),
        count,
        count,
        histogram.encode(),
        histogram.encode(),
        LatencyHistogram.empty(),
        0,
        0,
        0,
        0,
        GeneratorHealth.UNKNOWN);
  }

  @Override
  public void release() {
    calls.add("release");
  }

  @Override
  public List<AgentLog> finish() {
    calls.add("finish");
    onFinish.run();
    return List.of(new AgentLog("agent-1", Path.of("simulation.log"), Duration.ZERO, true));
  }

  @Override
  public void close() {
    if (!closed) {
      calls.add("close");
    }
    closed = true;
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * An agent in simulated time, on a network in order but not without delay, that can be killed and
 * stand still. Its requests take 50 ms, or 4 s where the endpoint is overloaded; those that a
 * standstill catches are late.
 */
final class SimulatedAgent implements Link {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long FAST_NANOS = 50_000_000L;
  private static final long SLOW_NANOS = 4_000_000_000L;

  /** By count and duration; making one costs more than all the rest. */
  private static final Map<List<Long>, EncodedHistogram> HISTOGRAMS = new ConcurrentHashMap<>();

  private static final EncodedHistogram NO_WAIT = LatencyHistogram.empty();

  final String instance;
  final Capabilities capabilities;
  private final ManualTime time;
  private final long tickerOffset;
  private final Duration latency;
  private final Consumer<AgentEvent> coordinator;
  private final IntSupplier excess;

  boolean dead;
  private Instant standsUntil = Instant.MIN;
  private Instant lastArrival = Instant.MIN;
  private Instant lastSending = Instant.MIN;
  private Instant lastPing = Instant.MIN;
  private String runId = "";
  private String name = "";
  private int load;
  private AgentCommand.HoldRung rung;
  private long sequence;
  private Instant windowOpensAt;
  private Instant windowClosesAt;
  private Instant countedUntil;
  private boolean disturbed;
  private double carry;

  /** Whether its warm-up ever ends. */
  boolean getsReady = true;

  /** Commands of a run that it was told, by their names. */
  final List<String> told = new ArrayList<>();

  /** What to do with the next report: sent once, not at all, twice. */
  int copiesOfNextReport = 1;

  /** The last report, for one who sends it once more at another time. */
  AgentEvent.Counted lastReport;

  /**
   * @param excess requests at the endpoint beyond those that it can bear
   */
  SimulatedAgent(
      String instance,
      Capabilities capabilities,
      ManualTime time,
      long tickerOffset,
      Duration latency,
      Consumer<AgentEvent> coordinator,
      IntSupplier excess) {
    this.instance = instance;
    this.capabilities = capabilities;
    this.time = time;
    this.tickerOffset = tickerOffset;
    this.latency = latency;
    this.coordinator = coordinator;
    this.excess = excess;
    everySecond();
  }

  /** Requests that it keeps outstanding at this moment. */
  int load() {
    return dead || standsStill() ? 0 : load;
  }

  boolean standsStill() {
    return time.now().isBefore(standsUntil);
  }

  /** Neither computes nor talks for a while. */
  void standStill(Duration duration) {
    standsUntil = time.now().plus(duration);
    disturbed = true;
  }

  void kill() {
    dead = true;
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public void tell(AgentCommand command) {
    Instant arrival = later(time.now().plus(latency), lastArrival);
    lastArrival = arrival;
    time.after(Duration.between(time.now(), arrival), () -> awake(() -> receive(command)));
  }

  /** Runs when it does not stand still. */
  private void awake(Runnable action) {
    if (standsStill()) {
      time.after(Duration.between(time.now(), standsUntil), () -> awake(action));
    } else if (!dead) {
      action.run();
    }
  }

  private void receive(AgentCommand command) {
    checkLease();
    if (command instanceof AgentCommand.OfRun) {
      told.add(command.getClass().getSimpleName());
    }
    if (command instanceof AgentCommand.Ping ping) {
      if (ping.runId().equals(runId)) {
        lastPing = time.now();
      }
      send(new AgentEvent.Pong(instance, ping.sequence(), ticker(), time.now()));
    } else if (command instanceof AgentCommand.Prepare prepare) {
      stop();
      runId = prepare.runId();
      name = prepare.agentName();
      lastPing = time.now();
      String now = name;
      if (!getsReady) {
        return;
      }
      time.after(
          Duration.ofMillis(300),
          () -> awake(() -> send(new AgentEvent.Prepared(runId, now, 1, ""))));
    } else if (command instanceof AgentCommand.OfRun ofRun && ofRun.runId().equals(runId)) {
      receiveOfRun(ofRun);
    }
  }

  private void receiveOfRun(AgentCommand.OfRun command) {
    if (command instanceof AgentCommand.HoldRung order) {
      long wait = Math.max(0, order.startAtNanos() - ticker());
      time.after(Duration.ofNanos(wait), () -> awake(() -> begin(order)));
    } else if (command instanceof AgentCommand.CloseRung close
        && rung != null
        && rung.rung() == close.rung()) {
      windowClosesAt = later(windowOpensAt, time.now());
      report();
    } else if (command instanceof AgentCommand.Release) {
      load = 0;
    } else if (command instanceof AgentCommand.Finish) {
      send(new AgentEvent.Finished(runId, name, ""));
      stop();
    }
  }

  private void begin(AgentCommand.HoldRung order) {
    if (!order.runId().equals(runId)) {
      return;
    }
    rung = order;
    load = order.share();
    sequence = 0;
    carry = 0;
    disturbed = false;
    windowOpensAt = time.now().plus(order.ramp()).plus(order.settle());
    windowClosesAt = windowOpensAt.plus(order.measure());
    countedUntil = windowOpensAt;
    send(new AgentEvent.RungStarted(runId, name, order.rung(), ticker()));
    time.after(
        Duration.between(time.now(), windowOpensAt),
        () ->
            awake(
                () ->
                    send(
                        new AgentEvent.WindowOpened(
                            order.runId(), name, order.rung(), time.now(), load))));
  }

  private void everySecond() {
    time.after(
        SECOND,
        () ->
            awake(
                () -> {
                  checkLease();
                  report();
                  everySecond();
                }));
  }

  private void checkLease() {
    boolean over = time.now().isAfter(lastPing.plus(AgentCommand.LEASE));
    if (!runId.isEmpty() && over) {
      send(new AgentEvent.Failed(runId, name, "nothing was heard of the coordinator", true));
      stop();
    }
  }

  private void stop() {
    load = 0;
    rung = null;
    runId = "";
  }

  private void report() {
    if (rung == null || time.now().isBefore(windowOpensAt)) {
      return;
    }
    Instant until = windowClosesAt.isBefore(time.now()) ? windowClosesAt : time.now();
    long windowNanos = Math.max(0, Duration.between(countedUntil, until).toNanos());
    boolean last = !until.isBefore(windowClosesAt);
    Interval interval = interval(windowNanos, last);
    countedUntil = until;
    disturbed = false;
    lastReport = AgentEvent.Counted.of(runId, interval);
    for (int i = 0; i < copiesOfNextReport; i++) {
      send(lastReport);
    }
    copiesOfNextReport = 1;
    if (last) {
      rung = null;
    }
  }

  private Interval interval(long windowNanos, boolean last) {
    boolean late = disturbed || excess.getAsInt() > 0;
    long each = late ? SLOW_NANOS : FAST_NANOS;
    carry += (double) rung.share() * windowNanos / each;
    int ended = (int) carry;
    carry -= ended;
    EncodedHistogram times = histogram(ended, each);
    return new Interval(
        name,
        rung.rung(),
        sequence++,
        last,
        windowNanos,
        (double) rung.share() * windowNanos,
        ended,
        late ? ended : 0,
        ended == 0 ? Map.of() : Map.of(Outcome.OK, (long) ended),
        ended,
        ended,
        times,
        times,
        NO_WAIT,
        (double) ended * each,
        0,
        0,
        0,
        GeneratorHealth.UNKNOWN);
  }

  private static EncodedHistogram histogram(int count, long nanos) {
    return HISTOGRAMS.computeIfAbsent(
        List.of((long) count, nanos),
        key -> {
          var histogram = new LatencyHistogram();
          for (int i = 0; i < count; i++) {
            histogram.recordNanos(nanos);
          }
          return histogram.encode();
        });
  }

  private void send(AgentEvent event) {
    Instant arrival = later(time.now().plus(latency), lastSending);
    lastSending = arrival;
    time.after(
        Duration.between(time.now(), arrival),
        () -> {
          if (!standsStill()) {
            coordinator.accept(event);
          } else {
            time.after(Duration.between(time.now(), standsUntil), () -> coordinator.accept(event));
          }
        });
  }

  private long ticker() {
    return time.timing().ticker().nanos() + tickerOffset;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Of this build, with so many cores. */
  static Capabilities capabilities(int cores, long files) {
    return new Capabilities("0.1.0", "3.13.5", List.of("response-stream"), cores, files, 60_000);
  }
}

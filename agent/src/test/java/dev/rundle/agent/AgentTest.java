package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One agent in simulated time, and its coordinator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AgentTest {
  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  static final Duration SECOND = Duration.ofSeconds(1);
  static final String INSTANCE = "5f0c";

  /** Room for 1,000 connections. */
  static final Capabilities HOST =
      new Capabilities("1.2.3", "3.13.5", List.of("response-stream"), 4, 1_128, 28_232);

  private static final long STEP_NANOS = 1_000_000_000L;

  final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
  private final ManualTime time = ManualTime.get(kit.system());
  private final TestProbe<AgentEvent> pongs = kit.createTestProbe(AgentEvent.class);

  FakeLoad load;
  Health health;
  TestProbe<AgentEvent> coordinator;
  ActorRef<AgentCommand> agent;
  List<String> heard;

  @BeforeEach
  void spawn() {
    load = new FakeLoad();
    health = new Health();
    coordinator = kit.createTestProbe(AgentEvent.class);
    heard = new CopyOnWriteArrayList<>();
    agent =
        kit.spawn(
            AgentActor.create(
                new AgentSettings(
                    Path.of("/results"),
                    load,
                    load,
                    () -> health,
                    load,
                    load,
                    Clock.fixed(NOW, ZoneOffset.UTC),
                    SECOND,
                    () -> HOST),
                new Diary(heard),
                INSTANCE));
  }

  @AfterEach
  void stopAgent() {
    kit.stop(agent);
  }

  @AfterAll
  void shutDown() {
    kit.shutdownTestKit();
  }

  void ready(String run) {
    prepare(run, 60, Duration.ZERO);
    assertThat(expect(AgentEvent.Prepared.class))
        .isEqualTo(new AgentEvent.Prepared(run, "agent-1", 0, ""));
  }

  void prepare(String run, int pool, Duration warmUp) {
    agent.tell(prepareOrder(run, "agent-1", pool, warmUp));
  }

  AgentCommand.Prepare prepareOrder(String run, String name, int pool, Duration warmUp) {
    return new AgentCommand.Prepare(run, name, target(), pool, warmUp, coordinator.ref());
  }

  /** A rung of run-1 that begins now; returns when it has. */
  void hold(int rung, int share, String group, Duration settle, Duration measure) {
    order(rung, share, load.nanos(), Duration.ZERO, settle, measure, group);
    assertThat(expect(AgentEvent.RungStarted.class).rung()).isEqualTo(rung);
  }

  void order(
      int rung,
      int share,
      long startAtNanos,
      Duration ramp,
      Duration settle,
      Duration measure,
      String group) {
    agent.tell(
        new AgentCommand.HoldRung(
            "run-1", rung, share, startAtNanos, ramp, settle, measure, group));
  }

  /**
   * Time passes on the ticker and for all timers, while the coordinator of run-1 goes on pinging.
   */
  void pass(long millis) {
    long target = load.nanos() + millis * 1_000_000;
    while (load.nanos() < target) {
      long next = Math.min(target, Math.min(load.nanos() + STEP_NANOS, load.nextDueNanos()));
      long step = next - load.nanos();
      load.jumpTo(next);
      time.timePasses(Duration.ofNanos(step));
      ping("run-1");
      load.runDue();
      ping("run-1");
    }
  }

  /** Time passes for all timers and the ticker, and nothing is heard of the coordinator. */
  void passInSilence(long millis) {
    load.advanceMillis(millis);
    time.timePasses(Duration.ofMillis(millis));
  }

  /** Returns once the agent has answered, and so has handled everything sent before. */
  AgentEvent.Pong ping(String run) {
    agent.tell(new AgentCommand.Ping(run, 7, pongs.ref()));
    return pongs.expectMessageClass(AgentEvent.Pong.class);
  }

  void awaitDone(String what) {
    coordinator.awaitAssert(
        () -> {
          assertThat(load.done).contains(what);
          return null;
        });
  }

  Interval nextInterval() {
    return expect(AgentEvent.Counted.class).toInterval();
  }

  <T extends AgentEvent> T expect(Class<T> event) {
    return coordinator.expectMessageClass(event);
  }

  static AgentCommand.Target target() {
    return new AgentCommand.Target(
        "tts",
        "AllTraffic",
        "eu-central-1",
        "",
        "",
        "application/json",
        "",
        "${text}",
        false,
        24_000,
        2,
        1,
        Duration.ofSeconds(3),
        Duration.ofMinutes(8),
        List.of("Hello."));
  }

  /** Knows how late its event loops were, until it is asked. */
  static final class Health implements HealthWatch {
    private final AtomicLong latenessNanos = new AtomicLong();

    void late(Duration lateness) {
      latenessNanos.set(lateness.toNanos());
    }

    @Override
    public GeneratorHealth sample() {
      return new GeneratorHealth(0, 0, latenessNanos.getAndSet(0));
    }

    @Override
    public void close() {}
  }

  /** Writes down what the agent says to its own watcher. */
  private record Diary(List<String> lines) implements AgentListener {
    @Override
    public void joined(String coordinator) {
      lines.add("joined " + coordinator);
    }

    @Override
    public void refused(String coordinator, String reason) {
      lines.add("refused by " + coordinator + ": " + reason);
    }

    @Override
    public void preparing(String runId, String agent, String endpoint) {
      lines.add("preparing " + runId + " as " + agent + " on " + endpoint);
    }

    @Override
    public void ready(String runId) {
      lines.add("ready " + runId);
    }

    @Override
    public void holding(String runId, int rung, int share) {
      lines.add("holding " + share + " in rung " + rung);
    }

    @Override
    public void finished(String runId) {
      lines.add("finished " + runId);
    }

    @Override
    public void stopped(String runId, String reason) {
      lines.add("stopped " + runId + ": " + reason);
    }
  }
}

package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything real: actor, Gatling, AWS client, wire, and a simulated instance behind it. */
class AgentOnSandboxTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path results;

  @Test
  @Timeout(120)
  void holdsARungOnASimulatedInstance() throws Exception {
    ActorTestKit kit = ActorTestKit.create();
    try (Sandbox sandbox = Sandbox.start(SandboxSettings.defaults())) {
      TestProbe<AgentEvent> coordinator = kit.createTestProbe(AgentEvent.class);
      ActorRef<AgentCommand> agent = watchedAgent(kit);

      agent.tell(
          new AgentCommand.Prepare(
              "run-1",
              "agent-1",
              target(sandbox.url().toString()),
              10,
              Duration.ofMillis(500),
              coordinator.ref()));
      var prepared = coordinator.expectMessageClass(AgentEvent.Prepared.class, PATIENCE);
      assertThat(prepared.warmUpFailure()).isEmpty();
      assertThat(prepared.warmUpCalls()).isGreaterThanOrEqualTo(5);

      long start = System.nanoTime() + Duration.ofMillis(100).toNanos();
      agent.tell(
          new AgentCommand.HoldRung(
              "run-1",
              0,
              5,
              start,
              Duration.ofMillis(50),
              Duration.ofSeconds(1),
              Duration.ofSeconds(3),
              "rung-00"));
      var started = coordinator.expectMessageClass(AgentEvent.RungStarted.class, PATIENCE);
      assertThat(started.startedAtNanos()).isGreaterThanOrEqualTo(start);
      var opened = coordinator.expectMessageClass(AgentEvent.WindowOpened.class, PATIENCE);
      assertThat(opened.inFlight()).isBetween(4, 5);
      List<Interval> intervals = intervals(coordinator);
      LogChunk whileItGrows = fetch(kit, agent, 0);
      agent.tell(new AgentCommand.Finish("run-1"));
      var finished = coordinator.expectMessageClass(AgentEvent.Finished.class, PATIENCE);

      long sent = intervals.stream().mapToLong(Interval::sent).sum();
      long ok = intervals.stream().mapToLong(i -> i.outcomes().getOrDefault(Outcome.OK, 0L)).sum();
      double held =
          intervals.stream().mapToDouble(Interval::inFlightNanos).sum()
              / intervals.stream().mapToLong(Interval::windowNanos).sum();
      assertThat(intervals.stream().mapToLong(Interval::ended).sum()).isEqualTo(sent);
      assertThat(ok).isEqualTo(sent);
      // One slot of 55.9 ms: five outstanding wait for each other, whatever this machine does.
      var ttfab = LatencyHistogram.merged(intervals.stream().map(Interval::ttfab).toList());
      assertThat(ttfab.quantileMillis(0.5)).isGreaterThan(4 * 55.9);
      assertThat(held).isBetween(4.5, 5.0);
      Path log = Path.of(finished.logPath());
      assertThat(whileItGrows.end()).isFalse();
      LogChunk whole = fetch(kit, agent, 0);
      assertThat(whole.end()).isTrue();
      assertThat(whole.bytes()).isEqualTo(Files.readAllBytes(log)).isNotEmpty();
      assertThat(Arrays.copyOf(whole.bytes(), whileItGrows.bytes().length))
          .isEqualTo(whileItGrows.bytes());
    } finally {
      kit.shutdownTestKit();
    }
  }

  @Test
  @Timeout(60)
  void aWarmUpAgainstAnUnknownEndpointSaysSo() {
    ActorTestKit kit = ActorTestKit.create();
    try (Sandbox sandbox = Sandbox.start(SandboxSettings.defaults())) {
      TestProbe<AgentEvent> coordinator = kit.createTestProbe(AgentEvent.class);
      ActorRef<AgentCommand> agent = watchedAgent(kit);
      AgentCommand.Target target = target(sandbox.url().toString());

      agent.tell(
          new AgentCommand.Prepare(
              "run-1", "agent-1", named(target, "nobody"), 10, PATIENCE, coordinator.ref()));

      assertThat(
              coordinator.expectMessageClass(AgentEvent.Prepared.class, PATIENCE).warmUpFailure())
          .startsWith("all 5 calls of the warm-up failed, the last with INVALID")
          .contains("nobody");
    } finally {
      kit.shutdownTestKit();
    }
  }

  private static LogChunk fetch(ActorTestKit kit, ActorRef<AgentCommand> agent, long offset) {
    TestProbe<AgentEvent> collector = kit.createTestProbe(AgentEvent.class);
    agent.tell(new AgentCommand.FetchLog("run-1", offset, LogChunk.MOST_BYTES, collector.ref()));
    return collector.expectMessageClass(LogChunk.class, PATIENCE);
  }

  /** An agent whose coordinator pings it, as it must be to go on. */
  private ActorRef<AgentCommand> watchedAgent(ActorTestKit kit) {
    ActorRef<AgentCommand> agent = kit.spawn(AgentActor.create(AgentSettings.of(results)));
    ActorRef<AgentEvent> pongs = kit.createTestProbe(AgentEvent.class).ref();
    kit.spawn(
        Behaviors.<String>withTimers(
            timers -> {
              timers.startTimerAtFixedRate("ping", Duration.ofMillis(500));
              return Behaviors.receiveMessage(
                  due -> {
                    agent.tell(new AgentCommand.Ping("run-1", 0, pongs));
                    return Behaviors.same();
                  });
            }));
    return agent;
  }

  private static List<Interval> intervals(TestProbe<AgentEvent> coordinator) {
    List<Interval> intervals = new ArrayList<>();
    do {
      intervals.add(
          coordinator.expectMessageClass(AgentEvent.Counted.class, PATIENCE).toInterval());
    } while (!intervals.get(intervals.size() - 1).last());
    return intervals;
  }

  private static AgentCommand.Target named(AgentCommand.Target target, String endpoint) {
    return new AgentCommand.Target(
        endpoint,
        target.variant(),
        target.region(),
        target.credentialsProfile(),
        target.endpointUrl(),
        target.contentType(),
        target.accept(),
        target.bodyTemplate(),
        target.wav(),
        target.sampleRateHertz(),
        target.bytesPerSample(),
        target.channels(),
        target.slo(),
        target.invocationLimit(),
        target.texts());
  }

  private static AgentCommand.Target target(String url) {
    return new AgentCommand.Target(
        SandboxSettings.DEFAULT_ENDPOINT,
        SandboxSettings.DEFAULT_VARIANT,
        "",
        "",
        url,
        "application/json",
        "audio/pcm",
        "{\"text\":\"${text}\"}",
        false,
        24_000,
        2,
        1,
        Duration.ofSeconds(3),
        Duration.ofMinutes(8),
        List.of("Hello.", "How are you?"));
  }
}

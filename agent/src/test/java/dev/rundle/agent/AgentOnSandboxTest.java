package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything real: actor, Gatling, AWS client, wire, and a simulated instance behind it. */
class AgentOnSandboxTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path results;

  @Test
  @Timeout(120)
  void holdsARungOnASimulatedInstance() {
    ActorTestKit kit = ActorTestKit.create();
    try (Sandbox sandbox = Sandbox.start(SandboxSettings.defaults())) {
      TestProbe<AgentEvent> coordinator = kit.createTestProbe(AgentEvent.class);
      ActorRef<AgentCommand> agent = kit.spawn(AgentActor.create(AgentSettings.of(results)));

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

      agent.tell(
          new AgentCommand.HoldRung(
              "run-1", 0, 5, Duration.ofSeconds(1), Duration.ofSeconds(3), "rung-00"));
      var opened = coordinator.expectMessageClass(AgentEvent.WindowOpened.class, PATIENCE);
      assertThat(opened.inFlight()).isBetween(4, 5);
      List<Interval> intervals = intervals(coordinator);
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
      assertThat(Path.of(finished.logPath())).isNotEmptyFile();
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
      ActorRef<AgentCommand> agent = kit.spawn(AgentActor.create(AgentSettings.of(results)));
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

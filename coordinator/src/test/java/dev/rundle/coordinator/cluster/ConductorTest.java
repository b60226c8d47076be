package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.logs.LogCollector;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConductorTest {
  private final ActorTestKit kit = ActorTestKit.create();
  private final CompletableFuture<List<String>> ready = new CompletableFuture<>();
  private final TestProbe<AgentCommand> agent = kit.createTestProbe(AgentCommand.class);
  private final HeardCompany listener =
      new HeardCompany() {
        @Override
        public void refused(String address, String reason) {
          throw new IllegalStateException(reason);
        }
      };
  private final ActorRef<ConductorMessage> conductor =
      kit.spawn(
          Conductor.create(
              1, new Admission(HostCapabilities.read()), 200, listener, ready, Timing.system()));

  @AfterEach
  void shutDown() {
    kit.shutdownTestKit();
  }

  @Test
  void aRunWhoseLastAgentWasLostBeforeItsPreparationFailsAtOnceWithTheReason() throws Exception {
    var answer = new CompletableFuture<Void>();
    var plan =
        new RunPlan(
            "r1",
            Models.target("").forAgents(Models.kokoro()),
            8,
            Duration.ZERO,
            Path.of("target"));

    conductor.tell(new ConductorMessage.AgentCame(new AgentLink(agent.ref()), "10.0.0.7:25520"));
    introduce();
    answerPings();
    assertThat(ready.get(10, TimeUnit.SECONDS)).containsExactly("agent-1");
    conductor.tell(new ConductorMessage.AgentLost(new AgentLink(agent.ref()), "it stopped"));
    conductor.tell(new ConductorMessage.Prepare(plan, answer));

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(RemoteFailure.class)
        .hasMessage("no agent is left to hold load: agent-1 was lost: it stopped");
  }

  @Test
  void aMessageThatCannotBeTakenInIsNotTheEndOfTheRun() throws Exception {
    TestProbe<AgentCommand> stranger = kit.createTestProbe(AgentCommand.class);
    conductor.tell(new ConductorMessage.AgentCame(new AgentLink(stranger.ref()), "10.0.0.9:1"));
    stranger
        .expectMessageClass(AgentCommand.Introduce.class)
        .replyTo()
        .tell(
            new AgentEvent.Introduced(
                "i-9", new Capabilities("9.9.9", "3.13.5", List.of(), 2, 1_000, 60_000)));
    stranger.expectMessageClass(AgentCommand.Refuse.class);

    conductor.tell(new ConductorMessage.AgentCame(new AgentLink(agent.ref()), "10.0.0.7:25520"));
    introduce();
    answerPings();

    assertThat(ready.get(10, TimeUnit.SECONDS)).containsExactly("agent-1");
  }

  @Test
  void aCollectorThatDoesNotAnswerDoesNotHoldUpTheEnd() throws Exception {
    var logs = new CollectedLogs(kit.createTestProbe(LogCollector.Message.class).ref());
    var answer = new CompletableFuture<List<AgentLog>>();
    Path here = Path.of("simulation.log");

    logs.finish(Map.of("agent-1", here), CollectedLogs.ANSWER_GRACE.negated(), answer);

    assertThat(answer.get(10, TimeUnit.SECONDS))
        .containsExactly(new AgentLog("agent-1", here, Duration.ZERO, true));
  }

  private void introduce() {
    AgentCommand.Introduce who = agent.expectMessageClass(AgentCommand.Introduce.class);
    who.replyTo().tell(new AgentEvent.Introduced("i-1", HostCapabilities.read()));
  }

  private void answerPings() {
    for (int i = 0; i < Clocks.ENOUGH; i++) {
      AgentCommand.Ping ping = agent.expectMessageClass(AgentCommand.Ping.class);
      ping.replyTo()
          .tell(new AgentEvent.Pong("i-1", ping.sequence(), System.nanoTime(), Instant.now()));
    }
  }
}

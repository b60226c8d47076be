package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
  private final ActorRef<ConductorMessage> conductor =
      kit.spawn(
          Conductor.create(
              1,
              new Admission(HostCapabilities.read()),
              200,
              new HeardCompany(),
              ready,
              Timing.system()));

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

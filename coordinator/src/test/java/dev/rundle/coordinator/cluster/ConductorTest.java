package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
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
      kit.spawn(Conductor.create(1, (name, address, have) -> {}, ready, Timing.system()));

  @AfterEach
  void shutDown() {
    kit.shutdownTestKit();
  }

  @Test
  void aRunWhoseLastAgentWasLostBeforeItsPreparationFailsAtOnceWithTheReason() throws Exception {
    var answer = new CompletableFuture<Void>();
    var plan = new RunPlan("r1", Models.target("").forAgents(Models.kokoro()), 8, Duration.ZERO);

    conductor.tell(new ConductorMessage.AgentCame(agent.ref(), "10.0.0.7:25520"));
    assertThat(ready.get(10, TimeUnit.SECONDS)).containsExactly("agent-1");
    conductor.tell(new ConductorMessage.AgentLost(agent.ref(), "it stopped"));
    conductor.tell(new ConductorMessage.Prepare(plan, answer));

    assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(RemoteFailure.class)
        .hasMessage("no agent is left to hold load: agent-1 was lost: it stopped");
  }
}

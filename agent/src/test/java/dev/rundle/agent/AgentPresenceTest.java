package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;

/** What an agent answers in every state. */
class AgentPresenceTest extends AgentTest {
  @Test
  void introducesItselfWithWhatItsHostCanDo() {
    agent.tell(new AgentCommand.Introduce("9.9.9", coordinator.ref()));

    assertThat(expect(AgentEvent.Introduced.class))
        .isEqualTo(new AgentEvent.Introduced(INSTANCE, HOST));
  }

  @Test
  void aWatcherThatThrowsIsNotTheAgentsTrouble() {
    ActorRef<AgentCommand> watched =
        kit.spawn(
            AgentActor.create(
                AgentSettings.of(Path.of("/results")).withCapabilities(() -> HOST),
                new AgentListener() {
                  @Override
                  public void joined(String coordinator) {
                    throw new IllegalStateException("nobody home");
                  }
                },
                INSTANCE));

    watched.tell(new AgentCommand.Introduce("9.9.9", coordinator.ref()));
    expect(AgentEvent.Introduced.class);
    watched.tell(new AgentCommand.Ping("", 1, coordinator.ref()));
    expect(AgentEvent.Pong.class);
    watched.tell(new AgentCommand.Ping("", 2, coordinator.ref()));

    assertThat(expect(AgentEvent.Pong.class).sequence()).isEqualTo(2);
    kit.stop(watched);
  }

  @Test
  void whoPingsAfterItHasAskedHasTakenTheAgentIn() {
    agent.tell(new AgentCommand.Introduce("9.9.9", coordinator.ref()));
    expect(AgentEvent.Introduced.class);
    assertThat(heard).isEmpty();

    ping("");
    ping("");

    assertThat(heard).containsExactly("joined this process");
  }

  @Test
  void aRefusalIsSaidAndTheAgentWaitsForTheNextCoordinator() {
    agent.tell(new AgentCommand.Introduce("9.9.9", coordinator.ref()));
    agent.tell(new AgentCommand.Refuse("version 1.2.3 cannot work with 9.9.9"));
    ping("");
    agent.tell(new AgentCommand.Introduce("1.2.3", coordinator.ref()));
    ping("");
    // A ping is answered first and spoken of then; the answer to the next comes after both.
    ping("");

    assertThat(heard)
        .containsExactly(
            "refused by this process: version 1.2.3 cannot work with 9.9.9", "joined this process");
  }

  @Test
  void pingsAreAnsweredWithBothClocksInEveryState() {
    assertPong();

    var made = new CountDownLatch(1);
    load.openWhen(made);
    prepare("run-1", 60, Duration.ZERO);
    awaitDone("open tts for 60");
    assertPong();
    made.countDown();
    expect(AgentEvent.Prepared.class);
    assertPong();

    load.keepOpenAfterFinish();
    agent.tell(new AgentCommand.Finish("run-1"));
    awaitDone("finish");
    assertPong();
  }

  @Test
  void theAgentsOwnWatcherHearsTheRun() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ofSeconds(1), Duration.ofHours(1));
    agent.tell(new AgentCommand.Release("run-1"));
    agent.tell(new AgentCommand.Finish("run-1"));
    expect(AgentEvent.Finished.class);

    assertThat(heard)
        .containsExactly(
            "preparing run-1 as agent-1 on tts",
            "ready run-1",
            "holding 2 in rung 0",
            "holding 0 in rung 0",
            "finished run-1");
  }

  private void assertPong() {
    load.advanceMillis(10);
    assertThat(ping("run-1")).isEqualTo(new AgentEvent.Pong(INSTANCE, 7, load.nanos(), NOW));
  }
}

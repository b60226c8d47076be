package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentMessage;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.Test;

/** An agent never goes on loading an endpoint that nobody watches. */
class AgentLeaseTest extends AgentTest {
  private static final String SILENCE = "nothing was heard of the coordinator for 3.5 s";

  @Test
  void withoutAWordOfItsCoordinatorTheLoadEndsAfterThreeAndAHalfSecondsAndTheAgentIsIdle() {
    holding();

    passInSilence(3_500);
    ping("nobody's");
    assertThat(load.done).as("after 3.5 s to the dot").doesNotContain("abort");
    passInSilence(2);

    assertThat(failed()).isEqualTo(new AgentEvent.Failed("run-1", "agent-1", SILENCE, true));
    awaitDone("close client");
    assertThat(load.done).contains("abort");
    assertThat(heard).endsWith("stopped run-1: " + SILENCE);
    ready("run-2");
  }

  @Test
  void aPingOfItsRunEverySoOftenKeepsItGoing() {
    holding();

    for (int i = 0; i < 5; i++) {
      passInSilence(3_400);
      ping("run-1");
    }

    assertThat(load.done).doesNotContain("abort");
  }

  @Test
  void aPingOfAnotherRunOrOfNoneKeepsNothingGoing() {
    holding();

    for (int i = 0; i < 5; i++) {
      passInSilence(1_000);
      ping(i % 2 == 0 ? "run-2" : "");
    }

    assertThat(failed().mayReturn()).isTrue();
  }

  @Test
  void aCoordinatorThatIsUnreachableForAnotherAgentAloneIsObeyed() {
    holding();
    passInSilence(1_700);

    coordinatorIsCalledUnreachable();

    ping("run-1");
    assertThat(load.done).doesNotContain("abort");
  }

  @Test
  void aCoordinatorThatIsUnreachableFromHereEndsTheLoadAtOnce() {
    holding();
    passInSilence(1_800);

    coordinatorIsCalledUnreachable();

    assertThat(failed().reason()).isEqualTo("the coordinator is unreachable");
    awaitDone("abort");
  }

  @Test
  void aProcessThatWasStoppedSendsNothingMoreWhenItGoesOn() {
    holding();
    var ended = new ArrayList<Attempt>();
    load.ladder().invoke("before", ended::add);

    load.jumpTo(load.nanos() + Duration.ofSeconds(10).toNanos());
    load.ladder().invoke("after", ended::add);

    assertThat(load.done).contains("invoke before").doesNotContain("invoke after");
    assertThat(load.done).as("everybody is parked").endsWith("hold 0");
    assertThat(ended).extracting(Attempt::outcome).containsExactly(Outcome.CONNECTION);
  }

  @Test
  void aPingThatLayInABufferMeanwhileRevivesNothing() {
    holding();

    load.jumpTo(load.nanos() + Duration.ofSeconds(10).toNanos());
    ping("run-1");

    assertThat(failed().reason()).isEqualTo(SILENCE);
    awaitDone("abort");
    ready("run-2");
  }

  @Test
  void anOrderThatLayInABufferMeanwhileIsNotCarriedOut() {
    ready("run-1");

    load.jumpTo(load.nanos() + Duration.ofSeconds(10).toNanos());
    order(0, 2, 0, Duration.ZERO, Duration.ZERO, Duration.ofHours(8), "rung-00");

    assertThat(failed().reason()).isEqualTo(SILENCE);
    assertThat(load.done).doesNotContain("hold 2 rung-00");
  }

  @Test
  void aRungThatIsDueAfterTheLicenceIsOverNeverBegins() {
    ready("run-1");
    order(
        0,
        2,
        load.nanos() + Duration.ofSeconds(5).toNanos(),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofHours(8),
        "rung-00");
    ping("");

    load.advanceMillis(6_000);
    ping("");

    failed();
    assertThat(load.done).doesNotContain("hold 2 rung-00");
  }

  @Test
  void whileItIsStillBeingPreparedItEndsTooAndTheClientIsClosed() {
    var made = new CountDownLatch(1);
    load.openWhen(made);
    prepare("run-1", 60, Duration.ofHours(1));
    awaitDone("open tts for 60");

    passInSilence(3_502);
    assertThat(expect(AgentEvent.Failed.class).mayReturn()).isTrue();
    made.countDown();

    awaitDone("close client");
    assertThat(load.done).doesNotContain("hold 1");
  }

  @Test
  void whileItFinishesItEndsTooAndSaysThatItDidNotFinish() {
    ready("run-1");
    load.keepOpenAfterFinish();
    agent.tell(new AgentCommand.Finish("run-1"));
    awaitDone("finish");

    passInSilence(3_502);

    assertThat(expect(AgentEvent.Failed.class).reason()).isEqualTo(SILENCE);
    awaitDone("abort");
  }

  @Test
  void anotherCoordinatorsOrderThatFindsTheLicenceOverIsTakenAtOnce() {
    holding();
    TestProbe<AgentEvent> next = kit.createTestProbe(AgentEvent.class);

    load.jumpTo(load.nanos() + Duration.ofSeconds(10).toNanos());
    agent.tell(
        new AgentCommand.Prepare("run-2", "agent-1", target(), 60, Duration.ZERO, next.ref()));

    failed();
    assertThat(next.expectMessageClass(AgentEvent.Prepared.class).runId()).isEqualTo("run-2");
  }

  @Test
  void theSameRunUnderANewNameReplacesTheLoadThatIsThere() {
    holding();

    agent.tell(prepareOrder("run-1", "agent-4", 60, Duration.ZERO));

    assertThat(expect(AgentEvent.Prepared.class).agent()).isEqualTo("agent-4");
    assertThat(load.done).containsSubsequence("abort", "start ladder-run-1-agent-4");
    // The end of the old load, which comes some time later, is nothing to the new one.
    hold(1, 3, "rung-01", Duration.ZERO, Duration.ofHours(8));
    assertThat(expect(AgentEvent.WindowOpened.class).agent()).isEqualTo("agent-4");
  }

  @Test
  void ordersThatComeAfterTheEndDoNothing() {
    holding();
    passInSilence(3_502);
    failed();

    agent.tell(new AgentCommand.Finish("run-1"));
    agent.tell(new AgentCommand.Release("run-1"));
    order(1, 5, 0, Duration.ZERO, Duration.ZERO, Duration.ofHours(8), "rung-01");
    ping("run-1");

    coordinator.expectNoMessage();
    assertThat(load.done).doesNotContain("finish", "hold 0", "hold 5 rung-01");
    ready("run-2");
  }

  private void coordinatorIsCalledUnreachable() {
    agent
        .<AgentMessage>unsafeUpcast()
        .tell(new Own.NodeUnreachable(coordinator.ref().path().address()));
  }

  /** Two requests are held, in a window that stays open. */
  private void holding() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ZERO, Duration.ofHours(8));
    expect(AgentEvent.WindowOpened.class);
  }

  /** The next failure; reports before it are passed over. */
  private AgentEvent.Failed failed() {
    List<AgentEvent> events = new ArrayList<>();
    do {
      events.add(coordinator.receiveMessage());
    } while (!(events.get(events.size() - 1) instanceof AgentEvent.Failed));
    return (AgentEvent.Failed) events.get(events.size() - 1);
  }
}

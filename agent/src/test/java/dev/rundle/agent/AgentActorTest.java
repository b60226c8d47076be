package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.Test;

/** The agent's conversation with its coordinator, in simulated time. */
class AgentActorTest extends AgentTest {
  @Test
  void warmsUpAtConcurrencyOneUntilTheTimeIsOver() {
    prepare("run-1", 60, Duration.ofSeconds(10));
    awaitDone("hold 1");

    for (int call = 1; call <= 200; call++) {
      assertThat(load.ladder().send()).isFalse();
      load.advanceMillis(60);
      load.ladder().end(Outcome.OK, 25);
      ping("run-1");
      if (load.done.contains("hold 0")) {
        break;
      }
    }

    // 10 s hold 166.7 calls of 60 ms: the 167th is the first to end after them.
    assertThat(expect(AgentEvent.Prepared.class))
        .isEqualTo(new AgentEvent.Prepared("run-1", "agent-1", 167, ""));
    assertThat(load.done)
        .containsExactly("open tts for 60", "start ladder-run-1-agent-1", "hold 1", "hold 0");
  }

  @Test
  void aShortWarmUpStillMakesItsFiveCalls() {
    prepare("run-1", 60, Duration.ofMillis(1));
    awaitDone("hold 1");

    warmUpCalls(5, Outcome.OK);

    assertThat(expect(AgentEvent.Prepared.class).warmUpCalls()).isEqualTo(5);
  }

  @Test
  void aWarmUpWhoseCallsAllFailIsOverAtOnceAndSaysWhy() {
    prepare("run-1", 60, Duration.ofHours(1));
    awaitDone("hold 1");

    warmUpCalls(5, Outcome.MODEL_ERROR);

    assertThat(expect(AgentEvent.Prepared.class).warmUpFailure())
        .isEqualTo("all 5 calls of the warm-up failed, the last with MODEL_ERROR: by the test");
  }

  @Test
  void aWarmUpOfZeroMakesNoCall() {
    ready("run-1");

    assertThat(load.done).doesNotContain("hold 1");
  }

  @Test
  void aRungIsSettledMeasuredAndFollowedToTheEndOfItsLastCall() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ofSeconds(1), Duration.ofSeconds(2));
    awaitDone("hold 2 rung-00");
    assertThat(load.ladder().send()).as("sent while settling").isFalse();
    pass(1_000);
    assertThat(expect(AgentEvent.WindowOpened.class))
        .isEqualTo(new AgentEvent.WindowOpened("run-1", "agent-1", 0, NOW, 1));
    assertThat(load.ladder().send()).as("sent in the window").isTrue();
    pass(500);
    load.ladder().end(Outcome.OK, 25);
    pass(500);

    Interval first = nextInterval();
    assertThat(first.sequence()).isZero();
    assertThat(first.last()).isFalse();
    assertThat(first.windowNanos()).isEqualTo(1_000_000_000L);
    assertThat(first.sent()).isEqualTo(1);
    assertThat(first.ended()).as("the call sent while settling is none of ours").isZero();
    assertThat(first.endedInWindow()).isEqualTo(1);
    // The call from before the window was open for half a second of it, ours for all of it.
    assertThat(first.inFlightNanos()).isEqualTo(1.5e9);

    pass(1_000);
    Interval second = nextInterval();
    assertThat(second.last()).as("the window is over, but our call is open").isFalse();
    assertThat(load.ladder().send()).as("sent after the window").isFalse();
    pass(500);
    load.ladder().end(Outcome.TRUNCATED, 0);
    pass(500);
    Interval last = nextInterval();
    assertThat(last.last()).isTrue();
    assertThat(last.sequence()).isEqualTo(2);
    assertThat(last.outcomes()).isEqualTo(Map.of(Outcome.TRUNCATED, 1L));
    assertThat(last.overSlo()).isEqualTo(1);

    pass(5_000);
    ping("run-1");
    assertThat(load.done).as("load goes on until released").doesNotContain("hold 0");
  }

  @Test
  void closingARungEndsItsWindowAndNotTheLoad() {
    ready("run-1");
    hold(0, 2, "rung-00", SECOND, Duration.ofHours(8));
    awaitDone("hold 2 rung-00");
    pass(1_000);
    expect(AgentEvent.WindowOpened.class);
    load.ladder().send();
    pass(1_000);
    assertThat(nextInterval().last()).isFalse();

    load.ladder().end(Outcome.OK, 900);
    agent.tell(new AgentCommand.CloseRung("run-1", 0));
    ping("run-1");
    load.advanceMillis(1);
    assertThat(load.ladder().send()).isFalse();
    pass(1_000);

    assertThat(nextInterval().last()).isTrue();
    assertThat(load.done.get(load.done.size() - 1)).isEqualTo("hold 2 rung-00");
  }

  @Test
  void releasingParksEverybodyAndTheRungIsStillCountedToItsEnd() {
    ready("run-1");
    hold(0, 2, "rung-00", SECOND, Duration.ofHours(8));
    awaitDone("hold 2 rung-00");
    pass(1_000);
    expect(AgentEvent.WindowOpened.class);
    load.ladder().send();
    load.advanceMillis(1);

    agent.tell(new AgentCommand.Release("run-1"));
    awaitDone("hold 0");
    pass(1_000);
    assertThat(nextInterval().last()).isFalse();
    load.ladder().end(Outcome.OK, 25);
    pass(1_000);

    Interval last = nextInterval();
    assertThat(last.last()).isTrue();
    assertThat(last.outcomes()).isEqualTo(Map.of(Outcome.OK, 1L));
  }

  @Test
  void theNextRungMayBeginWhileTheLastOneIsStillCounted() {
    ready("run-1");
    hold(0, 1, "rung-00", SECOND, Duration.ofHours(8));
    awaitDone("hold 1 rung-00");
    pass(1_000);
    expect(AgentEvent.WindowOpened.class);
    load.ladder().send();
    load.advanceMillis(1);

    // The window opens between two reports, so that the order of what follows is certain.
    hold(1, 5, "rung-01", Duration.ofMillis(500), Duration.ofSeconds(30));
    awaitDone("hold 5 rung-01");
    load.ladder().end(Outcome.OK, 25);
    pass(500);
    expect(AgentEvent.WindowOpened.class);
    pass(1_000);

    List<Interval> intervals = List.of(nextInterval(), nextInterval());
    assertThat(intervals)
        .extracting(Interval::rung, Interval::last, Interval::ended)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(0, true, 1L),
            org.assertj.core.groups.Tuple.tuple(1, false, 0L));
  }

  @Test
  void aRungIsNotReportedBeforeItsWindowIsOpenAlsoWhileTheLastOneIs() {
    ready("run-1");
    hold(0, 1, "rung-00", SECOND, Duration.ofHours(8));
    awaitDone("hold 1 rung-00");
    pass(1_000);
    expect(AgentEvent.WindowOpened.class);
    load.ladder().send();
    load.advanceMillis(1);

    hold(1, 5, "rung-01", Duration.ofMillis(2_500), Duration.ofSeconds(30));
    awaitDone("hold 5 rung-01");
    pass(2_500);
    assertThat(List.of(nextInterval(), nextInterval()))
        .extracting(Interval::rung, Interval::sequence)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 0L), org.assertj.core.groups.Tuple.tuple(0, 1L));
    expect(AgentEvent.WindowOpened.class);
    pass(1_000);

    List<Interval> intervals = List.of(nextInterval(), nextInterval());
    assertThat(intervals)
        .extracting(Interval::rung, Interval::sequence, Interval::windowNanos)
        .contains(org.assertj.core.groups.Tuple.tuple(1, 0L, 1_000_000_000L));
  }

  @Test
  void howTheGeneratorFaredBeforeTheWindowIsForgottenIfThatOpensInTime() {
    assertThat(firstLatenessIfTheWindowOpensLateBy(19)).isEqualTo(Duration.ZERO);
  }

  @Test
  void aPauseOverTheOpeningOfTheWindowIsReported() {
    assertThat(firstLatenessIfTheWindowOpensLateBy(20)).isEqualTo(Duration.ofMillis(900));
  }

  private Duration firstLatenessIfTheWindowOpensLateBy(long millis) {
    ready("run-1");
    hold(0, 2, "rung-00", SECOND, Duration.ofHours(8));
    health.late(Duration.ofMillis(900));

    load.jumpTo(load.nanos() + (1_000 + millis) * 1_000_000);
    load.runDue();
    expect(AgentEvent.WindowOpened.class);
    pass(1_000);

    return Duration.ofNanos(nextInterval().health().eventLoopLatenessNanos());
  }

  @Test
  void aShareOfNothingIsReportedToo() {
    ready("run-1");
    hold(0, 0, "rung-00", Duration.ZERO, SECOND);
    awaitDone("hold 0 rung-00");
    pass(1);
    expect(AgentEvent.WindowOpened.class);
    pass(999);
    pass(1_000);

    Interval last = nextInterval();
    assertThat(last.last()).isTrue();
    assertThat(last.sent()).isZero();
    assertThat(last.windowNanos()).isEqualTo(1_000_000_000L);
  }

  @Test
  void commandsOfAnotherRunAreIgnored() {
    ready("run-1");

    agent.tell(
        new AgentCommand.HoldRung(
            "run-0", 0, 9, 0, Duration.ZERO, Duration.ZERO, SECOND, "rung-00"));
    agent.tell(new AgentCommand.Release("run-0"));
    agent.tell(new AgentCommand.Finish("run-0"));
    hold(0, 1, "rung-00", Duration.ZERO, SECOND);

    awaitDone("hold 1 rung-00");
    assertThat(load.done).doesNotContain("hold 9 rung-00", "hold 0", "finish");
  }

  @Test
  void anotherRunIsToldThatTheAgentIsBusy() {
    ready("run-1");

    prepare("run-2", 60, Duration.ZERO);

    assertThat(expect(AgentEvent.Failed.class))
        .isEqualTo(new AgentEvent.Failed("run-2", "agent-1", "busy with run run-1", true));
  }

  @Test
  void finishingReportsTheLogAndTheAgentIsReadyForTheNextRun() {
    ready("run-1");

    agent.tell(new AgentCommand.Finish("run-1"));

    assertThat(expect(AgentEvent.Finished.class))
        .isEqualTo(new AgentEvent.Finished("run-1", "agent-1", FakeLoad.LOG.toString()));
    assertThat(load.done).endsWith("finish", "close client");
    ready("run-2");
  }

  @Test
  void aTargetThatCannotBeUsedIsReportedWithItsReason() {
    load.failToOpen(new BadInput("Profile x is unknown", "not in ~/.aws/config", "add it"));

    prepare("run-1", 60, Duration.ZERO);

    assertThat(expect(AgentEvent.Failed.class).reason())
        .isEqualTo("Profile x is unknown: not in ~/.aws/config; add it");
  }

  @Test
  void aLoadGeneratorThatDiesIsReportedAndTheAgentIsIdleAgain() {
    ready("run-1");

    load.ladder().die(new RemoteFailure("The load generator has stopped", "disk full", ""));

    assertThat(expect(AgentEvent.Failed.class).reason())
        .isEqualTo("The load generator has stopped: disk full");
    assertThat(load.done).contains("abort");
    ready("run-2");
  }

  @Test
  void moreThanThePoolCannotBeHeld() {
    ready("run-1");

    order(3, 61, 0, Duration.ZERO, Duration.ZERO, SECOND, "rung-03");

    assertThat(expect(AgentEvent.Failed.class))
        .isEqualTo(
            new AgentEvent.Failed(
                "run-1", "agent-1", "rung 3 asks for 61 requests of a pool of 60", false));
    awaitDone("close client");
    assertThat(load.done).contains("abort");
    ready("run-2");
  }

  @Test
  void aRungWithoutTimeCannotBeHeld() {
    ready("run-1");

    order(3, 6, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO, "rung-03");

    assertThat(expect(AgentEvent.Failed.class).reason())
        .isEqualTo("rung 3 cannot be timed: ramp PT0S, settle PT0S, measure PT0S");
  }

  @Test
  void aPoolOfNothingAndAnEmptyCorpusAreRefused() {
    prepare("run-1", 0, Duration.ZERO);
    assertThat(expect(AgentEvent.Failed.class).reason())
        .isEqualTo("a pool of 0 users can hold nothing");

    agent.tell(prepareOrder("run-1", "agent-1", 1_001, Duration.ZERO));
    assertThat(expect(AgentEvent.Failed.class))
        .isEqualTo(
            new AgentEvent.Failed(
                "run-1",
                "agent-1",
                "there is room for 1000 connections and 1001 are needed: 1128 more file descriptors"
                    + " may be opened and there are 28232 local ports; raise the limits, e.g."
                    + " ulimit -n",
                false));
  }

  @Test
  void whenTheCoordinatorStopsTheLoadStopsAndTheAgentIsIdleAgain() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ZERO, Duration.ofHours(8));
    awaitDone("hold 2 rung-00");

    coordinator.stop();

    awaitDone("close client");
    assertThat(load.done).contains("abort");
    TestProbe<AgentEvent> next = kit.createTestProbe(AgentEvent.class);
    agent.tell(
        new AgentCommand.Prepare("run-2", "agent-1", target(), 60, Duration.ZERO, next.ref()));
    assertThat(next.expectMessageClass(AgentEvent.Prepared.class).runId()).isEqualTo("run-2");
  }

  @Test
  void anAgentThatStopsWhileItsClientIsBeingMadeClosesThatToo() {
    var made = new CountDownLatch(1);
    load.openWhen(made);
    prepare("run-1", 60, Duration.ofHours(1));
    awaitDone("open tts for 60");

    kit.stop(agent);
    made.countDown();

    awaitDone("close client");
  }

  @Test
  void whenTheAgentStopsTheLoadStops() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ZERO, Duration.ofHours(8));
    awaitDone("hold 2 rung-00");

    kit.stop(agent);

    awaitDone("close client");
    assertThat(load.done).contains("abort");
  }

  private void warmUpCalls(int calls, Outcome outcome) {
    for (int i = 0; i < calls; i++) {
      load.ladder().send();
      load.advanceMillis(60);
      load.ladder().end(outcome, 25);
    }
  }
}

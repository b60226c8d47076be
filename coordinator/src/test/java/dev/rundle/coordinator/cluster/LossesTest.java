package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.ladder.LadderSearch;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.ladder.Step;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.verdict.RungJudge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** Agents come, go, stand still and come back; in simulated time, without actors. */
class LossesTest {
  private static final Duration SETTLE = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofSeconds(12);

  private final SimulatedRun run = new SimulatedRun(new Random(42), 100);

  @Test
  void anAgentThatIsLostVoidsTheRungAndTheOthersHoldTheNextOne() {
    SimulatedAgent one = join("one", 2);
    join("two", 2);
    join("three", 4);
    prepared();
    run.time.after(
        Duration.ofSeconds(9),
        () -> {
          one.kill();
          run.lose(one, "its host is unreachable");
        });

    RungMeasurement lost = run.measure(order(0, 80));
    run.takeIn();
    RungMeasurement again = run.measure(order(1, 80));

    assertThat(lost.voidReasons()).contains("agent agent-1 was lost: its host is unreachable");
    assertThat(lost.windowNanos()).isLessThan(WINDOW.toNanos());
    assertThat(again.voidReasons()).isEmpty();
    assertThat(again.agents())
        .extracting(agent -> agent.agent() + " " + agent.share())
        .containsExactly("agent-2 27", "agent-3 53");
  }

  @Test
  void anAgentThatStandsStillForTwoSecondsVoidsTheRungAndStaysInTheCrew() {
    SimulatedAgent one = join("one", 2);
    join("two", 2);
    prepared();
    run.time.after(Duration.ofSeconds(9), () -> one.standStill(Duration.ofSeconds(2)));

    RungMeasurement still = run.measure(order(0, 80));
    run.takeIn();
    RungMeasurement again = run.measure(order(1, 80));

    assertThat(still.voidReasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        "agent agent-1 was lost: it did not answer for 1\\.\\d s: its host or its"
                            + " network stood still"));
    assertThat(again.voidReasons()).isEmpty();
    assertThat(again.agents()).extracting(AgentFigures::share).containsExactly(40, 40);
  }

  @Test
  void theNextRungWaitsUntilASilentAgentAnswersAgain() {
    SimulatedAgent one = join("one", 2);
    join("two", 2);
    prepared();
    run.time.after(Duration.ofSeconds(9), () -> one.standStill(Duration.ofSeconds(3)));
    run.measure(order(0, 80));

    run.takeIn();

    assertThat(one.standsStill()).isFalse();
    assertThat(run.heard.heard).contains("waiting for agent-1 to answer again, 10 s");
    assertThat(run.company.crew().names()).containsExactly("agent-1", "agent-2");
  }

  @Test
  void anAgentThatDoesNotAnswerForTenSecondsIsGivenUpAndTakenInWhenItAnswersAgain() {
    SimulatedAgent one = join("one", 2);
    join("two", 2);
    prepared();
    run.time.after(Duration.ofSeconds(9), () -> one.standStill(Duration.ofSeconds(50)));

    RungMeasurement still = run.measure(order(0, 80));
    run.takeIn();
    RungMeasurement without = run.measure(order(1, 80));
    run.pass(Duration.ofSeconds(30));
    run.takeIn();
    RungMeasurement again = run.measure(order(2, 80));

    assertThat(still.voidReasons()).isNotEmpty();
    assertThat(run.heard.heard).contains("agent-1 lost: it did not answer for 10 s");
    assertThat(without.voidReasons()).isEmpty();
    assertThat(shares(without)).containsExactly("agent-2 80");
    assertThat(again.voidReasons()).isEmpty();
    assertThat(shares(again)).containsExactly("agent-2 40", "agent-3 40");
  }

  @Test
  void theLoadIsOffWhileSomebodyIsWaitedFor() {
    SimulatedAgent one = join("one", 2);
    SimulatedAgent two = join("two", 2);
    prepared();
    run.time.after(Duration.ofSeconds(9), () -> one.standStill(Duration.ofSeconds(8)));
    run.measure(order(0, 80));
    assertThat(two.load()).isEqualTo(40);

    run.takeIn();

    assertThat(two.load()).isZero();
  }

  @Test
  void aNewcomerThatIsSlowToGetReadyHoldsUpTheOthersForALimitedTime() {
    run.invocationLimit = Duration.ofSeconds(900);
    join("one", 2);
    prepared();
    join("two", 2).getsReady = false;

    run.takeIn();

    assertThat(run.company.crew().names()).containsExactly("agent-1");
    assertThat(run.heard.heard)
        .contains(
            "warning: agent-2 at 10.0.0.2:25520 is left out: agent-2 at 10.0.0.2:25520 was not"
                + " ready after 100 s");
  }

  @Test
  void aMessageThatCannotBeTakenInVoidsTheRungOnly() {
    join("one", 2);
    join("two", 2);
    prepared();
    run.time.after(Duration.ofSeconds(9), () -> run.hearGarbage("agent-1"));

    RungMeasurement garbled = run.measure(order(0, 80));
    run.takeIn();
    RungMeasurement again = run.measure(order(1, 80));

    assertThat(garbled.voidReasons())
        .containsExactly("agent agent-1 was lost: a message could not be taken in");
    assertThat(again.voidReasons()).isEmpty();
  }

  @Test
  void connectionsThatWereIdleForFortySecondsAreOpenedAnew() {
    join("one", 2);
    prepared();
    run.measure(order(0, 81));
    Orders orders = run.company.orders();
    Duration whileOpen = orders.startsIn(81);
    orders.release();
    run.pass(Duration.ofSeconds(39));
    assertThat(orders.startsIn(81)).isEqualTo(whileOpen);
    run.pass(Duration.ofSeconds(1));

    assertThat(orders.startsIn(81).minus(whileOpen)).isEqualTo(Duration.ofMillis(405));
    run.measure(order(1, 81));
    assertThat(orders.startsIn(81)).isEqualTo(whileOpen);
  }

  private static List<String> shares(RungMeasurement rung) {
    return rung.agents().stream().map(agent -> agent.agent() + " " + agent.share()).toList();
  }

  @Test
  void anAgentThatComesBackUnderAnotherAddressIsCountedOnce() {
    SimulatedAgent before = join("one", 2);
    join("two", 2);
    prepared();

    join("one", 2);
    run.pass(Duration.ofSeconds(1));
    run.takeIn();
    RungMeasurement rung = run.measure(order(0, 80));

    assertThat(run.heard.heard).contains("agent-1 lost: it came back at 10.0.0.3:25520");
    assertThat(rung.agents())
        .extracting(agent -> agent.agent() + " " + agent.share())
        .containsExactly("agent-2 40", "agent-3 40");
    // What the earlier one still says is nobody's.
    run.hear(new AgentEvent.Failed(SimulatedRun.RUN, "agent-1", "late", true));
    assertThat(run.company.crew().names()).containsExactly("agent-2", "agent-3");
    assertThat(before.load()).isZero();
  }

  @Test
  void aProcessThatWasWarmInThisRunWarmsUpForFiveSecondsAndAStrangerForAll() {
    SimulatedAgent one = join("one", 2);
    join("two", 2);
    prepared();
    run.lose(one, "its host is unreachable");
    run.welcome(one);
    join("three", 2);
    run.pass(Duration.ofSeconds(1));

    run.takeIn();

    assertThat(run.company.warmUp(agent("agent-3"))).isEqualTo(Duration.ofSeconds(5));
    assertThat(run.heard.heard)
        .contains(
            "waiting for agent-3 to be ready, agent-4 to be ready, 10 s",
            "agent-3 at 10.0.0.1:25520 joined, 2",
            "agent-4 at 10.0.0.3:25520 joined, 3");
  }

  @Test
  void anAgentThatKeepsFailingIsTakenInThreeTimesOnly() {
    join("one", 2);
    join("two", 2);
    prepared();
    for (int i = 0; i < 4; i++) {
      String name = run.company.crew().names().get(1);
      run.hear(new AgentEvent.Failed(SimulatedRun.RUN, name, "out of memory", true));
      run.takeIn();
    }

    run.pass(Duration.ofSeconds(1));
    assertThat(run.agents.get(1).told).endsWith("Finish");
    assertThat(run.company.crew().names()).containsExactly("agent-1");
    assertThat(run.heard.heard)
        .contains(
            "agent-2 lost: out of memory",
            "agent-5 lost: out of memory",
            "warning: the agent at 10.0.0.2:25520 was taken in 3 times and is left out from now"
                + " on");
  }

  @Test
  void anAgentThatMayNotReturnDoesNot() {
    join("one", 2);
    join("two", 2);
    prepared();

    run.hear(new AgentEvent.Failed(SimulatedRun.RUN, "agent-2", "no credentials", false));
    run.takeIn();

    assertThat(run.company.crew().names()).containsExactly("agent-1");
  }

  @Test
  void withNobodyLeftTheNextRungWaitsAMinuteForSomebody() {
    SimulatedAgent one = join("one", 2);
    prepared();
    run.lose(one, "its host left the cluster");
    run.time.after(Duration.ofSeconds(40), () -> run.start("two", 2));

    run.takeIn();

    assertThat(run.company.crew().names()).containsExactly("agent-2");

    run.lose(run.agents.get(1), "its host left the cluster");
    assertThatThrownBy(run::takeIn)
        .isInstanceOf(RemoteFailure.class)
        .hasMessage("no agent is left to hold load: agent-2 was lost: its host left the cluster");
  }

  @Test
  void thoseThatRemainWithoutRoomEndTheLadderAndSaySo() {
    SimulatedAgent one = join("one", 2);
    join("two", SimulatedAgent.capabilities(2, 178));
    prepared();
    run.lose(one, "its host left the cluster");
    run.takeIn();

    assertThatThrownBy(() -> run.measure(order(0, 80)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessage(
            "the only agent has room for 50 requests at once, not for 80: agent-2 at"
                + " 10.0.0.2:25520 50 (178 open files, 60,000 local ports)");
  }

  @Test
  void aStandstillOfThisHostVoidsTheRungWithItsOwnReason() {
    join("one", 2);
    prepared();
    run.time.after(Duration.ofSeconds(8), () -> run.standStill(Duration.ofSeconds(3)));

    assertThat(run.measure(order(0, 8)).voidReasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        "the coordinator stood still for \\d+\\.\\d s, in which nobody watched"
                            + " the agents"));
  }

  @Test
  void theStartIsToldInTimeForTheSlowestLinkAndTheSkewIsKnown() {
    join("one", 2);
    join("two", 2);
    join("three", 2);
    prepared();

    Duration startsIn = run.company.orders().startsIn(90);
    RungMeasurement rung = run.measure(order(0, 90));

    // 87 connections that were never open before, at 200 a second, after 50 ms and ten round trips.
    assertThat(startsIn).isBetween(Duration.ofMillis(505), Duration.ofMillis(705));
    assertThat(run.company.orders().startsIn(90)).isLessThan(Duration.ofMillis(271));
    assertThat(rung.startSkew().orElseThrow().agents()).isEqualTo(3);
    // The uncertainty is half a round trip; the simulated network is the same both ways.
    assertThat(rung.startSkew().orElseThrow().p99Millis()).isBetween(1.0, 11.0);
  }

  @Property(tries = 200)
  void noSequenceOfLossesYieldsAQMaxFromARungThatWasNotHeld(@ForAll long seed) {
    var random = new Random(seed);
    var world = new SimulatedRun(random, 24);
    for (int i = 1; i <= 3; i++) {
      world.start("process-" + i, 1 + random.nextInt(8));
    }
    world.pass(Duration.ofSeconds(1));
    world.prepare();
    new Faults(world, random).schedule(Duration.ofSeconds(150), random.nextInt(8));

    List<RungResult> results = new ArrayList<>();
    Optional<Integer> qMax = climb(world, results);

    Statistics.label("Q_max").collect(qMax.map(q -> "found").orElse("withheld"));
    assertThat(qMax.orElse(20)).isEqualTo(20);
    for (RungResult result : results) {
      if (!result.isVoid()) {
        assertHeld(world, result.measurement());
      }
    }
  }

  private static Optional<Integer> climb(SimulatedRun world, List<RungResult> results) {
    LadderSearch search =
        ExplicitLadder.of(
            LadderSchedule.of(
                List.of(1, 5, 10, 20, 30),
                List.of(SETTLE.plus(WINDOW)),
                List.of(WINDOW),
                Duration.ZERO),
            false);
    try {
      Optional<RungOrder> order = ordered(search.next());
      while (order.isPresent()) {
        world.takeIn();
        RungMeasurement measured = world.measure(order.get());
        RungResult result = RungJudge.judge(measured, Duration.ofSeconds(3), List.of(1));
        results.add(result);
        search = search.observe(result);
        order = ordered(search.next());
      }
    } catch (RemoteFailure nobodyLeft) {
      return Optional.empty();
    }
    return search
        .next()
        .fold(
            m -> Optional.empty(), f -> Optional.of(f.qMax().concurrency()), g -> Optional.empty());
  }

  private static Optional<RungOrder> ordered(Step step) {
    return step.fold(m -> Optional.of(m.order()), f -> Optional.empty(), g -> Optional.empty());
  }

  /** At every sampled instant of the window, to the millisecond at its edges. */
  private static void assertHeld(SimulatedRun world, RungMeasurement rung) {
    int n = rung.order().concurrency();
    assertThat(rung.agents().stream().mapToInt(AgentFigures::share).sum()).isEqualTo(n);
    Instant from = rung.windowStart().plusMillis(1);
    Instant until = rung.windowEnd().minusMillis(1);
    assertThat(world.loads.subMap(from, until).values()).isNotEmpty().containsOnly(n);
  }

  private void prepared() {
    run.prepare();
  }

  private SimulatedAgent join(String instance, int cores) {
    return join(instance, SimulatedAgent.capabilities(cores, 10_000));
  }

  private SimulatedAgent join(String instance, Capabilities capabilities) {
    SimulatedAgent agent = run.start(instance, capabilities);
    run.pass(Duration.ofMillis(500));
    return agent;
  }

  private Agent agent(String name) {
    return run.company.crew().find(name).orElseThrow().agent();
  }

  private static RungOrder order(int index, int concurrency) {
    return new RungOrder(index, concurrency, SETTLE, WINDOW, Duration.ZERO, 1);
  }
}

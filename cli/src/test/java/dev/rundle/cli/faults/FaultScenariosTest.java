package dev.rundle.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.faults.Arena.EndpointShape;
import dev.rundle.cli.faults.Ladder.Ended;
import dev.rundle.cli.faults.Rungs.Rung;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ladder to 600 over three agents, each JVM on a host of its own, and what happens to it when
 * hosts are cut off, die, stand still and come back.
 *
 * <p>The endpoint serves 300 requests at once in 2 s each, its first audio after 0.1 s. At 250
 * nothing waits; at 600 a request waits 2 s × (600 ÷ 300 − 1) = 2 s. The SLO of 1 s lies in the
 * middle, so that on the rungs 1, 250, 600 the true Q_max is 250, also on a slow machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultScenariosTest {
  private static final EndpointShape SHAPE =
      new EndpointShape(300, Duration.ofSeconds(2), Duration.ofSeconds(1));
  private static final int TRUTH = 250;
  private static final Rungs TO_600 =
      Rungs.of(new Rung(1, 4.3, 2.1), new Rung(TRUTH, 6.2, 4), new Rung(600, 8.3, 4));

  private static final Rungs TO_250 = Rungs.of(new Rung(1, 4.3, 2.1), new Rung(TRUTH, 6.2, 4));

  /** A ladder that hangs is a failure; how fast it is is not asked. */
  private static final Duration LADDER = Duration.ofMinutes(5);

  private static final Duration RUNG = Duration.ofMinutes(3);

  /** What the agents promise when their coordinator is gone. */
  private static final Duration LOAD_STOPS = Duration.ofSeconds(5);

  private Arena arena;

  @BeforeAll
  void open(@TempDir Path folder) {
    Obstacles.skipWhereThereIsNoNetwork();
    arena = Arena.open(folder, SHAPE);
  }

  @AfterEach
  void recover() {
    arena.recover();
  }

  @AfterAll
  void close() {
    if (arena != null) {
      arena.close();
    }
  }

  @Test
  void anAgentThatIsCutOffForThreeAndThenForFifteenSeconds() {
    try (Ladder ladder = arena.climb(TO_600)) {
      AgentHost agent = arena.agent(2);
      awaitInFlight(ladder, TRUTH);
      long first = System.nanoTime();
      arena.network().cut(agent.host());
      Lapse.of(Duration.ofSeconds(3));
      arena.network().mend(agent.host());
      awaitInFlight(ladder, 600);
      long second = System.nanoTime();
      arena.network().cut(agent.host());
      Lapse.of(Duration.ofSeconds(15));
      arena.network().mend(agent.host());
      Ended ended = ladder.await(LADDER);
      Findings.printDetection("cut for 3 s", first, second, ladder.lines());
      Findings.printDetection("cut for 15 s", second, ladder.lines());
      assertRight(ended);
    }
  }

  @Test
  void anAgentThatIsKilledAndStartedAnewInTheMiddleOfTheLadder() {
    try (Ladder ladder = arena.climb(TO_600)) {
      AgentHost agent = arena.agent(1);
      awaitInFlight(ladder, TRUTH);
      long killed = System.nanoTime();
      agent.kill();
      agent.start();
      Ended ended = ladder.await(LADDER);
      Findings.printDetection("killed", killed, ladder.lines());
      assertRight(ended);
      assertThat(ended.rungs().get(ended.rungs().size() - 1).agents()).hasSize(3);
    }
  }

  @Test
  void anAgentThatStandsStill() {
    try (Ladder ladder = arena.climb(TO_600)) {
      awaitInFlight(ladder, TRUTH);
      long stopped = System.nanoTime();
      arena.agent(3).standStill();
      Ended ended = ladder.await(LADDER);
      Findings.printDetection("stopped", stopped, ladder.lines());
      assertRight(ended);
      assertThat(ended.rungs().get(ended.rungs().size() - 1).agents()).hasSize(2);
    }
  }

  /** Two agents lose each other, then one of them loses the coordinator and nobody else. */
  @Test
  void hostsThatLoseEachOtherButNotTheThird() {
    try (Ladder ladder = arena.climb(TO_600)) {
      awaitInFlight(ladder, TRUTH);
      long parted = System.nanoTime();
      arena.network().part(arena.agent(1).host(), arena.agent(2).host());
      Lapse.of(Duration.ofSeconds(8));
      arena.network().join(arena.agent(1).host(), arena.agent(2).host());
      awaitInFlight(ladder, 600);
      long astray = System.nanoTime();
      arena.network().part(arena.agent(1).host(), arena.coordinatorHost());
      Ended ended = ladder.await(LADDER);
      Findings.printDetection("two agents parted", parted, astray, ladder.lines());
      Findings.printDetection("parted from the coordinator", astray, ladder.lines());
      assertRight(ended);
    }
  }

  @Test
  void aCoordinatorThatIsKilledLeavesNoLoadAndAnEndpointThatCanBeThawed() {
    try (Ladder ladder = arena.climb(TO_600)) {
      awaitInFlight(ladder, TRUTH);
      int mark = arena.endpoint().mark();
      long killed = System.nanoTime();
      ladder.process().kill();
      Endpoint.Seen quiet =
          arena
              .endpoint()
              .await(
                  mark,
                  seen -> seen.inFlight() == 0,
                  "the end of the load",
                  LOAD_STOPS.plus(EndpointMain.EVERY));
      Findings.say("coordinator killed: no load after %.1f s", (quiet.nanos() - killed) / 1e9);
      assertThat(arena.endpoint().await(seen -> true, "a look", RUNG).frozen()).isTrue();
      try (HostProcess thaw = arena.run(ladder, "thaw")) {
        assertThat(thaw.awaitEnd(RUNG)).as(thaw.said()).isZero();
      }
      arena.endpoint().await(Endpoint.Seen::isAsItWas, "the endpoint as it was", RUNG);
    }
    // The agents have stayed, for the next coordinator.
    try (Ladder next = arena.climb(TO_250)) {
      Ended ended = next.await(LADDER);
      Findings.print("ladder", ended);
      Obstacles.skipWhereTheMachineIsTooBusy(ended);
      assertThat(ended.exitCode()).as(ended.said()).isZero();
      assertThat(ended.rungs().get(ended.rungs().size() - 1).agents()).hasSize(3);
      arena.assertHeld(ended);
    }
  }

  private void awaitInFlight(Ladder ladder, int concurrency) {
    arena
        .endpoint()
        .await(
            seen -> seen.inFlight() >= concurrency || !ladder.process().isAlive(),
            concurrency + " requests in flight",
            RUNG);
    assertThat(ladder.process().isAlive()).as("still climbing:\n" + ladder.lines().text()).isTrue();
  }

  private void assertRight(Ended ended) {
    Findings.print("ladder", ended);
    Obstacles.skipWhereTheMachineIsTooBusy(ended);
    assertThat(ended.exitCode()).as(ended.said()).isZero();
    assertThat(ended.artifact().orElseThrow().qMax()).as(ended.said()).contains(TRUTH);
    assertThat(ended.artifact().orElseThrow().bracketed()).isTrue();
    arena.assertHeld(ended);
    arena
        .endpoint()
        .await(seen -> seen.inFlight() == 0 && seen.isAsItWas(), "an endpoint at rest", LOAD_STOPS);
  }
}

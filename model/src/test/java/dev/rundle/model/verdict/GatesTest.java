package dev.rundle.model.verdict;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.AgentFlow;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.Measurements;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatesTest {
  private static final Duration SLO = Duration.ofSeconds(3);
  private static final AgentFlow SLOW = new AgentFlow(1, 1 / 60.0, 61e9);
  private static final EncodedHistogram NOTHING = LatencyHistogram.empty();

  @Test
  void aCleanRungPasses() {
    assertThat(Gates.voidReasons(Measurements.of(50, 1_074, 0), SLO, List.of(1, 1))).isEmpty();
  }

  @Test
  void aChangedInstanceCountVoids() {
    assertThat(Gates.voidReasons(Measurements.of(50, 1_074, 0), SLO, List.of(1, 2, 2, 1)))
        .containsExactly("the number of instances changed: 1, 2");
  }

  @Test
  void noRequestIsVoidNotAPass() {
    assertThat(Gates.voidReasons(changed(Measurements.of(50, 0, 0), 0, 1), SLO, List.of(1)))
        .containsExactly("no request was sent in the measuring window");
    assertThat(RungJudge.judge(Measurements.of(50, 0, 0), SLO, List.of(1)).isVoid()).isTrue();
  }

  @Test
  void aGeneratorThatFellBehindVoids() {
    var behind = changed(Measurements.of(50, 1_074, 0), 49.7, 1);

    assertThat(Gates.voidReasons(behind, SLO, List.of()))
        .singleElement()
        .asString()
        .contains("49.700 requests were in flight on average instead of 50 (at least 49.750)");
  }

  @Test
  void anEndpointThatRefusesEverythingAtOnceFailsRatherThanBlamingTheGenerator() {
    var behind = changed(Measurements.of(1, 904, 904), 0.896, 1);
    // Answers at once keep the generator's loops and CPU busy, too.
    var busy = new GeneratorLoad(1, 400_000_000, 400_000_000, 0, 0);
    var refused =
        with(
            with(outcomes(behind, Map.of(Outcome.REJECTED, 904L), 904), "ttfab", NOTHING),
            "agents",
            List.of(new AgentFigures("north", 1, 0.896, 904, busy)));

    assertThat(RungJudge.judge(refused, SLO, List.of(1)).verdict().orElseThrow())
        .isEqualTo(new Verdict.Fail(904, 904, 904));
  }

  @Test
  void requestsThatHangFromBeforeTheWindowAreNamed() {
    var hanging = changed(Measurements.of(2, 0, 0), 2, 1);

    assertThat(Gates.voidReasons(hanging, SLO, List.of()))
        .containsExactly(
            "no request was sent in the measuring window: the 2 requests in flight were sent before"
                + " it and were still unanswered at its end");
  }

  @Test
  void aSingleSlotsTurnAroundIsAllowedFor() {
    var one = Measurements.of(1, 1_074, 0);

    assertThat(Gates.voidReasons(changed(one, 0.981, 1), SLO, List.of())).isEmpty();
    assertThat(Gates.voidReasons(changed(one, 0.979, 1), SLO, List.of())).hasSize(1);
    assertThat(Gates.voidReasons(changed(Measurements.of(4, 1_074, 0), 3.979, 1), SLO, List.of()))
        .hasSize(1);
  }

  @Test
  void leftoverLoadVoids() {
    var leftover = changed(Measurements.of(50, 1_074, 0), 51, 1);

    assertThat(Gates.voidReasons(leftover, SLO, List.of()))
        .singleElement()
        .asString()
        .contains("load of another rung");
  }

  @Test
  void littlesLawAllowsTwoPercentAndTheEdges() {
    // N 50 at 17.9 per second: R = 2.793 s, W = 60 s: 2 % + 4.66 % of edges.
    var rung = Measurements.of(50, 1_074, 0);
    assertThat(Gates.littleTolerance(rung)).isCloseTo(0.02 + 2.7933 / 60, within(1e-4));

    assertThat(Gates.voidReasons(changed(rung, 50, 1.06), SLO, List.of())).isEmpty();
    assertThat(Gates.voidReasons(changed(rung, 50, 1.07), SLO, List.of()))
        .singleElement()
        .asString()
        .startsWith("Little's law is off by 7.0 % (at most 6.7 %): N 50 against");
    assertThat(Gates.voidReasons(changed(rung, 50, 0.93), SLO, List.of())).hasSize(1);
  }

  @Test
  void aRungThatSettledForLessThanOneResponseTimeVoids() {
    var half = settled(Measurements.of(1, 100, 50), 1_000);
    var most = settled(Measurements.of(1, 100, 51), 1_000);

    assertThat(Gates.voidReasons(half, SLO, List.of(1))).isEmpty();
    assertThat(Gates.voidReasons(most, SLO, List.of(1)))
        .containsExactly(
            "the rung settled for 1.0 s, less than its median full response time of 4.0 s: hold it"
                + " longer (--hold) or measure less of it (--window)");
    assertThat(Gates.voidReasons(settled(most, 4_100), SLO, List.of(1))).isEmpty();
  }

  @Test
  void requestsInLockStepReachTheEdgesBoundAndAreNotVoided() {
    // Ten in lock-step, 4 s each, seen for 10 s from just after a start: they end at 4 and 8 s, 20
    // in all, and are sent again then: X·R = 2 per second × 4 s = 8 of 10. The bound is 2 % + 4/10.
    var lockStep =
        with(
            with(
                Measurements.of(10, 20, 20, Duration.ofSeconds(10), List.of(), List.of()),
                "endedPerSecond",
                2.0),
            "meanFullNanos",
            4e9);

    assertThat(Gates.littleTolerance(lockStep)).isCloseTo(0.42, within(1e-3));
    assertThat(Gates.voidReasons(lockStep, SLO, List.of(1))).isEmpty();
  }

  @Test
  void requestsWithoutAKnownEndVoid() {
    var rung = Measurements.of(50, 1_074, 0);
    var missing = outcomes(rung, Map.of(Outcome.OK, 1_070L), 0);

    assertThat(Gates.voidReasons(missing, SLO, List.of()))
        .containsExactly("1074 requests were sent but the end of 1070 is known");
  }

  @Test
  void anotherSloVoids() {
    assertThat(Gates.voidReasons(Measurements.of(50, 1_074, 40), Duration.ofSeconds(5), List.of()))
        .singleElement()
        .asString()
        .contains("counted against another SLO");
  }

  @Test
  void fortyPercentFailuresAreNoPassOnTheSurvivors() {
    var rung = Measurements.of(50, 600, 0);
    var failing = outcomes(rung, Map.of(Outcome.OK, 360L, Outcome.REJECTED, 240L), 240);
    assertThat(RungJudge.judge(failing, SLO, List.of(1)).verdict())
        .get()
        .isInstanceOf(Verdict.Fail.class);
  }

  @Test
  void theMeasurementsOwnReasonsComeFirst() {
    var rung =
        Measurements.of(
            50, 1_074, 0, Duration.ofSeconds(60), List.of(), List.of("agent south was lost: x"));

    assertThat(Gates.voidReasons(rung, SLO, List.of(1))).containsExactly("agent south was lost: x");
  }

  @Test
  void agentsThatBeganFurtherApartThanATenthOfTheSettleTimeVoid() {
    var rung = settled(agents(Measurements.of(50, 1_074, 0), 30, 30.0, 20, 20.0), 5_000);

    assertThat(Gates.voidReasons(skewed(rung, new StartSkew(2, 3, 500)), SLO, List.of())).isEmpty();
    assertThat(Gates.voidReasons(skewed(rung, new StartSkew(2, 3, 500.5)), SLO, List.of()))
        .containsExactly(
            "the agents began up to 500.5 ms apart (p99), more than a tenth of the settle time,"
                + " 500.0 ms");
    assertThat(Gates.voidReasons(skewed(rung, new StartSkew(2, 3, Double.NaN)), SLO, List.of()))
        .hasSize(1);
  }

  @Test
  void anAgentThatDidNotSayWhenItBeganVoids() {
    var rung = agents(Measurements.of(50, 1_074, 0), 30, 30.0, 20, 20.0);

    assertThat(Gates.voidReasons(skewed(rung, StartSkew.SINGLE), SLO, List.of()))
        .containsExactly("when the agents began is known of 1 of 2 only");
    assertThat(Gates.voidReasons(rung, SLO, List.of()))
        .containsExactly("when the agents began is known of 0 of 2 only");
    assertThat(Gates.voidReasons(agents(rung, 50, 50.0, 0, 0.0), SLO, List.of()))
        .as("one that holds nothing cannot be out of step")
        .isEmpty();
  }

  @Test
  void anAgentsMissingShareIsSeenWhereTheSumHidesIt() {
    // A whole agent of 25 of 5,000 is the half percent that the sum may lack.
    var whole = with(Measurements.of(5_000, 107_400, 0), "meanInFlight", 4_975.0);
    var one = skewed(agents(whole, 4_975, 4_975.0, 25, 0.0), new StartSkew(2, 0, 0));
    var edge = skewed(agents(whole, 4_975, 4_975.0, 25, 24.5), new StartSkew(2, 0, 0));

    assertThat(Gates.voidReasons(one, SLO, List.of()))
        .containsExactly("agent south held 0.000 of its share of 25 on average (at least 24.500)");
    assertThat(Gates.voidReasons(edge, SLO, List.of())).isEmpty();
  }

  @Test
  void anAgentWhoseRequestsHangFromBeforeTheWindowVoidsThoughAllTogetherObeyLittlesLaw() {
    var usual = tenth(200, new AgentFlow(2_400, 40, 5e9));
    var hanging = tenth(200, new AgentFlow(0, 0, 0));

    assertThat(Gates.voidReasons(usual, SLO, List.of(1))).isEmpty();
    assertThat(Gates.littleTolerance(hanging)).isCloseTo(0.02 + 5.0 / 60, within(1e-4));
    assertThat(Gates.voidReasons(hanging, SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 sent no request in the window: its 200 in flight were sent before it and"
                + " are still unanswered");
  }

  @Test
  void anAgentWhoseRequestsFailAloneVoids() {
    // 2 % of 2,000 slots for 60 s are 2,400 s: 20 % of what one of ten agents has.
    var some = tenth(200, new AgentFlow(2_400, 40, 5e9, 2_400e9));
    var much = tenth(200, new AgentFlow(2_400, 40, 5e9, 2_401e9));

    assertThat(Gates.voidReasons(some, SLO, List.of(1))).isEmpty();
    assertThat(Gates.voidReasons(much, SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 spent 20.0 % of its requests' time on ones that failed, the others"
                + " 0.0 %: its way to the endpoint was disturbed, and its share was not all load");
  }

  @Test
  void whatFailsOnAllAgentsIsTheEndpointsDoing() {
    var usual = new AgentFlow(2_400, 40, 5e9, 1_000e9);

    assertThat(
            Gates.voidReasons(
                tenth(200, usual, new AgentFlow(2_400, 40, 5e9, 4_000e9)), SLO, List.of(1)))
        .isEmpty();
    assertThat(
            Gates.voidReasons(
                tenth(200, usual, new AgentFlow(2_400, 40, 5e9, 4_001e9)), SLO, List.of(1)))
        .hasSize(1);
  }

  @Test
  void anAgentOfOneRequestIsNoLessSeen() {
    assertThat(Gates.voidReasons(tenth(1, new AgentFlow(0, 0, 0)), SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 sent no request in the window: its 1 in flight were sent before it and"
                + " are still unanswered");
    // Its one slot lacks an ending at the edge, and another as long: 2 of 12.
    assertThat(Gates.voidReasons(tenth(1, new AgentFlow(10, 10 / 60.0, 5e9)), SLO, List.of(1)))
        .isEmpty();
    // 2 % + (5 s + 5 s) / 60 s
    assertThat(Gates.voidReasons(tenth(1, new AgentFlow(9, 9 / 60.0, 5e9)), SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 is off Little's law by 25.0 % (at most 18.7 %): its share 1 against 0.15"
                + " ended per second × 5.0000 s");
  }

  @Test
  void anAgentOfWhichNothingEndsVoids() {
    assertThat(Gates.voidReasons(tenth(200, new AgentFlow(3, 0, 5e9)), SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 had no request end in the window: its 200 in flight were unanswered all"
                + " through it");
  }

  @Test
  void eachAgentHasToObeyLittlesLawWithinTheEdges() {
    // 200 at 40 per second × 5 s; 2 % + (5 s + 5 s / 200) / 60 s = 10.4 %
    var least = new AgentFlow(2_151, 0.8965 * 40, 5e9);
    var tooLittle = new AgentFlow(2_148, 0.895 * 40, 5e9);
    var tooMuch = new AgentFlow(2_652, 1.105 * 40, 5e9);

    assertThat(Gates.voidReasons(tenth(200, least), SLO, List.of(1))).isEmpty();
    assertThat(Gates.voidReasons(tenth(200, tooLittle), SLO, List.of(1)))
        .containsExactly(
            "agent agent-3 is off Little's law by 10.5 % (at most 10.4 %): its share 200 against"
                + " 35.80 ended per second × 5.0000 s");
    assertThat(Gates.voidReasons(tenth(200, tooMuch), SLO, List.of(1))).hasSize(1);
  }

  @Test
  void anAgentThatHangsWhereTheEndpointSurelyRefusesChangesNoFailure() {
    var hanging = tenth(200, new AgentFlow(0, 0, 0));
    long refused = hanging.sent() / 10;
    var refusing =
        outcomes(
            hanging,
            Map.of(Outcome.OK, hanging.sent() - refused, Outcome.REJECTED, refused),
            refused);

    assertThat(Gates.voidReasons(refusing, SLO, List.of(1))).isEmpty();
  }

  @Test
  void ofAnEndpointSlowerThanTheWindowForAllNoAgentIsBlamed() {
    var slow =
        with(
            with(tenth(1, new AgentFlow(0, 0, 0)), "meanFullNanos", 61e9),
            "endedPerSecond",
            8 / 61.0);
    var agents =
        slow.agents().stream()
            .map(a -> agent(a.agent(), 1, 1, a.flow().sent() == 0 ? a.flow() : SLOW))
            .toList();

    assertThat(Gates.voidReasons(with(slow, "agents", agents), SLO, List.of(1))).isEmpty();
  }

  private static RungMeasurement agents(
      RungMeasurement m, int north, double northHeld, int south, double southHeld) {
    return with(
        m,
        "agents",
        List.of(
            agent("north", north, northHeld, flow(m, north)),
            agent("south", south, southHeld, flow(m, south))));
  }

  private static AgentFigures agent(String name, int share, double held, AgentFlow flow) {
    return new AgentFigures(name, share, held, flow.sent(), GeneratorLoad.UNKNOWN, flow);
  }

  /** What a share of the rung has when all fare alike. */
  private static AgentFlow flow(RungMeasurement m, int share) {
    double part = (double) share / m.order().concurrency();
    return new AgentFlow(Math.round(m.sent() * part), m.endedPerSecond() * part, m.meanFullNanos());
  }

  /**
   * Ten agents of a tenth each with R = 5 s in a minute; the third has another flow, and what it
   * lacks or has too much is that of all together.
   */
  private static RungMeasurement tenth(int share, AgentFlow third) {
    return tenth(share, new AgentFlow(12L * share, share / 5.0, 5e9), third);
  }

  private static RungMeasurement tenth(int share, AgentFlow usual, AgentFlow third) {
    int n = 10 * share;
    List<AgentFigures> agents = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      agents.add(agent("agent-" + i, share, share, i == 3 ? third : usual));
    }
    long sent = 9 * usual.sent() + third.sent();
    double x = 9 * usual.endedPerSecond() + third.endedPerSecond();
    double r = (9 * usual.sent() * 5e9 + third.sent() * third.meanFullNanos()) / sent;
    var full = new LatencyHistogram();
    var ttfab = new LatencyHistogram();
    for (long i = 0; i < sent; i++) {
      full.recordNanos(5_000_000_000L);
      ttfab.recordNanos(100_000_000);
    }
    var rung = with(with(Measurements.of(n, sent, 0), "endedPerSecond", x), "meanFullNanos", r);
    rung = with(with(rung, "full", full.encode()), "ttfab", ttfab.encode());
    return settled(skewed(with(rung, "agents", agents), new StartSkew(10, 0, 0)), 6_000);
  }

  private static RungMeasurement skewed(RungMeasurement m, StartSkew skew) {
    return with(m, "startSkew", Optional.of(skew));
  }

  private static RungMeasurement changed(RungMeasurement m, double inFlight, double slower) {
    return with(with(m, "meanInFlight", inFlight), "endedPerSecond", m.endedPerSecond() * slower);
  }

  private static RungMeasurement settled(RungMeasurement m, long millis) {
    return with(m, "order", with(m.order(), "settle", Duration.ofMillis(millis)));
  }

  private static RungMeasurement outcomes(
      RungMeasurement m, Map<Outcome, Long> outcomes, long over) {
    return with(with(m, "outcomes", outcomes), "overSlo", over);
  }
}

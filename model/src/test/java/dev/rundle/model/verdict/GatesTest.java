package dev.rundle.model.verdict;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.Measurements;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatesTest {
  private static final Duration SLO = Duration.ofSeconds(3);
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

  private static RungMeasurement agents(
      RungMeasurement m, int north, double northHeld, int south, double southHeld) {
    return with(
        m,
        "agents",
        List.of(
            new AgentFigures("north", north, northHeld, 600, GeneratorLoad.UNKNOWN),
            new AgentFigures("south", south, southHeld, 474, GeneratorLoad.UNKNOWN)));
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

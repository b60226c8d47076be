package dev.rundle.model.verdict;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.measure.Measurements;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each limit from both sides, for a window of 60 s and an SLO of 3 s unless said otherwise. */
class GeneratorGateTest {
  private static final Duration SLO = Duration.ofSeconds(3);
  private static final Duration MINUTE = Duration.ofSeconds(60);
  private static final GeneratorLoad QUIET = new GeneratorLoad(0.3, ms(5), 0, ms(12), 3.5);

  @Test
  void aQuietGeneratorIsNoLimitAndNeitherIsAnUnknownOne() {
    assertThat(reasons(QUIET)).isEmpty();
    assertThat(reasons(GeneratorLoad.UNKNOWN)).isEmpty();
  }

  @Test
  void cpuAboveEightyPercent() {
    assertThat(reasons(with(QUIET, "meanCpuLoad", 0.80))).isEmpty();
    assertThat(reasons(with(QUIET, "meanCpuLoad", 0.812)))
        .containsExactly(
            "generator bound: agent north had 81.2 % of its host's CPU in use (at most 80 %): add"
                + " agents so that each holds fewer streams");
  }

  @Test
  void cpuOfLessThanFiveSecondsIsNotJudged() {
    var busy = with(QUIET, "meanCpuLoad", 1.0);

    assertThat(reasons(busy, Duration.ofMillis(4_999), SLO)).isEmpty();
    assertThat(reasons(busy, Duration.ofSeconds(5), SLO)).hasSize(1);
  }

  @Test
  void onePauseOfATenthOfTheSlo() {
    assertThat(reasons(late(ms(300) - 1, ms(300) - 1, 0))).isEmpty();
    assertThat(reasons(late(ms(300), ms(300), ms(149))))
        .containsExactly(
            "generator bound: agent north had its timers late by 300 ms (less than 300 ms is"
                + " allowed): add agents so that each holds fewer streams");
  }

  @Test
  void onePauseBelowFiftyMillisecondsIsTheSchedulers() {
    Duration brief = Duration.ofMillis(100);

    assertThat(GeneratorGate.leastPause(brief)).isEqualTo(Duration.ofMillis(50));
    assertThat(GeneratorGate.leastPause(SLO)).isEqualTo(Duration.ofMillis(300));
    assertThat(reasons(late(ms(50) - 1, ms(50) - 1, 0), MINUTE, brief)).isEmpty();
    assertThat(reasons(late(ms(50), ms(50), 0), MINUTE, brief)).hasSize(1);
  }

  @Test
  void collectionsAreNamedFromHalfOfTheLateTimeOn() {
    assertThat(reasons(late(ms(400), ms(400), ms(200))))
        .containsExactly(
            "generator bound: agent north had its timers late by 400 ms, in garbage"
                + " collections of 0.20 s (less than 300 ms is allowed): give it more memory, or add"
                + " agents so that each holds fewer streams");
    assertThat(reasons(late(ms(400), ms(400), ms(200) - 1)))
        .singleElement()
        .asString()
        .doesNotContain("memory");
  }

  @Test
  void aHabitIsOnePercentOfTheWindowBesideTheWorst() {
    assertThat(reasons(late(ms(80), ms(680) - 1, 0))).isEmpty();
    assertThat(reasons(late(ms(80), ms(680), ms(400))))
        .containsExactly(
            "generator bound: agent north had its timers late for 0.60 s in all beside the"
                + " worst 80 ms, in garbage collections of 0.40 s (less than 0.60 s is allowed):"
                + " give it more memory, or add agents so that each holds fewer streams");
  }

  @Test
  void aHabitBelowTwoPercentOfTheSloShiftsNothing() {
    assertThat(reasons(late(ms(60) - 1, ms(2_000), 0))).isEmpty();
    assertThat(reasons(late(ms(60), ms(2_000), 0))).hasSize(1);
  }

  @Test
  void oneMomentIsNoHabitHoweverShortTheWindow() {
    assertThat(reasons(late(ms(200), ms(200), 0), Duration.ofSeconds(1), SLO)).isEmpty();
    assertThat(reasons(late(ms(200), ms(230), 0), Duration.ofSeconds(1), SLO)).hasSize(1);
  }

  @Test
  void halfOfALimitIsNearlyLate() {
    assertThat(GeneratorGate.isNearlyLate(late(ms(150) - 1, ms(150) - 1, 0), SLO, MINUTE))
        .isFalse();
    assertThat(GeneratorGate.isNearlyLate(late(ms(150), ms(150), 0), SLO, MINUTE)).isTrue();
    assertThat(GeneratorGate.isNearlyLate(late(ms(80), ms(380) - 1, 0), SLO, MINUTE)).isFalse();
    assertThat(GeneratorGate.isNearlyLate(late(ms(80), ms(380), 0), SLO, MINUTE)).isTrue();
    assertThat(GeneratorGate.isNearlyLate(GeneratorLoad.UNKNOWN, SLO, MINUTE)).isFalse();
  }

  @Test
  void waitsForAConnectionOfMoreThanATenthOfTheSlo() {
    assertThat(reasons(with(QUIET, "connectionWaitP95Millis", 300.0))).isEmpty();
    assertThat(reasons(with(QUIET, "connectionWaitP95Millis", 300.5)))
        .containsExactly(
            "generator bound: agent north waited 301 ms for a connection at p95 (at most 300 ms):"
                + " add agents so that each holds fewer streams");
  }

  @Test
  void allCausesOfAnAgentAreOneReason() {
    assertThat(reasons(new GeneratorLoad(0.9, ms(310), ms(310), 0, 400)))
        .containsExactly(
            "generator bound: agent north had 90.0 % of its host's CPU in use (at most 80 %), and"
                + " had its timers late by 310 ms (less than 300 ms is allowed), and waited"
                + " 400 ms for a connection at p95 (at most 300 ms): add agents so that each holds"
                + " fewer streams");
  }

  @Test
  void anAgentWithoutAShareLimitsNothing() {
    var busy = with(QUIET, "meanCpuLoad", 1.0);
    List<AgentFigures> agents =
        List.of(new AgentFigures("idle", 0, 0, 0, busy), new AgentFigures("north", 5, 5, 9, QUIET));

    assertThat(GeneratorGate.voidReasons(rung(agents, MINUTE), SLO)).isEmpty();
  }

  @Test
  void ofManyTheFirstThreeAreNamed() {
    List<AgentFigures> agents = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      agents.add(new AgentFigures("agent-" + i, 1, 1, 9, with(QUIET, "meanCpuLoad", 1.0)));
    }

    assertThat(GeneratorGate.voidReasons(rung(agents, MINUTE), SLO))
        .hasSize(4)
        .element(3)
        .isEqualTo("generator bound: so were 2 more agents");
  }

  @Test
  void aBoundRungHasNoVerdict() {
    List<AgentFigures> agents =
        List.of(
            with(
                Measurements.of(5, 1_074, 0).agents().get(0),
                "load",
                with(QUIET, "meanCpuLoad", 1.0)));

    assertThat(RungJudge.judge(rung(agents, MINUTE), SLO, List.of(1)).voidReasons())
        .singleElement()
        .asString()
        .startsWith("generator bound: agent north ");
  }

  private static List<String> reasons(GeneratorLoad load) {
    return reasons(load, MINUTE, SLO);
  }

  private static List<String> reasons(GeneratorLoad load, Duration window, Duration slo) {
    return GeneratorGate.voidReasons(
        rung(List.of(new AgentFigures("north", 5, 5, 9, load)), window), slo);
  }

  private static RungMeasurement rung(List<AgentFigures> agents, Duration window) {
    return with(Measurements.of(5, 1_074, 0, window, List.of(), List.of()), "agents", agents);
  }

  private static GeneratorLoad late(long worstNanos, long lateNanos, long gcNanos) {
    return new GeneratorLoad(0.3, worstNanos, lateNanos, gcNanos, 0);
  }

  private static long ms(long millis) {
    return millis * 1_000_000;
  }
}

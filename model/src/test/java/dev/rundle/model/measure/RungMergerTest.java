package dev.rundle.model.measure;

import static dev.rundle.model.RecordCopy.with;
import static dev.rundle.model.measure.Intervals.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.ladder.RungOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RungMergerTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final RungOrder ORDER =
      new RungOrder(
          Intervals.RUNG, 8, Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ZERO, 1);

  private static final Map<String, Integer> SHARES = Map.of("north", 5, "south", 3);

  private final RungMerger merger = new RungMerger(ORDER, SHARES);

  @Test
  void addsUpTwoAgents() {
    merger.accept(second("north", 0, false, 5, 40, 2, 100));
    merger.accept(second("south", 0, false, 3, 20, 0, 300));
    merger.accept(second("north", 1, true, 5, 40, 1, 100));
    assertThat(merger.isComplete()).isFalse();
    assertThat(merger.waitingFor()).containsExactly("south");
    merger.accept(second("south", 1, true, 3, 20, 1, 300));

    RungMeasurement measured = merger.measurement(START);

    assertThat(merger.isComplete()).isTrue();
    assertThat(measured.voidReasons()).isEmpty();
    assertThat(measured.windowEnd()).isEqualTo(START.plusSeconds(2));
    assertThat(measured.meanInFlight()).isEqualTo(8.0);
    assertThat(measured.sent()).isEqualTo(120);
    assertThat(measured.overSlo()).isEqualTo(4);
    assertThat(measured.endedPerSecond()).isCloseTo(60, within(1e-9));
    assertThat(measured.completedPerSecond()).isCloseTo(58, within(1e-9));
    // 80 at 100 ms and 40 at 300 ms
    assertThat(measured.meanFullNanos()).isCloseTo(166_666_666.7, within(1.0));
    assertThat(LatencyHistogram.of(measured.ttfab()).quantileMillis(0.5))
        .isCloseTo(100, within(0.1));
    assertThat(measured.overPerInterval())
        .containsExactly(
            new RungMeasurement.IntervalCount(60, 2), new RungMeasurement.IntervalCount(60, 2));
    // The north's three failures took 100 ms each. The south's one took 300 ms: what was answered
    // is
    // known within the histogram's 0.1 % only, of 19 answers that is up to 5.7 ms.
    assertThat(measured.agents())
        .containsExactly(
            new AgentFigures(
                "north", 5, 5.0, 80, GeneratorLoad.UNKNOWN, new AgentFlow(80, 40, 100e6, 300e6)),
            new AgentFigures(
                "south",
                3,
                3.0,
                40,
                GeneratorLoad.UNKNOWN,
                new AgentFlow(40, 20, 300e6, 301.824e6)));
    assertThat(measured.startSkew()).isEmpty();
  }

  @Test
  void reportsMayComeInAnyOrder() {
    merger.accept(second("north", 1, true, 4));
    merger.accept(second("south", 1, true, 4));
    assertThat(merger.isComplete()).isFalse();
    merger.accept(second("south", 0, false, 4));
    merger.accept(second("north", 0, false, 4));

    assertThat(merger.isComplete()).isTrue();
    assertThat(merger.measurement(START).voidReasons()).isEmpty();
  }

  @Test
  void aGapNamesTheAgentAndTheReport() {
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("south", 0, false, 4));
    merger.accept(second("south", 2, true, 4));

    assertThat(merger.measurement(START).voidReasons())
        .contains("agent south: report 1 is missing");
  }

  @Test
  void aDoubledReportIsCountedOnceAndVoids() {
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("south", 0, true, 4));

    RungMeasurement measured = merger.measurement(START);

    assertThat(measured.sent()).isEqualTo(20);
    assertThat(measured.voidReasons()).containsExactly("agent north sent report 0 twice");
  }

  @Test
  void anotherRungsReportIsDropped() {
    merger.accept(with(second("north", 0, true, 4), "rung", 2));

    assertThat(merger.measurement(START).sent()).isZero();
    assertThat(merger.waitingFor()).containsExactly("north", "south");
  }

  @Test
  void aLostAgentVoidsAndIsNotWaitedFor() {
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("south", 0, false, 4));
    merger.agentLost("south", "unreachable for 8 s");

    assertThat(merger.isComplete()).isTrue();
    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south was lost: unreachable for 8 s");
  }

  @Test
  void aStrangersLoadVoids() {
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("south", 0, true, 4));
    merger.accept(second("south-restarted", 0, true, 4));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south-restarted reported without a share of this rung");
  }

  @Test
  void unequalWindowsVoid() {
    merger.accept(second("north", 0, false, 4));
    merger.accept(second("north", 1, true, 4));
    merger.accept(second("south", 0, true, 4));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent south measured 1.00 s of a window of 2.00 s");
  }

  @Test
  void aWindowLongerThanOrderedVoids() {
    for (String agent : SHARES.keySet()) {
      merger.accept(second(agent, 0, false, 4));
      merger.accept(second(agent, 1, false, 4));
      merger.accept(second(agent, 2, true, 4));
    }

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly(
            "agent north measured 3.00 s of a window of 2.00 s",
            "agent south measured 3.00 s of a window of 2.00 s");
  }

  @Test
  void sharesThatDoNotMakeUpTheRungVoid() {
    var tooFew = new RungMerger(ORDER, Map.of("north", 4, "south", 3));
    SHARES.keySet().forEach(agent -> tooFew.accept(second(agent, 0, true, 4)));

    assertThat(tooFew.measurement(START).voidReasons())
        .containsExactly("the agents' shares sum to 7 instead of 8");
  }

  @Test
  void aRungIsHeldByAgentsWithSharesOfAtLeastNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RungMerger(ORDER, Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RungMerger(ORDER, Map.of("north", 9, "south", -1)));
    var idle = new RungMerger(ORDER, Map.of("north", 8, "south", 0));
    idle.accept(second("north", 0, true, 8));
    assertThat(idle.waitingFor()).containsExactly("south");
    idle.accept(second("south", 0, true, 0, 0, 0, 0));
    assertThat(idle.measurement(START).voidReasons()).isEmpty();
  }

  @Test
  void aReportAfterTheLastIsLeftOutAndVoids() {
    merger.accept(second("south", 0, true, 4));
    merger.accept(second("north", 0, true, 4));
    merger.accept(second("north", 1, false, 4));

    RungMeasurement measured = merger.measurement(START);

    assertThat(measured.sent()).isEqualTo(20);
    assertThat(measured.voidReasons()).containsExactly("agent north sent reports after its last");
  }

  @Test
  void twoLastReportsVoidWhicheverComesFirst() {
    merger.accept(second("south", 0, false, 4));
    merger.accept(second("south", 1, true, 4));
    merger.accept(second("north", 1, true, 4));
    merger.accept(second("north", 0, true, 4));

    assertThat(merger.measurement(START).voidReasons())
        .contains("agent north sent reports after its last");
  }

  @Test
  void manyDoubledReportsAreOneReason() {
    for (int i = 0; i < 3; i++) {
      merger.accept(second("north", 0, false, 4));
      merger.accept(second("north", 1, true, 4));
    }
    merger.accept(second("south", 0, false, 4));
    merger.accept(second("south", 1, true, 4));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("agent north sent 4 reports twice, first report 0");
  }

  @Test
  void whatALostAgentStillSendsIsLeftOut() {
    merger.accept(second("north", 0, true, 4));
    merger.agentLost("south", "unreachable for 8 s");
    merger.agentLost("south", "and again");
    merger.accept(second("south", 0, true, 4));

    RungMeasurement measured = merger.measurement(START);

    assertThat(measured.sent()).isEqualTo(10);
    assertThat(measured.voidReasons()).containsExactly("agent south was lost: unreachable for 8 s");
  }

  @Test
  void aReasonFromOutsideVoids() {
    merger.voidBecause("the coordinator stood still for 3.1 s");
    SHARES.keySet().forEach(agent -> merger.accept(second(agent, 0, true, 4)));

    assertThat(merger.measurement(START).voidReasons())
        .containsExactly("the coordinator stood still for 3.1 s");
  }

  @Test
  void theMeasuredStartSkewIsKept() {
    var skew = Optional.of(new StartSkew(2, 1.5, 4));

    assertThat(merger.measurement(START, skew).startSkew()).isEqualTo(skew);
  }

  @Test
  void agentTenComesAfterAgentNine() {
    var many =
        new RungMerger(ORDER, Map.of("agent-10", 3, "agent-9", 2, "agent-1", 2, "agent-2", 1));

    assertThat(many.agents())
        .extracting(AgentFigures::agent)
        .containsExactly("agent-1", "agent-2", "agent-9", "agent-10");
  }

  @Test
  void roundingBelowZeroIsNoNegativeLoad() {
    merger.accept(with(second("north", 0, true, 0), "inFlightNanos", -3.5));

    assertThat(merger.meanInFlight()).isZero();
  }
}

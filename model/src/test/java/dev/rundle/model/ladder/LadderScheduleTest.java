package dev.rundle.model.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LadderScheduleTest {
  private static final Duration REST = Duration.ofSeconds(30);

  @Test
  void thePublishedLadderTakesThirtyFiveAndAHalfMinutes() {
    var schedule = schedule(LadderSchedule.parseConcurrencies("1,5,10,20,30,40,50,60"), 240, 60);

    assertThat(schedule.totalWallClock()).isEqualTo(Duration.ofSeconds(2_130));
    assertThat(schedule.totalWallClock().toSeconds() / 60.0).isEqualTo(35.5);
    assertThat(schedule.notes()).isEmpty();
  }

  @Test
  void ordersSettleFirstAndRestBetween() {
    var schedule = schedule(List.of(1, 5, 10), 240, 60);

    assertThat(schedule.order(1, 7, 2))
        .isEqualTo(new RungOrder(7, 5, Duration.ofSeconds(180), Duration.ofSeconds(60), REST, 2));
    assertThat(schedule.order(2, 8, 1).rest()).isEqualTo(Duration.ZERO);
  }

  @Test
  void missingRungsThatLaterStepsReadAreAddedWithANote() {
    var schedule =
        LadderSchedule.of(
            List.of(8, 16),
            List.of(Duration.ofSeconds(20), Duration.ofSeconds(40)),
            List.of(Duration.ofSeconds(10)),
            REST);

    assertThat(schedule.rungs())
        .extracting(LadderSchedule.Rung::concurrency, r -> r.hold().toSeconds())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 20L),
            org.assertj.core.groups.Tuple.tuple(5, 20L),
            org.assertj.core.groups.Tuple.tuple(8, 20L),
            org.assertj.core.groups.Tuple.tuple(10, 40L),
            org.assertj.core.groups.Tuple.tuple(16, 40L));
    assertThat(schedule.notes()).hasSize(3).first().asString().startsWith("rung 1 added:");
  }

  @Test
  void theRecoveryPairFollowsTheProbe() {
    var schedule =
        LadderSchedule.of(
            List.of(1, 30),
            List.of(Duration.ofSeconds(20)),
            List.of(Duration.ofSeconds(10)),
            REST,
            30);

    assertThat(schedule.rungs())
        .extracting(LadderSchedule.Rung::concurrency)
        .containsExactly(1, 15, 30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "1,,5", "1,5,5", "5,1", "abc", "100001", "1.5", "1e9"})
  void impossibleListsAreRefused(String text) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> schedule(LadderSchedule.parseConcurrencies(text), 240, 60));
  }

  @Test
  void impossibleTimesAreRefused() {
    refused(List.of(), 240, 60, 30);
    refused(List.of(1), 0, 60, 30);
    refused(List.of(1), 240, 0, 30);
    refused(List.of(1), 240, -1, 30);
    refused(List.of(1), 60, 61, 30);
    refused(List.of(1), 240, 60, -1);
    refused(List.of(1), 90_000, 60, 30);
  }

  @Test
  void twoHoldsForThreeRungsAreRefused() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(
            () ->
                LadderSchedule.of(
                    List.of(1, 5, 10),
                    List.of(Duration.ofSeconds(20), Duration.ofSeconds(20)),
                    List.of(Duration.ofSeconds(10)),
                    REST))
        .withMessage("2 hold times were given for 3 rungs");
  }

  private static LadderSchedule schedule(List<Integer> rungs, long hold, long window) {
    return LadderSchedule.of(
        rungs, List.of(Duration.ofSeconds(hold)), List.of(Duration.ofSeconds(window)), REST);
  }

  private static void refused(List<Integer> rungs, long hold, long window, long rest) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(
            () ->
                LadderSchedule.of(
                    rungs,
                    List.of(Duration.ofSeconds(hold)),
                    List.of(Duration.ofSeconds(window)),
                    Duration.ofSeconds(rest)));
  }
}

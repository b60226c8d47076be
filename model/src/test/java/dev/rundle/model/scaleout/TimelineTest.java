package dev.rundle.model.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.artifact.TtotalArtifact.StageDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Instant ASKED = Instant.parse("2026-08-04T14:44:51Z");

  /** A published scale-out, to the second; ready and warmup_done share one stamp. */
  private static final List<StageTime> STAGES =
      List.of(
          at(Stage.LOAD_APPLIED, -30),
          at(Stage.DESIRED_SET, 0),
          new StageTime(Stage.INSTANCE_LOGGING, ASKED.plusSeconds(181), true, "log"),
          new StageTime(Stage.CONTAINER_STARTED, ASKED.plusSeconds(184), true, "derived"),
          at(Stage.FRAMEWORK_INIT, 185),
          at(Stage.WEIGHTS_READY, 191),
          at(Stage.READY, 192),
          at(Stage.WARMUP_DONE, 192),
          at(Stage.IN_SERVICE, 213),
          at(Stage.TRAFFIC_RECOVERED, 260));

  @Test
  void ordersByTimeAndByCauseAtEqualTimes() {
    List<StageTime> shuffled = new ArrayList<>(STAGES);
    Collections.shuffle(shuffled, new Random(7));

    assertThat(Timeline.of(shuffled).stages())
        .extracting(StageTime::stage)
        .containsExactly(
            Stage.LOAD_APPLIED,
            Stage.DESIRED_SET,
            Stage.INSTANCE_LOGGING,
            Stage.CONTAINER_STARTED,
            Stage.FRAMEWORK_INIT,
            Stage.WEIGHTS_READY,
            Stage.WARMUP_DONE,
            Stage.READY,
            Stage.IN_SERVICE,
            Stage.TRAFFIC_RECOVERED);
    assertThat(Timeline.of(shuffled).missing()).containsExactly(Stage.WEIGHTS_FETCHED);
  }

  @Test
  void durationsRunFromDesiredSetAndSharesSumToOne() {
    Timeline timeline = Timeline.of(STAGES);

    assertThat(timeline.total()).isEqualTo(Duration.ofSeconds(260));
    assertThat(timeline.floor()).isFalse();
    assertThat(timeline.durations().get(0))
        .isEqualTo(
            new StageDuration(Stage.DESIRED_SET, Stage.INSTANCE_LOGGING, 181, true, 181 / 260.0));
    assertThat(timeline.durations().stream().mapToDouble(StageDuration::share).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(timeline.durations().stream().mapToDouble(StageDuration::seconds).sum())
        .isCloseTo(260, within(1e-9));
    assertThat(timeline.dominant().orElseThrow().to()).isEqualTo(Stage.INSTANCE_LOGGING);
    assertThat(timeline.durations())
        .extracting(StageDuration::bounded)
        .containsExactly(true, true, true, false, false, false, false, false);
  }

  @Test
  void withoutRecoveryItIsAFloor() {
    List<StageTime> unrecovered = STAGES.subList(0, 9);

    Timeline timeline = Timeline.floor(unrecovered, ASKED.plusSeconds(900));

    assertThat(timeline.floor()).isTrue();
    assertThat(timeline.total()).isEqualTo(Duration.ofSeconds(900));
    assertThat(timeline.missing()).contains(Stage.TRAFFIC_RECOVERED);
    assertThat(timeline.durations().get(timeline.durations().size() - 1))
        .isEqualTo(
            new StageDuration(Stage.IN_SERVICE, Stage.TRAFFIC_RECOVERED, 687, true, 687 / 900.0));
    assertThatIllegalArgumentException().isThrownBy(() -> Timeline.of(unrecovered));
  }

  @Test
  void aStageStampedOutsideTheSpanIsNotedAndHasNoDuration() {
    List<StageTime> skewed = new ArrayList<>(STAGES);
    skewed.add(at(Stage.WEIGHTS_FETCHED, -5));

    Timeline timeline = Timeline.of(skewed);

    assertThat(timeline.notes()).singleElement().asString().startsWith("weights_fetched at ");
    assertThat(timeline.durations()).noneMatch(d -> d.from() == Stage.WEIGHTS_FETCHED);
    assertThat(timeline.durations().stream().mapToDouble(StageDuration::share).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void theEarliestOfSeveralStampsCounts() {
    List<StageTime> twice = new ArrayList<>(STAGES);
    twice.add(at(Stage.IN_SERVICE, 240));

    assertThat(Timeline.of(twice)).isEqualTo(Timeline.of(STAGES));
  }

  private static StageTime at(Stage stage, long seconds) {
    return new StageTime(stage, ASKED.plusSeconds(seconds), false, "test");
  }
}

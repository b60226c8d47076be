package dev.rundle.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.demo.DemoReport.Check;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.scaleout.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** On the published pair: Q_max 50 on rungs 1, 5, 10, 20 … 60, T_total 260.248 s. */
class DemoJudgeTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "kokoro-82m");

  private final QmaxArtifact qmax = Artifacts.readQmax(EXAMPLE.resolve("qmax.json"));
  private final TtotalArtifact ttotal = Artifacts.readTtotal(EXAMPLE.resolve("ttotal.json"));

  @Test
  void theHighestRungBelowTheTruthIsRight() {
    assertThat(DemoJudge.qMax(qmax, 53).right()).isTrue();
    assertThat(DemoJudge.qMax(qmax, 50).right()).isTrue();
  }

  @Test
  void aRungTooLowOrTooHighIsNot() {
    assertThat(DemoJudge.qMax(qmax, 60).right()).isFalse();
    assertThat(DemoJudge.qMax(qmax, 49).right()).isFalse();
  }

  @Test
  void stagesAsGivenAreRight() {
    assertThat(DemoJudge.scaleOut(ttotal, given())).allMatch(Check::right);
  }

  @Test
  void aStageThatIsOffByMoreThanTwoPollsIsNamed() {
    Map<Stage, Duration> given = given();
    given.merge(Stage.WEIGHTS_READY, Duration.ofSeconds(-2), Duration::plus);
    List<Check> wrong =
        DemoJudge.scaleOut(ttotal, given).stream().filter(check -> !check.right()).toList();
    assertThat(wrong)
        .extracting(Check::quantity)
        .containsExactly("  weights_ready", "desired_set to in_service");
  }

  @Test
  void aStageWithoutATraceCountsWithTheNext() {
    Map<Stage, Duration> given = given();
    given.put(Stage.WEIGHTS_FETCHED, Duration.ofMillis(4_000));
    given.put(Stage.WEIGHTS_READY, Duration.ofMillis(2_475));
    assertThat(DemoJudge.scaleOut(ttotal, given)).allMatch(Check::right);
  }

  /** What the artifact says, taken as the truth. */
  private Map<Stage, Duration> given() {
    Map<Stage, Duration> given = new EnumMap<>(Stage.class);
    ttotal.durations().stream()
        .filter(duration -> duration.to() != Stage.TRAFFIC_RECOVERED)
        .forEach(
            duration ->
                given.put(duration.to(), Duration.ofNanos(Math.round(duration.seconds() * 1e9))));
    return given;
  }
}

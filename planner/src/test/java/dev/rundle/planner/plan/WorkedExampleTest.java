package dev.rundle.planner.plan;

import static dev.rundle.planner.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.artifact.ArtifactJson;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;
import dev.rundle.model.scaleout.Timeline;
import dev.rundle.model.verdict.RungJudge;
import dev.rundle.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published figures, digit for digit, and what they come to when fleets are sized honestly. */
class WorkedExampleTest {
  private static final Instant NANOS_LATER = Instant.parse("2026-11-30T19:24:43.494266706Z");

  private final PlanArtifact published =
      Planner.plan(Examples.inputs().withSizing(Sizing.UNCONTENDED).withPrice(1.408));
  private final PlanArtifact plan = Planner.plan(Examples.inputs().withPrice(1.408));

  @Test
  void thresholds() {
    assertThat(published.thresholds().qMax()).isEqualTo(50);
    assertThat(published.thresholds().cScaleMax()).isEqualTo(37.5);
    assertThat(published.thresholds().cScaleMin()).isEqualTo(25.0);
    assertThat(published.thresholds().minSafeInstances()).hasValue(3);
    assertThat(published.policy().scalingTargetValue()).hasValue(37.5);
    assertThat(published.policy().scaleInThreshold()).hasValue(25.0);
    assertThat(published.policy().queueMaxDepth()).isEqualTo(50);
    assertThat(published.policy().scaleOutCooldownSeconds()).isEqualTo(30);
    assertThat(published.policy().scaleInCooldownSeconds()).isEqualTo(960);
    assertThat(published.policy().firstChunkAlarmMillis()).isEqualTo(65);
  }

  @Test
  void times() {
    assertThat(published.timing().wMaxSeconds()).isCloseTo(2.9338649033568798, within(1e-9));
    assertThat(published.timing().tTotalSeconds()).isCloseTo(320.248496, within(1e-9));
    assertThat(published.timing().measuredSeconds()).isCloseTo(260.248496, within(1e-9));
    assertThat(published.timing().provisioningSeconds().orElseThrow())
        .isCloseTo(180.835132, within(1e-9));
    assertThat(published.finding("provision_stage").detail())
        .contains("T 320.2 s = T_total 260.2 s, measured, + 60.0 s", "180.8 s (56 % of T)");
  }

  @Test
  void publishedSizing() {
    assertThat(published.fleet().minInstances()).isEqualTo(1);
    assertThat(published.fleet().maxInstances()).isEqualTo(9);
    Finding peak = published.finding("peak_throughput");
    assertThat(peak.level()).isEqualTo(Level.STOP);
    assertThat(peak.detail())
        .startsWith("9 instances complete 161 requests per second (17.89 each")
        .contains("needs 280 instances", "gives 9", "3.2 % of the peak is served");
    assertThat(published.feasible()).isFalse();
  }

  @Test
  void measuredSizingNeedsThirtyOneTimesAsMany() {
    assertThat(plan.fleet().completionsPerSecond()).isCloseTo(17.8875, within(1e-9));
    assertThat(plan.fleet().maxInstances()).isEqualTo(280);
    assertThat(plan.fleet().minInstances()).isEqualTo(1);
    assertThat(plan.finding("peak_throughput").level()).isEqualTo(Level.OK);
    assertThat(plan.feasible()).isTrue();
    assertThat(plan.policy()).isEqualTo(published.policy());
  }

  @Test
  void costIsOfWhatIsReallyServed() {
    assertThat(plan.cost().peakPerHour().orElseThrow()).isCloseTo(394.24, within(1e-9));
    assertThat(plan.cost().peakPerMillionCharacters().orElseThrow())
        .isCloseTo(0.868, within(0.001));
    // Nine instances cost as much per character, whatever was hoped of them.
    assertThat(published.cost().peakPerHour().orElseThrow()).isCloseTo(12.672, within(1e-9));
    assertThat(published.cost().peakPerMillionCharacters().orElseThrow())
        .isCloseTo(0.867, within(0.001));
  }

  @Test
  void findingsComeWorstFirst() {
    assertThat(published.findings())
        .extracting(Finding::id)
        .containsExactlyInAnyOrder(
            "measurement_trust",
            "repeatability",
            "slo_budget",
            "invocation_ceiling",
            "queue_depth",
            "threshold_units",
            "surge_survival",
            "scale_in_safety",
            "peak_throughput",
            "fleet_cost",
            "provision_stage",
            "quota");
    assertThat(published.findings()).extracting(Finding::level).isSorted();
    assertThat(plan.findings().stream().filter(f -> f.level() == Level.WARN))
        .extracting(Finding::id)
        .containsExactly("surge_survival", "scale_in_safety");
    assertThat(plan.finding("repeatability").level()).isEqualTo(Level.NOT_CHECKED);
    assertThat(plan.finding("quota").level()).isEqualTo(Level.NOT_CHECKED);
    assertThat(plan.finding("quota").recommendation()).contains("--quota");
    assertThat(plan.finding("repeatability").recommendation())
        .contains("compare the two Q_max", "the smaller one");
    assertThat(Planner.plan(Examples.inputs()).finding("fleet_cost").recommendation())
        .endsWith("per hour: --price-per-hour");
  }

  @Test
  void theSurgeIsReallyApplied() {
    // 98.7 % × 1.25 = 1.234 of capacity: at least 1 − 1/1.234 = 19 % cannot be served.
    Finding surge = plan.finding("surge_survival");

    assertThat(surge.level()).isEqualTo(Level.WARN);
    assertThat(surge.detail())
        .contains("is 98.7 % utilised (1 slot of 55.8 ms)", "1.25 times that rate for the 320 s");
  }

  @Test
  void scaleInIsCountedByRate() {
    assertThat(plan.finding("scale_in_safety").detail())
        .contains("From 2 to 1 that is 2.00", "from 78 on M/M/1", "from 3 by occupancy alone");
  }

  @Test
  void theTextSaysWhatIsDeployed() {
    assertThat(PlanText.print(published))
        .contains(
            "scaling_target_value 37.500",
            "scale_in_threshold 25.000",
            "W_max 2.934 s",
            "scale_out_cooldown 30 s",
            "scale_in_cooldown 960 s",
            "queue_max_depth 50",
            "first-chunk alarm 65 ms",
            "T 320.248 s",
            "T_total 260.248 s + 60 s policy bound; provisioning 180.8 s (56 %)",
            "S 0.0613 s",
            "S_p95 0.0661 s",
            "min_safe 3",
            "max_instances 9")
        .containsPattern("surge_survival +warn")
        .containsPattern("scale_in_safety +warn")
        .contains("imported, run b8fa8ef48043");
    assertThat(PlanText.print(plan)).contains("max_instances 280", "feasible, 2 warnings");
  }

  @Test
  void theTextSaysThatTheFirstChunkAlarmFiresOnHealthyTrafficAndNamesAnother() {
    assertThat(PlanText.print(published))
        .contains("65 ms")
        .contains("5 % of healthy traffic crosses it, and any queueing")
        .contains(
            published.policy().firstChunkAtTargetMillis()
                + " ms is p95 at C_scale_max; the deployed alarm stands there");
    assertThat(published.policy().firstChunkAtTargetMillis()).isGreaterThan(65);
  }

  @Test
  void namesValuesAndNotesStandInColumns() {
    List<String> lines = PlanText.print(published).lines().toList();
    int value = line(lines, "scaling_target_value 37.500").indexOf(" 37.500");
    int note = line(lines, "scaling_target_value 37.500").indexOf("C_scale_max");

    assertThat(line(lines, "first-chunk alarm 65 ms").indexOf(" 65 ms")).isEqualTo(value);
    assertThat(line(lines, "W_max 2.934 s").indexOf(" 2.934 s")).isEqualTo(value);
    assertThat(line(lines, " T 320.248 s").indexOf(" 320.248 s")).isEqualTo(value);
    assertThat(line(lines, "queue_max_depth 50 ").indexOf("= Q_max")).isEqualTo(note);
    assertThat(line(lines, "W_max 2.934 s").indexOf("SLO")).isEqualTo(note);
    assertThat(line(lines, " T 320.248 s").indexOf("T_total")).isEqualTo(note);
    assertThat(line(lines, "the deployed alarm stands").indexOf("2106 ms")).isEqualTo(note);
  }

  @Test
  void theLongestFindingStandsClearOfItsVerdict() {
    assertThat(PlanText.print(published)).contains("\ninvocation_ceiling  ok ");
  }

  private static String line(List<String> lines, String part) {
    return lines.stream().filter(line -> line.contains(part)).findFirst().orElseThrow();
  }

  @Test
  void theTextGivesTimesToTheSecond() {
    var source = with(Examples.qmax().provenance(), "measuredAt", NANOS_LATER);
    var ladder = with(Examples.qmax(), "provenance", source);

    assertThat(PlanText.print(Planner.plan(Examples.inputs(ladder, Examples.ttotal()))))
        .contains(", 2026-11-30T19:24:43Z\n")
        .doesNotContain("43.494266706");
  }

  @Test
  void theBlockCanBeReadBack() {
    String block = String.join("\n", PlanText.configBlock(plan));

    ModelConfig model = RundleConfig.parse("rundle.yaml", block).model("kokoro-82m");

    assertThat(model.endpoint()).isEqualTo("speech-kokoro-82m");
    assertThat(model.maxInstances()).isEqualTo(280);
    assertThat(model.scalingTargetValue()).hasValue(37.5);
    assertThat(model.scaleInThreshold()).hasValue(25);
    assertThat(model.scaleInCooldown()).isEqualTo(Duration.ofSeconds(960));
    assertThat(model.queueMaxDepth()).hasValue(50);
    ModelConfig example =
        RundleConfig.read(Examples.folder().resolve("rundle.yaml")).model("kokoro-82m");
    assertThat(plan.applyTo(example)).isEqualTo(model);
  }

  @Test
  void aPlanIsAnArtifact(@TempDir Path folder) {
    Path file = folder.resolve("plan.json");
    Artifacts.write(file, plan, false);

    assertThat(PlanArtifact.read(file)).isEqualTo(plan);
    assertThat(plan.provenance().origin()).isEqualTo(Origin.IMPORTED);
  }

  @Test
  void withoutADemandTheThresholdsStandAndTheFleetIsNotSized() {
    var bare =
        Planner.plan(
            PlanInputs.of(
                Examples.qmax(),
                Examples.ttotal(),
                Duration.ofSeconds(3),
                1.25,
                Optional.empty(),
                Examples.NOW,
                "test"));

    assertThat(bare.policy()).isEqualTo(plan.policy());
    assertThat(bare.fleet().maxInstances()).isEqualTo(3);
    assertThat(bare.finding("peak_throughput").level()).isEqualTo(Level.NOT_CHECKED);
    assertThat(bare.finding("fleet_cost").level()).isEqualTo(Level.NOT_CHECKED);
    assertThat(bare.feasible()).isTrue();
    assertThat(PlanText.print(bare)).contains("not sized: no demand was given");
  }

  @Test
  void theExampleFilesAreWrittenAsOursAre() throws IOException {
    assertThat(Files.readString(Examples.folder().resolve("qmax.json")))
        .isEqualTo(ArtifactJson.write(Examples.qmax()));
    assertThat(Files.readString(Examples.folder().resolve("ttotal.json")))
        .isEqualTo(ArtifactJson.write(Examples.ttotal()));
  }

  @Test
  void theExamplesVerdictsHoldAtItsOwnBounds() {
    for (Rung rung : Examples.qmax().rungs()) {
      Verdict verdict = RungJudge.verdict(rung.overSlo(), rung.sent());
      assertThat(verdict.<String>fold(p -> "pass", f -> "fail", u -> "undecided"))
          .as("rung %d", rung.concurrency())
          .isEqualTo(rung.verdict());
    }
  }

  @Test
  void theExamplesDurationsFollowFromItsStages() {
    Timeline timeline = Timeline.of(Examples.ttotal().stages());

    assertThat(timeline.total().toNanos() / 1e9).isEqualTo(Examples.ttotal().tTotalSeconds());
    assertThat(timeline.durations()).isEqualTo(Examples.ttotal().durations());
    assertThat(timeline.stages()).isEqualTo(Examples.ttotal().stages());
    assertThat(timeline.missing()).isEqualTo(Examples.ttotal().missingStages());
    assertThat(List.of(timeline.dominant().orElseThrow().seconds())).containsExactly(180.835132);
  }
}

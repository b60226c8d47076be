package dev.rundle.cli.demo;

import dev.rundle.cli.demo.DemoReport.Check;
import dev.rundle.cli.demo.DemoReport.PolicyValue;
import dev.rundle.cli.output.Figures;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.artifact.TtotalArtifact.StageDuration;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.scaleout.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Sets what was measured beside what the sandbox was given. Pure. */
final class DemoJudge {
  /** A stage is read from a log that is polled: it can be late by a poll and the log's lag. */
  private static final double STAGE_TOLERANCE_SECONDS = 2 * DemoPlan.POLL_SECONDS;

  private DemoJudge() {}

  /** Q_max is right if it is the highest rung that the true value allows. */
  static Check qMax(QmaxArtifact artifact, int truth) {
    int right =
        artifact.rungs().stream()
            .mapToInt(QmaxArtifact.Rung::concurrency)
            .filter(n -> n <= truth)
            .max()
            .orElse(0);
    return new Check(
        "Q_max",
        artifact.qMax().map(String::valueOf).orElse("none"),
        String.valueOf(truth),
        "it is the highest rung at or below, " + right,
        artifact.qMax().equals(Optional.of(right)));
  }

  /** Each stage that a new instance was given, then the sum, then the table's own consistency. */
  static List<Check> scaleOut(TtotalArtifact artifact, Map<Stage, Duration> given) {
    List<Check> checks = new ArrayList<>();
    artifact.durations().stream()
        .filter(measured -> given.containsKey(measured.to()))
        .map(measured -> stage(measured, given))
        .forEach(checks::add);
    double untilInService = secondsUntil(artifact, Stage.IN_SERVICE);
    double givenInAll = given.values().stream().mapToDouble(d -> d.toNanos() / 1e9).sum();
    checks.add(
        near("desired_set to in_service", untilInService, givenInAll, STAGE_TOLERANCE_SECONDS));
    checks.add(
        new Check(
            "T_total",
            Figures.secondsExactly(artifact.tTotalSeconds()),
            Figures.secondsExactly(givenInAll) + " + recovery",
            "recovery was seen, and came after in_service",
            !artifact.floor() && artifact.tTotalSeconds() >= untilInService));
    double sum = artifact.durations().stream().mapToDouble(StageDuration::seconds).sum();
    checks.add(
        new Check(
            "sum of the stage table",
            Figures.secondsExactly(sum),
            Figures.secondsExactly(artifact.tTotalSeconds()),
            "within 1 %",
            Math.abs(sum - artifact.tTotalSeconds()) <= 0.01 * artifact.tTotalSeconds()));
    return checks;
  }

  /** A stage that left no trace is part of what the next one took. */
  private static Check stage(StageDuration measured, Map<Stage, Duration> given) {
    double since =
        given.entrySet().stream()
            .filter(entry -> entry.getKey().compareTo(measured.from()) > 0)
            .filter(entry -> entry.getKey().compareTo(measured.to()) <= 0)
            .mapToDouble(entry -> entry.getValue().toNanos() / 1e9)
            .sum();
    return near("  " + measured.to().id(), measured.seconds(), since, STAGE_TOLERANCE_SECONDS);
  }

  private static Check near(String quantity, double measured, double given, double tolerance) {
    return new Check(
        quantity,
        Figures.secondsExactly(measured),
        Figures.secondsExactly(given),
        "within " + Figures.plainSeconds(tolerance) + ", two polls",
        Math.abs(measured - given) <= tolerance);
  }

  private static double secondsUntil(TtotalArtifact artifact, Stage last) {
    double sum = 0;
    for (StageDuration duration : artifact.durations()) {
      sum += duration.seconds();
      if (duration.to() == last) {
        return sum;
      }
    }
    return Double.NaN;
  }

  /** The values of both policies, side by side. */
  static List<PolicyValue> policy(ModelConfig guessed, ModelConfig planned) {
    return List.of(
        value(
            "scaling_target_value",
            text(guessed.scalingTargetValue()),
            text(planned.scalingTargetValue())),
        value(
            "scale_in_threshold",
            text(guessed.scaleInThreshold()),
            text(planned.scaleInThreshold())),
        value(
            "scale_out_cooldown",
            seconds(guessed.scaleOutCooldown()),
            seconds(planned.scaleOutCooldown())),
        value(
            "scale_in_cooldown",
            seconds(guessed.scaleInCooldown()),
            seconds(planned.scaleInCooldown())),
        value("queue_max_depth", text(guessed.queueMaxDepth()), text(planned.queueMaxDepth())),
        value(
            "min_instances",
            String.valueOf(guessed.minInstances()),
            String.valueOf(planned.minInstances())),
        value(
            "max_instances",
            String.valueOf(guessed.maxInstances()),
            String.valueOf(planned.maxInstances())));
  }

  private static PolicyValue value(String name, String guessed, String planned) {
    return new PolicyValue(name, guessed, planned);
  }

  private static String seconds(Duration duration) {
    return Figures.plainSeconds(duration.toMillis() / 1000.0);
  }

  private static String text(OptionalDouble value) {
    return value.isPresent() ? Figures.threshold(value) : "-";
  }

  private static String text(OptionalInt value) {
    return value.isPresent() ? String.valueOf(value.getAsInt()) : "-";
  }
}

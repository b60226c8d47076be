package dev.rundle.cli.live;

import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.model.failure.RundleException;
import dev.rundle.simulations.report.LadderReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Renders the load generator's HTML report. */
final class Reports {
  private Reports() {}

  /** The report of a ladder; empty, with a warning, if none can be made. */
  static Optional<Path> ladder(LiveRun run, QmaxOutcome outcome) {
    if (outcome.logs().isEmpty()) {
      run.listener().warning("no report: the load generator left no log");
      return Optional.empty();
    }
    String title =
        "Ladder of " + run.model().name() + ", run " + outcome.artifact().provenance().runId();
    Path folder = run.work().resolve("report-qmax-" + run.runId());
    try {
      LadderReport.render(
          outcome.logs(),
          staircase(outcome.staircase()),
          labels(outcome),
          title,
          run.model().slo(),
          folder);
      return Optional.of(folder.resolve("index.html"));
    } catch (RundleException e) {
      // The measurement is safe in its artifact; a report can be missed.
      run.listener().warning("no report: " + e.what());
      return Optional.empty();
    }
  }

  private static Map<String, String> labels(QmaxOutcome outcome) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (QmaxOutcome.RungLabel rung : outcome.rungs()) {
      // The report's menu shows about 19 characters; the number keeps labels apart and in order.
      labels.put(
          rung.group(),
          String.format(
              Locale.ROOT,
              "%02d · N=%d · %.2f/s",
              labels.size() + 1,
              rung.concurrency(),
              rung.completedPerSecond()));
    }
    return labels;
  }

  private static dev.rundle.simulations.report.Staircase staircase(Staircase staircase) {
    List<dev.rundle.simulations.report.Staircase.Step> steps =
        staircase.steps().stream()
            .map(
                step ->
                    new dev.rundle.simulations.report.Staircase.Step(step.at(), step.concurrency()))
            .toList();
    return dev.rundle.simulations.report.Staircase.of(steps);
  }
}

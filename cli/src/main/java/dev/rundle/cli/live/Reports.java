package dev.rundle.cli.live;

import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.model.failure.RundleException;
import dev.rundle.simulations.report.LadderReport;
import dev.rundle.simulations.report.LogSource;
import dev.rundle.simulations.report.Rendered;
import dev.rundle.simulations.report.RungGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Renders the load generator's HTML report. */
final class Reports {
  private Reports() {}

  /**
   * What became of a report.
   *
   * @param html its first page; empty if none could be made
   * @param warnings what is missing and why
   */
  record Made(Optional<Path> html, List<String> warnings) {
    static final Made NOT_WANTED = new Made(Optional.empty(), List.of());
  }

  /** The report of a ladder, as far as one can be made. */
  static Made ladder(LiveRun run, QmaxOutcome outcome) {
    Made made = make(run, outcome);
    made.warnings().forEach(run.listener()::warning);
    return made;
  }

  private static Made make(LiveRun run, QmaxOutcome outcome) {
    if (outcome.logs().isEmpty()) {
      return none("the load generator left no log");
    }
    String title =
        "Ladder of " + run.model().name() + ", run " + outcome.artifact().provenance().runId();
    Path folder = run.work().resolve("report-qmax-" + run.runId());
    try {
      Rendered report =
          LadderReport.render(
              outcome.logs().stream().map(Reports::source).toList(),
              staircase(outcome.staircase()),
              groups(outcome),
              title,
              run.model().slo(),
              folder);
      return new Made(
          Optional.of(report.html()),
          report.leftOut().stream().map(line -> "the report: " + line).toList());
    } catch (RundleException e) {
      // The measurement is safe in its artifact; a report can be missed.
      return none(e.what());
    }
  }

  private static Made none(String why) {
    return new Made(Optional.empty(), List.of("no report: " + why));
  }

  private static LogSource source(AgentLog log) {
    return new LogSource(log.path(), log.ahead(), log.whole());
  }

  private static List<RungGroup> groups(QmaxOutcome outcome) {
    List<RungGroup> groups = new ArrayList<>();
    for (QmaxOutcome.RungLabel rung : outcome.rungs()) {
      // The report's menu shows about 19 characters; the number keeps labels apart and in order.
      String label =
          String.format(
              Locale.ROOT,
              "%02d · N=%d · %.2f/s",
              groups.size() + 1,
              rung.concurrency(),
              rung.completedPerSecond());
      groups.add(new RungGroup(rung.group(), label, rung.sent()));
    }
    return groups;
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

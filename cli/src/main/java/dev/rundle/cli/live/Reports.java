package dev.rundle.cli.live;

import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.failure.RundleException;
import dev.rundle.simulations.report.LadderReport;
import dev.rundle.simulations.report.LogSource;
import dev.rundle.simulations.report.Rendered;
import dev.rundle.simulations.report.RungGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Renders the load generator's HTML report. */
final class Reports {
  private static final String VOID = "void";

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
    Shown shown = shown(outcome.rungs(), rung -> firstReason(outcome.artifact(), rung));
    if (shown.groups().isEmpty() && !shown.leftOut().isEmpty()) {
      return none("every rung is void");
    }
    try {
      Rendered report =
          LadderReport.render(
              outcome.logs().stream().map(Reports::source).toList(),
              staircase(outcome.staircase()),
              shown.groups(),
              title,
              run.model().slo(),
              folder);
      return new Made(Optional.of(report.html()), shown.warnings(report.leftOut()));
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

  /**
   * Which rungs the report shows.
   *
   * @param leftOut a sentence for each rung that it does not
   * @param hidden the names of those in the logs
   */
  record Shown(List<RungGroup> groups, List<String> leftOut, Set<String> hidden) {
    /** All that is missing; rungs that the report's maker cannot know are told once, by us. */
    List<String> warnings(List<String> leftOutByMaker) {
      List<String> warnings = new ArrayList<>(leftOut);
      leftOutByMaker.stream()
          .filter(line -> hidden.stream().noneMatch(g -> line.startsWith("group \"" + g + "\" ")))
          .forEach(line -> warnings.add("the report: " + line));
      return warnings;
    }
  }

  /**
   * Nobody stands behind the percentiles of a void rung, even where its rows match what was
   * counted. Numbers are those of the printed table.
   */
  static Shown shown(
      List<QmaxOutcome.RungLabel> rungs,
      Function<QmaxOutcome.RungLabel, Optional<String>> firstReason) {
    List<RungGroup> groups = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    Set<String> hidden = new HashSet<>();
    for (int i = 0; i < rungs.size(); i++) {
      QmaxOutcome.RungLabel rung = rungs.get(i);
      if (rung.verdict().equals(VOID)) {
        hidden.add(rung.group());
        leftOut.add(
            String.format(
                Locale.ROOT,
                "rung %d (N=%d) is void and not in the report: %s",
                i + 1,
                rung.concurrency(),
                firstReason.apply(rung).orElse("see the table")));
      } else {
        groups.add(new RungGroup(rung.group(), label(i + 1, rung), rung.sent()));
      }
    }
    return new Shown(groups, leftOut, hidden);
  }

  /** The report's menu shows about 19 characters; the number keeps labels apart and in order. */
  private static String label(int number, QmaxOutcome.RungLabel rung) {
    return String.format(
        Locale.ROOT, "%02d · N=%d · %.2f/s", number, rung.concurrency(), rung.completedPerSecond());
  }

  private static Optional<String> firstReason(QmaxArtifact artifact, QmaxOutcome.RungLabel label) {
    return artifact.rungs().stream()
        .filter(rung -> rung.concurrency() == label.concurrency())
        .filter(rung -> rung.attempt() == label.attempt())
        .flatMap(rung -> rung.reasons().stream())
        .findFirst();
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

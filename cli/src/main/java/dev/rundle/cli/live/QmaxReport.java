package dev.rundle.cli.live;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What qmax prints: the answer, the rungs that led to it, and the files. */
public record QmaxReport(
    String model,
    String endpoint,
    String origin,
    String runId,
    double sloMillis,
    Optional<Integer> qMax,
    boolean bracketed,
    boolean nonMonotonic,
    Optional<String> withheldBecause,
    OptionalDouble serviceMeanMillis,
    List<Rung> rungs,
    List<String> agents,
    List<String> warnings,
    String artifact,
    Optional<String> report) {
  private static final int MOST_NAMED = 8;

  /**
   * One rung; latencies in milliseconds, {@code shareOverSlo} between 0 and 1.
   *
   * @param startSkew how far apart the agents began; empty if it was not measured
   * @param agents what each agent held
   */
  public record Rung(
      int concurrency,
      int attempt,
      long sent,
      double effectiveN,
      long overSlo,
      double shareOverSlo,
      double ttfabP50Millis,
      double ttfabP95Millis,
      double meanInFlight,
      double completedPerSecond,
      OptionalDouble maximumRatio,
      Optional<String> noConversionBecause,
      Map<Outcome, Long> outcomes,
      Optional<StartSkew> startSkew,
      List<QmaxArtifact.AgentShare> agents,
      String verdict,
      List<String> reasons) {
    /** Names of those that held a part of it. */
    private List<String> holders() {
      return agents.stream()
          .filter(agent -> agent.share() > 0)
          .map(QmaxArtifact.AgentShare::agent)
          .toList();
    }

    /** {@code 40}, or {@code 40 (attempt 2)}. */
    private String name() {
      return Figures.count(concurrency) + (attempt > 1 ? " (attempt " + attempt + ")" : "");
    }

    private boolean isShared() {
      return agents.size() > 1;
    }
  }

  /**
   * What is printed of an outcome.
   *
   * @param more warnings beside those of the run
   */
  static QmaxReport of(
      QmaxOutcome outcome, String artifactFile, Optional<String> html, List<String> more) {
    QmaxArtifact artifact = outcome.artifact();
    List<String> warnings = new ArrayList<>(outcome.warnings());
    warnings.addAll(more);
    return new QmaxReport(
        artifact.model(),
        artifact.provenance().endpoint(),
        artifact.provenance().origin().name().toLowerCase(Locale.ROOT),
        artifact.provenance().runId(),
        artifact.sloMillis(),
        artifact.qMax(),
        artifact.bracketed(),
        artifact.nonMonotonic(),
        artifact.withheldBecause(),
        artifact.serviceMeanMillis(),
        artifact.rungs().stream().map(QmaxReport::rung).toList(),
        outcome.agents(),
        warnings,
        artifactFile,
        html);
  }

  private static Rung rung(QmaxArtifact.Rung rung) {
    return new Rung(
        rung.concurrency(),
        rung.attempt(),
        rung.sent(),
        rung.effectiveN(),
        rung.overSlo(),
        rung.sent() == 0 ? 0 : (double) rung.overSlo() / rung.sent(),
        rung.ttfabP50Millis(),
        rung.ttfabP95Millis(),
        rung.meanInFlight(),
        rung.completedPerSecond(),
        rung.cloudWatch().map(QmaxArtifact.CloudWatch::maximumRatio).orElse(OptionalDouble.empty()),
        rung.noConversionBecause(),
        new TreeMap<>(rung.outcomes()),
        rung.startSkew(),
        rung.agents(),
        rung.verdict(),
        rung.reasons());
  }

  void print(PrintStream out, Style style) {
    boolean shared = rungs.stream().anyMatch(Rung::isShared);
    Table table =
        new Table()
            .figures("rung")
            .figures("concurrency")
            .figures("sent")
            .figures("n eff")
            .figures("over SLO")
            .figures("p50 TTFAB")
            .figures("p95 TTFAB")
            .figures("in flight")
            .figures("completed");
    if (shared) {
      table.figures("skew p99");
    }
    table.words("verdict");
    for (int i = 0; i < rungs.size(); i++) {
      table.row(row(i + 1, rungs.get(i), shared, style));
    }
    table.printTo(out);
    printVoid(out);
    printFailures(out);
    printMissingConversions(out);
    printAgents(out);
    out.println();
    out.println(style.strong(Words.harmless(answer())));
    out.println("artifact: " + artifact);
    report.ifPresent(path -> out.println("report: " + path));
  }

  private static String[] row(int number, Rung rung, boolean shared, Style style) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                String.valueOf(number),
                Figures.count(rung.concurrency()),
                Figures.count(rung.sent()),
                Figures.count(Math.round(rung.effectiveN())),
                Figures.count(rung.overSlo()) + " (" + Figures.percent(rung.shareOverSlo()) + ")",
                ttfab(rung, rung.ttfabP50Millis()),
                ttfab(rung, rung.ttfabP95Millis()),
                Figures.held(rung.meanInFlight()),
                Figures.perSecond(rung.completedPerSecond())));
    if (shared) {
      cells.add(rung.startSkew().map(skew -> Figures.millis(skew.p99Millis())).orElse("-"));
    }
    cells.add(verdict(rung, style));
    return cells.toArray(String[]::new);
  }

  /** Without one answer there is no time to first audio, not one of zero. */
  private static String ttfab(Rung rung, double millis) {
    return rung.outcomes().getOrDefault(Outcome.OK, 0L) > 0 ? Figures.millis(millis) : "-";
  }

  private static String verdict(Rung rung, Style style) {
    return switch (rung.verdict()) {
      case "pass" -> style.good("pass");
      case "fail" -> style.bad("fail");
      default -> style.doubtful(Words.harmless(rung.verdict()));
    };
  }

  private void printVoid(PrintStream out) {
    for (Rung rung : rungs) {
      if (!rung.reasons().isEmpty()) {
        out.println(
            "  void at " + rung.name() + ": " + Words.harmless(String.join("; ", rung.reasons())));
      }
    }
  }

  /** Who held the load, where it was more than one and wherever that changed. */
  private void printAgents(PrintStream out) {
    if (rungs.stream().noneMatch(Rung::isShared)) {
      return;
    }
    List<String> before = List.of();
    for (Rung rung : rungs) {
      if (!rung.holders().equals(before)) {
        before = rung.holders();
        out.println("  held from " + rung.name() + " on by " + Words.harmless(named(before)));
      }
    }
  }

  private static String named(List<String> agents) {
    return agents.size() <= MOST_NAMED
        ? String.join(", ", agents)
        : String.join(", ", agents.subList(0, MOST_NAMED))
            + " and "
            + Figures.count(agents.size() - MOST_NAMED)
            + " more";
  }

  private void printFailures(PrintStream out) {
    for (Rung rung : rungs) {
      String failures =
          rung.outcomes().entrySet().stream()
              .filter(entry -> !entry.getKey().isOk() && entry.getValue() > 0)
              .map(
                  entry ->
                      Figures.count(entry.getValue())
                          + " "
                          + entry.getKey().name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", "));
      if (!failures.isEmpty()) {
        out.println("  failures at " + rung.concurrency() + ": " + failures);
      }
    }
  }

  /** What the plan will miss is told before anybody pays for the scale-out. */
  private void printMissingConversions(PrintStream out) {
    Map<String, List<String>> concurrencies = new LinkedHashMap<>();
    for (Rung rung : rungs) {
      rung.noConversionBecause()
          .ifPresent(
              reason ->
                  concurrencies
                      .computeIfAbsent(reason, r -> new ArrayList<>())
                      .add(Figures.count(rung.concurrency())));
    }
    concurrencies.forEach(
        (reason, at) ->
            out.println("  at " + String.join(", ", at) + ": " + Words.harmless(reason)));
    if (rungs.stream().noneMatch(rung -> rung.maximumRatio().isPresent())) {
      out.println(
          "  so no threshold can be converted to CloudWatch's units, and a plan will withhold"
              + " them: use a --window of 40 s, or 31 s with --align");
    }
  }

  private String answer() {
    if (qMax.isEmpty()) {
      return "Q_max not found: " + withheldBecause.orElse("no reason was recorded");
    }
    String bound =
        bracketed
            ? " (a higher rung failed on the SLO)"
            : " or more (no rung failed: this is a lower bound)";
    return "Q_max "
        + qMax.get()
        + bound
        + (nonMonotonic ? "; not monotonic: a rung above a failed one passed" : "")
        + ", p95 TTFAB within "
        + Figures.millis(sloMillis);
  }
}

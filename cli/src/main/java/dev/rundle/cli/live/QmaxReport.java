package dev.rundle.cli.live;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.model.artifact.QmaxArtifact;
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

  /** One rung; latencies in milliseconds, {@code shareOverSlo} between 0 and 1. */
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
      String verdict,
      List<String> reasons) {}

  static QmaxReport of(QmaxOutcome outcome, String artifactFile, Optional<String> html) {
    QmaxArtifact artifact = outcome.artifact();
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
        outcome.warnings(),
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
        rung.verdict(),
        rung.reasons());
  }

  void print(PrintStream out, Style style) {
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
            .figures("completed")
            .words("verdict");
    int number = 0;
    for (Rung rung : rungs) {
      number++;
      table.row(
          String.valueOf(number),
          Figures.count(rung.concurrency()),
          Figures.count(rung.sent()),
          Figures.count(Math.round(rung.effectiveN())),
          Figures.count(rung.overSlo()) + " (" + Figures.percent(rung.shareOverSlo()) + ")",
          ttfab(rung, rung.ttfabP50Millis()),
          ttfab(rung, rung.ttfabP95Millis()),
          String.format(Locale.ROOT, "%.2f", rung.meanInFlight()),
          Figures.perSecond(rung.completedPerSecond()),
          verdict(rung, style));
    }
    table.printTo(out);
    printFailures(out);
    printMissingConversions(out);
    out.println();
    out.println(style.strong(answer()));
    out.println("artifact: " + artifact);
    report.ifPresent(path -> out.println("report: " + path));
  }

  /** Without one answer there is no time to first audio, not one of zero. */
  private static String ttfab(Rung rung, double millis) {
    return rung.outcomes().getOrDefault(Outcome.OK, 0L) > 0 ? Figures.millis(millis) : "-";
  }

  private static String verdict(Rung rung, Style style) {
    return switch (rung.verdict()) {
      case "pass" -> style.good("pass");
      case "fail" -> style.bad("fail");
      case "void" -> style.doubtful("void: " + String.join("; ", rung.reasons()));
      default -> style.doubtful(rung.verdict());
    };
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
        (reason, at) -> out.println("  at " + String.join(", ", at) + ": " + reason));
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

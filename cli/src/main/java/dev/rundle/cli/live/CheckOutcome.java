package dev.rundle.cli.live;

import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import dev.rundle.cli.output.Words;
import dev.rundle.planner.check.CheckFinding;
import dev.rundle.planner.check.CheckFinding.Severity;
import dev.rundle.planner.check.CheckReport;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;

/**
 * What drift and validate print; comparisons that agree are in the JSON only.
 *
 * @param check {@code drift} or {@code validate}
 * @param clean no finding; information does not count
 * @param compared number of comparisons
 */
public record CheckOutcome(
    String check,
    String model,
    String endpoint,
    String region,
    Instant readAt,
    boolean clean,
    int compared,
    List<CheckFinding> findings) {
  public CheckOutcome {
    findings = List.copyOf(findings);
  }

  static CheckOutcome of(
      String check, String model, String endpoint, String region, Instant at, CheckReport report) {
    return new CheckOutcome(
        check,
        model,
        endpoint,
        region,
        at,
        report.clean(),
        report.findings().size(),
        report.findings());
  }

  void print(PrintStream out, Style style, String whenClean) {
    List<CheckFinding> notable =
        findings.stream().filter(finding -> finding.severity() != Severity.OK).toList();
    if (!notable.isEmpty()) {
      table(notable, style).printTo(out);
      notable.stream()
          .filter(f -> f.severity() == Severity.FINDING && !f.advice().isEmpty())
          .map(finding -> "do (" + finding.id() + "): " + Words.harmless(finding.advice()))
          .distinct()
          .forEach(out::println);
    }
    long wrong = findings.stream().filter(f -> f.severity() == Severity.FINDING).count();
    out.println(
        clean
            ? style.good(whenClean)
                + ": "
                + endpoint
                + " in "
                + region
                + ", "
                + compared
                + " comparisons"
            : style.bad(check + ": " + wrong + (wrong == 1 ? " finding" : " findings"))
                + " on "
                + endpoint
                + " in "
                + region);
  }

  private static Table table(List<CheckFinding> notable, Style style) {
    Table table =
        new Table().words("check").words("kind").words("field").words("expected").words("actual");
    for (CheckFinding finding : notable) {
      String kind = finding.severity().id();
      table.row(
          finding.id(),
          finding.severity() == Severity.FINDING ? style.bad(kind) : kind,
          Words.harmless(finding.field()),
          Words.harmless(finding.expected()),
          Words.harmless(finding.actual()));
    }
    return table;
  }
}

package dev.rundle.cli.live;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.Table;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.ttotal.TtotalOutcome;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.scaleout.Stage;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What ttotal prints: the total, where it went, and the recovery. */
public record TtotalReport(
    String model,
    String endpoint,
    String origin,
    String runId,
    double tTotalSeconds,
    boolean floor,
    double policyBoundSeconds,
    int probeConcurrency,
    double p95BeforeMillis,
    double p95RecoveryTargetMillis,
    OptionalDouble p95AfterMillis,
    List<StageRow> stages,
    List<String> missingStages,
    List<String> notes,
    List<String> warnings,
    String artifact) {

  /** Time from the stage before to this one; {@code share} of the total between 0 and 1. */
  public record StageRow(String from, String to, double seconds, double share, boolean bounded) {}

  static TtotalReport of(TtotalOutcome outcome, String artifactFile) {
    TtotalArtifact artifact = outcome.artifact();
    return new TtotalReport(
        artifact.model(),
        artifact.provenance().endpoint(),
        artifact.provenance().origin().name().toLowerCase(Locale.ROOT),
        artifact.provenance().runId(),
        artifact.tTotalSeconds(),
        artifact.floor(),
        artifact.policyBoundSeconds(),
        artifact.probeConcurrency(),
        artifact.p95BeforeMillis(),
        artifact.p95RecoveryTargetMillis(),
        artifact.p95AfterMillis(),
        artifact.durations().stream()
            .map(d -> new StageRow(d.from().id(), d.to().id(), d.seconds(), d.share(), d.bounded()))
            .toList(),
        artifact.missingStages().stream().map(Stage::id).toList(),
        artifact.notes(),
        outcome.warnings(),
        artifactFile);
  }

  void print(PrintStream out, Style style) {
    Table table =
        new Table().words("from").words("to").figures("took").figures("share").words("kind");
    for (StageRow row : stages) {
      table.row(
          row.from(),
          row.to(),
          Figures.secondsExactly(row.seconds()),
          Figures.percent(row.share()),
          row.bounded() ? style.doubtful("bound") : "measured");
    }
    table.row(
        "total",
        "",
        Figures.secondsExactly(stages.stream().mapToDouble(StageRow::seconds).sum()),
        Figures.percent(stages.stream().mapToDouble(StageRow::share).sum()),
        "");
    table.printTo(out);
    out.println();
    if (!missingStages.isEmpty()) {
      out.println("not seen: " + Words.harmless(String.join(", ", missingStages)));
    }
    notes.forEach(note -> out.println("note: " + Words.harmless(note)));
    out.println(style.strong(answer()));
    out.println(
        "p95 TTFAB of the probe at "
            + probeConcurrency
            + ": "
            + Figures.millis(p95BeforeMillis)
            + " before, "
            + Figures.millis(p95AfterMillis)
            + " after; recovered at or under "
            + Figures.millis(p95RecoveryTargetMillis));
    out.println(
        "beside it, not in it: the policy's own detection, at most "
            + Figures.seconds(policyBoundSeconds));
    out.println("artifact: " + artifact);
  }

  private String answer() {
    return floor
        ? "T_total at least "
            + Figures.secondsExactly(tTotalSeconds)
            + ": recovery was never seen, so this is a floor"
        : "T_total " + Figures.secondsExactly(tTotalSeconds);
  }
}

package dev.rundle.planner.plan;

import static dev.rundle.planner.plan.Texts.text;

import dev.rundle.model.artifact.Provenance;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Prints a plan for people: what to deploy, what it follows from, findings, and the block. */
public final class PlanText {
  private static final int WIDTH = 100;
  private static final int NOTE_INDENT = 13;
  private static final int DETAIL_INDENT = 33;
  private static final String FINDING = "%-19s %-12s %s";

  /** Names end, values and notes begin in one column each. */
  private static final String ROW = "  %20s %-12s %s";

  private PlanText() {}

  /** The whole text, ending with a line end. */
  public static String print(PlanArtifact plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        text(
            "Plan for %s (endpoint %s, variant %s), %s on %s",
            plan.model(),
            plan.endpoint(),
            plan.variant(),
            plan.transport(),
            plan.fingerprint().slug()));
    source(lines, "ladder", plan.qmaxProvenance());
    source(lines, "scale-out", plan.ttotalProvenance());
    lines.add("");
    deployed(lines, plan);
    lines.add("");
    derived(lines, plan);
    lines.add("");
    findings(lines, plan);
    lines.add("");
    lines.add("rundle.yaml");
    lines.addAll(configBlock(plan));
    return String.join("\n", lines) + "\n";
  }

  /** The model's keys for {@code rundle.yaml}; withheld values are commented out. */
  public static List<String> configBlock(PlanArtifact plan) {
    PlanArtifact.Policy policy = plan.policy();
    PlanArtifact.Thresholds thresholds = plan.thresholds();
    List<String> lines = new ArrayList<>();
    lines.add("models:");
    lines.add("  " + plan.model() + ":");
    key(lines, "endpoint: " + plan.endpoint(), "");
    key(lines, "variant: " + plan.variant(), "");
    Optional<Demand> demand = plan.chosen().demand();
    key(
        lines,
        "min_instances: " + plan.fleet().minInstances(),
        demand
            .map(d -> text("trough %s %s", plain(d.trough()), d.unit().text()))
            .orElse("the floor; no demand was given"));
    key(
        lines,
        "max_instances: " + plan.fleet().maxInstances(),
        demand
            .map(d -> text("peak %s %s", plain(d.peak()), d.unit().text()))
            .orElse("not sized; no demand was given"));
    key(lines, "slo_ms: " + plain(plan.chosen().sloMillis()), "p95 of the time to first audio");
    key(lines, "surge_ratio: " + plain(plan.chosen().surgeRatio()), "");
    converted(
        lines,
        "scaling_target_value",
        policy.scalingTargetValue(),
        text("C_scale_max %.2f × ratio of the Maximum", thresholds.cScaleMax()),
        policy.maximumRatioBasis());
    converted(
        lines,
        "scale_in_threshold",
        policy.scaleInThreshold(),
        text("C_scale_min %.2f × ratio of the Average", thresholds.cScaleMin()),
        policy.averageRatioBasis());
    key(lines, "scale_out_cooldown_s: " + policy.scaleOutCooldownSeconds(), "clamp(T / 2, 10, 30)");
    key(lines, "scale_in_cooldown_s: " + policy.scaleInCooldownSeconds(), "max(300, 3 T)");
    key(lines, "queue_max_depth: " + policy.queueMaxDepth(), "= Q_max");
    return lines;
  }

  private static void source(List<String> lines, String name, Provenance from) {
    lines.add(
        text(
            "  %-10s %s, run %s, %s",
            name,
            from.origin().name().toLowerCase(Locale.ROOT),
            from.runId(),
            from.measuredAt().truncatedTo(ChronoUnit.SECONDS)));
    if (!from.note().isBlank()) {
      wrap(from.note(), WIDTH - NOTE_INDENT)
          .forEach(line -> lines.add(" ".repeat(NOTE_INDENT) + line));
    }
  }

  private static void deployed(List<String> lines, PlanArtifact plan) {
    PlanArtifact.Policy policy = plan.policy();
    row(
        lines,
        "scaling_target_value",
        number(policy.scalingTargetValue()),
        text("C_scale_max %.2f, %s", plan.thresholds().cScaleMax(), policy.maximumRatioBasis()));
    row(
        lines,
        "scale_in_threshold",
        number(policy.scaleInThreshold()),
        text("C_scale_min %.2f, %s", plan.thresholds().cScaleMin(), policy.averageRatioBasis()));
    row(lines, "scale_out_cooldown", policy.scaleOutCooldownSeconds() + " s", "");
    row(lines, "scale_in_cooldown", policy.scaleInCooldownSeconds() + " s", "");
    row(lines, "queue_max_depth", String.valueOf(policy.queueMaxDepth()), "= Q_max");
    row(lines, "min_instances", String.valueOf(plan.fleet().minInstances()), "");
    row(
        lines,
        "max_instances",
        String.valueOf(plan.fleet().maxInstances()),
        plan.fleet().peakMeasured().isEmpty()
            ? "not sized: no demand was given"
            : text(
                "%s sizing; %d measured, %d uncontended",
                plan.chosen().sizing().name().toLowerCase(Locale.ROOT),
                plan.fleet().peakMeasured().getAsInt(),
                plan.fleet().peakUncontended().orElseThrow()));
    row(
        lines,
        "first-chunk alarm",
        policy.firstChunkAlarmMillis() + " ms",
        "p95 TTFAB at one request: 5 % of healthy traffic crosses it, and any queueing;");
    row(
        lines,
        "",
        "",
        text(
            "%d ms is p95 at C_scale_max; the deployed alarm stands %s",
            policy.firstChunkAtTargetMillis(),
            policy.firstChunkAtTargetMillis() <= plan.chosen().sloMillis()
                ? "there"
                : "at the SLO, which is less"));
  }

  private static void derived(List<String> lines, PlanArtifact plan) {
    PlanArtifact.Thresholds thresholds = plan.thresholds();
    row(
        lines,
        "Q_max",
        String.valueOf(thresholds.qMax()),
        thresholds.qMaxIsLowerBound() ? "a lower bound" : "bracketed");
    row(lines, "SLO", plain(plan.chosen().sloMillis()) + " ms", "p95 TTFAB, queueing included");
    row(
        lines,
        "surge ratio",
        plain(plan.chosen().surgeRatio()),
        text("h %.3f", thresholds.headroom()));
    times(lines, plan.timing());
    row(
        lines,
        "min_safe",
        number(thresholds.minSafeInstances()),
        "by occupancy; by arrival rate " + number(thresholds.minSafeByRate()));
    row(
        lines,
        "completions",
        text("%.2f/s", plan.fleet().completionsPerSecond()),
        "of one instance at C_scale_max");
    plan.cost().peakPerHour().ifPresent(perHour -> cost(lines, perHour, plan.cost()));
  }

  private static void times(List<String> lines, PlanArtifact.Timing timing) {
    row(lines, "S", text("%.4f s", timing.serviceMeanSeconds()), "mean service time");
    row(lines, "S_p95", text("%.4f s", timing.serviceP95Seconds()), "p95 of the service time");
    row(lines, "W_max", text("%.3f s", timing.wMaxSeconds()), "SLO − S_p95");
    row(
        lines,
        "T",
        text("%.3f s", timing.tTotalSeconds()),
        text(
            "T_total %s%.3f s + %.0f s policy bound%s",
            timing.floor() ? "at least " : "",
            timing.measuredSeconds(),
            timing.policyBoundSeconds(),
            provisioning(timing)));
  }

  private static void cost(List<String> lines, double perHour, PlanArtifact.Cost cost) {
    OptionalDouble perMillion = cost.peakPerMillionCharacters();
    row(
        lines,
        "cost at peak",
        text("%.2f/h", perHour),
        perMillion.isPresent()
            ? text("%.3f per million characters", perMillion.getAsDouble())
            : "");
  }

  private static String provisioning(PlanArtifact.Timing timing) {
    if (timing.provisioningSeconds().isEmpty()) {
      return "";
    }
    double seconds = timing.provisioningSeconds().getAsDouble();
    return text("; provisioning %.1f s (%.0f %%)", seconds, 100 * seconds / timing.tTotalSeconds());
  }

  private static void findings(List<String> lines, PlanArtifact plan) {
    lines.add(text(FINDING, "finding", "verdict", "detail"));
    for (Finding finding : plan.findings()) {
      List<String> wrapped = wrap(finding.detail(), WIDTH - DETAIL_INDENT);
      lines.add(text(FINDING, finding.id(), finding.level().id(), wrapped.get(0)));
      wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(DETAIL_INDENT) + line));
      if (!finding.recommendation().isEmpty()) {
        wrap("→ " + finding.recommendation(), WIDTH - DETAIL_INDENT)
            .forEach(line -> lines.add(" ".repeat(DETAIL_INDENT) + line));
      }
    }
    long stops = plan.findings().stream().filter(f -> f.level() == Level.STOP).count();
    long warns = plan.findings().stream().filter(f -> f.level() == Level.WARN).count();
    lines.add("");
    lines.add(
        plan.feasible()
            ? text("feasible, %d warning%s", warns, warns == 1 ? "" : "s")
            : text("not feasible: %d stop, %d warn", stops, warns));
  }

  private static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    var line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static void row(List<String> lines, String name, String value, String note) {
    // One space between name and value, so that the pair can be searched for as a phrase.
    lines.add(text(ROW, name, value, note).stripTrailing());
  }

  private static void key(List<String> lines, String pair, String comment) {
    lines.add(comment.isEmpty() ? "    " + pair : text("    %-32s # %s", pair, comment));
  }

  private static void converted(
      List<String> lines, String key, OptionalDouble value, String derivation, String basis) {
    if (value.isPresent()) {
      key(lines, text("%s: %.3f", key, value.getAsDouble()), derivation);
    } else {
      lines.add(text("    # %s: withheld, %s", key, basis));
    }
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? text("%.3f", value.getAsDouble()) : "withheld";
  }

  private static String number(OptionalInt value) {
    return value.isPresent() ? String.valueOf(value.getAsInt()) : "none";
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}

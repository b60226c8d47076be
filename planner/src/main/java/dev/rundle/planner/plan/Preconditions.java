package dev.rundle.planner.plan;

import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.fingerprint.Fingerprint;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What must hold before a plan is computed at all. */
final class Preconditions {
  private static final double SLO_TOLERANCE_MILLIS = 0.5;

  private Preconditions() {}

  static void require(PlanInputs inputs) {
    requireChosen(inputs);
    requireSameMeasurement(inputs);
    requireUsable(inputs.qmax());
    requireFingerprint(inputs);
    requireOrigin(inputs);
  }

  /** How the two fingerprints disagree; empty if they do not. */
  static Optional<String> mismatch(QmaxArtifact qmax, TtotalArtifact ttotal) {
    if (!qmax.fingerprint().isComplete()) {
      return Optional.of("the ladder has no fingerprint");
    }
    if (!ttotal.fingerprint().isComplete()) {
      return Optional.of("the scale-out has no fingerprint");
    }
    if (qmax.fingerprint().equals(ttotal.fingerprint())) {
      return Optional.empty();
    }
    return Optional.of(
        "the ladder was measured on "
            + describe(qmax.fingerprint())
            + ", the scale-out on "
            + describe(ttotal.fingerprint()));
  }

  private static void requireChosen(PlanInputs inputs) {
    double ratio = inputs.surgeRatio();
    if (!(ratio >= 1 && ratio < 1.5)) {
      throw new BadInput(
          "a surge ratio of " + ratio + " is not possible",
          "it is the factor by which traffic may grow within one T_total; from 1.5 on nothing of "
              + "Q_max is left to scale in on",
          "give 1 ≤ ratio < 1.5");
    }
    if (inputs.minFloor() < 1 || inputs.minFloor() > 10_000) {
      throw new BadInput(
          "a floor of " + inputs.minFloor() + " instances is not possible", "", "give 1 to 10000");
    }
    if (inputs.quota().isPresent() && inputs.quota().getAsInt() < 1) {
      throw new BadInput(
          "--quota " + inputs.quota().getAsInt() + " leaves no instance to plan with",
          "it is the number of instances of this type that the account may use on endpoints",
          "give a whole number from 1 on, or leave --quota out to plan without it");
    }
    inputs
        .pricePerInstanceHour()
        .ifPresent(
            price -> {
              if (!(price > 0 && price < 1e6)) {
                throw new BadInput(
                    "a price of " + price + " per hour is not possible",
                    "",
                    "correct --price-per-hour");
              }
            });
  }

  private static void requireSameMeasurement(PlanInputs inputs) {
    QmaxArtifact qmax = inputs.qmax();
    TtotalArtifact ttotal = inputs.ttotal();
    double slo = inputs.slo().toNanos() / 1e6;
    if (Math.abs(slo - qmax.sloMillis()) > SLO_TOLERANCE_MILLIS) {
      throw new Refused(
          text(
              "the SLO is %.0f ms but the ladder was climbed against %.0f ms",
              slo, qmax.sloMillis()),
          "Q_max holds for its own SLO only",
          "set slo_ms to the ladder's, or measure again: rundle qmax --model " + qmax.model());
    }
    if (!qmax.model().equals(ttotal.model())) {
      throw new Refused(
          "the ladder is of " + qmax.model() + ", the scale-out of " + ttotal.model(),
          "a plan is for one model",
          "give two artifacts of one model");
    }
    if (!qmax.transport().equals(ttotal.transport())) {
      throw new Refused(
          "the ladder was measured on "
              + qmax.transport()
              + ", the scale-out on "
              + ttotal.transport(),
          "the recovery test compares the two",
          "measure both on one transport");
    }
  }

  private static void requireUsable(QmaxArtifact qmax) {
    if (qmax.qMax().isEmpty()) {
      throw new Refused(
          "the ladder has no Q_max: " + qmax.withheldBecause().orElse("no reason given"),
          "every threshold is a share of it",
          "measure again: rundle qmax --model " + qmax.model());
    }
    if (qmax.serviceMeanMillis().isEmpty()
        || qmax.serviceP95Millis().isEmpty()
        || qmax.ttfabP95AtOneMillis().isEmpty()) {
      throw new Refused(
          "the ladder has no service time: rung 1 was not measured",
          "the wait budget and the first-chunk alarm come from it",
          "measure again with rung 1: rundle qmax --model " + qmax.model());
    }
    if (qmax.rungs().stream().allMatch(r -> r.verdict().equals("void"))) {
      throw new Refused("every rung of the ladder is void", "", "measure again");
    }
  }

  private static void requireFingerprint(PlanInputs inputs) {
    Optional<String> mismatch = mismatch(inputs.qmax(), inputs.ttotal());
    if (mismatch.isPresent() && !inputs.allowConfigMismatch()) {
      throw new Refused(
          mismatch.get(),
          "numbers of one configuration say nothing about another",
          "measure both on one configuration, or say --allow-config-mismatch");
    }
  }

  private static void requireOrigin(PlanInputs inputs) {
    for (var provenance : List.of(inputs.qmax().provenance(), inputs.ttotal().provenance())) {
      if (provenance.origin() == Origin.SANDBOX && !inputs.allowSandbox()) {
        throw new Refused(
            "run " + provenance.runId() + " was measured on the sandbox",
            "its instances are simulated; a plan from it is for trying out only",
            "measure a real endpoint, or say --allow-sandbox");
      }
    }
  }

  private static String describe(Fingerprint fingerprint) {
    return fingerprint.slug()
        + (fingerprint.environment().isEmpty() ? "" : " " + fingerprint.environment());
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

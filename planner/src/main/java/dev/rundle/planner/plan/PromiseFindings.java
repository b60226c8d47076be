package dev.rundle.planner.plan;

import static dev.rundle.planner.plan.Texts.text;

import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.planner.plan.PlanArtifact.Policy;
import dev.rundle.planner.plan.PlanArtifact.Thresholds;
import dev.rundle.planner.plan.PlanArtifact.Timing;
import java.util.List;

/** Whether one instance can keep the promise, and whether the thresholds mean what they say. */
final class PromiseFindings {
  /** SageMaker ends a regular invocation after this time. */
  private static final double INVOCATION_CEILING_SECONDS = 60;

  private PromiseFindings() {}

  static List<Finding> of(Draft draft) {
    return List.of(
        sloBudget(draft), invocationCeiling(draft), queueDepth(draft), thresholdUnits(draft));
  }

  private static Finding sloBudget(Draft draft) {
    Timing timing = draft.timing();
    double slo = draft.inputs().qmax().sloMillis() / 1e3;
    String detail =
        text(
            "W_max %.3f s = SLO %.3f s − p95 service %.3f s",
            timing.wMaxSeconds(), slo, timing.serviceP95Seconds());
    return timing.wMaxSeconds() > 0
        ? Finding.ok("slo_budget", detail)
        : new Finding(
            "slo_budget",
            Level.STOP,
            detail + ": even a request that never waits breaks the promise",
            "a faster instance or a longer SLO");
  }

  private static Finding invocationCeiling(Draft draft) {
    Timing timing = draft.timing();
    double full = draft.curve().at(draft.thresholds().qMax(), Rung::fullP95Millis) / 1e3;
    double worst = Math.max(timing.wMaxSeconds() + timing.serviceP95Seconds(), full);
    String detail =
        text(
            "a request that waits its whole budget ends after %.1f s (W_max %.1f s + p95 service"
                + " %.2f s; p95 of the full response at Q_max %.1f s); SageMaker ends it at %.0f s",
            worst,
            timing.wMaxSeconds(),
            timing.serviceP95Seconds(),
            full,
            INVOCATION_CEILING_SECONDS);
    return worst <= INVOCATION_CEILING_SECONDS
        ? Finding.ok("invocation_ceiling", detail)
        : new Finding(
            "invocation_ceiling",
            Level.STOP,
            detail,
            "shorter texts, a shorter SLO, or a transport with a longer limit");
  }

  private static Finding queueDepth(Draft draft) {
    Thresholds thresholds = draft.thresholds();
    double byWait = draft.timing().wMaxSeconds() * draft.fleet().completionsPerSecond();
    double cap = thresholds.qMax() / thresholds.cScaleMax();
    String detail =
        text(
            "queue_max_depth %d = Q_max; the wait budget alone implies about %.0f (W_max %.3f s ×"
                + " %.2f completions per second). The bound also caps the scaling signal at %.2f"
                + " times its target: the fleet grows by at most that factor per step",
            thresholds.qMax(),
            byWait,
            draft.timing().wMaxSeconds(),
            draft.fleet().completionsPerSecond(),
            cap);
    return thresholds.qMaxIsLowerBound()
        ? new Finding(
            "queue_depth",
            Level.WARN,
            detail + ". Q_max is a lower bound, so the container may refuse what it could serve",
            "add a rung that fails on the SLO")
        : Finding.ok("queue_depth", detail);
  }

  private static Finding thresholdUnits(Draft draft) {
    Policy policy = draft.policy();
    Thresholds thresholds = draft.thresholds();
    if (policy.scalingTargetValue().isPresent() && policy.scaleInThreshold().isPresent()) {
      return Finding.ok(
          "threshold_units",
          text(
              "scaling_target_value %.3f = C_scale_max %.2f × %.4f (Maximum over 10 s, %s);"
                  + " scale_in_threshold %.3f = C_scale_min %.2f × %.4f (Average over 60 s, %s)."
                  + " The ratios were measured in a closed loop and hold for steady traffic",
              policy.scalingTargetValue().getAsDouble(),
              thresholds.cScaleMax(),
              policy.maximumRatio().getAsDouble(),
              policy.maximumRatioBasis(),
              policy.scaleInThreshold().getAsDouble(),
              thresholds.cScaleMin(),
              policy.averageRatio().getAsDouble(),
              policy.averageRatioBasis()));
    }
    String withheld =
        (policy.scalingTargetValue().isPresent()
                ? ""
                : "scaling_target_value is withheld: " + policy.maximumRatioBasis())
            + (policy.scalingTargetValue().isEmpty() && policy.scaleInThreshold().isEmpty()
                ? "; "
                : "")
            + (policy.scaleInThreshold().isPresent()
                ? ""
                : "scale_in_threshold is withheld: " + policy.averageRatioBasis());
    return new Finding(
        "threshold_units",
        Level.STOP,
        withheld
            + ". CloudWatch's concurrency is not the client's; unconverted it would be a guess",
        text(
            "measure rungs on both sides of %.1f and %.1f with windows of at least 40 s",
            thresholds.cScaleMax(), thresholds.cScaleMin()));
  }
}

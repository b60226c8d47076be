package dev.rundle.planner.plan;

import static dev.rundle.planner.plan.Texts.text;

import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Whether the measurements can carry a plan. */
final class MeasurementFindings {
  private static final double MOST_SPREAD = 0.20;

  private MeasurementFindings() {}

  static List<Finding> of(Draft draft) {
    return List.of(trust(draft), repeatability(draft), provisionStage(draft));
  }

  private static Finding trust(Draft draft) {
    QmaxArtifact qmax = draft.inputs().qmax();
    if (!qmax.frozen() || !qmax.queueUnbounded()) {
      return new Finding(
          "measurement_trust",
          Level.STOP,
          !qmax.frozen()
              ? "auto scaling was not suspended while the ladder was climbed: Q_max may be that of"
                  + " several instances"
              : "the container's own queue bound was on while the ladder was climbed: Q_max may be"
                  + " that bound",
          "measure again with rundle qmax, which pins one instance and checks the bound");
    }
    List<String> doubts = doubts(draft);
    if (!doubts.isEmpty()) {
      return new Finding(
          "measurement_trust",
          Level.WARN,
          String.join("; ", doubts),
          "measure again on the configuration that is to be deployed, with a rung above Q_max");
    }
    return Finding.ok(
        "measurement_trust",
        "Q_max "
            + draft.thresholds().qMax()
            + " was measured with auto scaling suspended, capacity pinned, no queue bound in the"
            + " container, and is bracketed by a rung that failed on the SLO");
  }

  private static List<String> doubts(Draft draft) {
    QmaxArtifact qmax = draft.inputs().qmax();
    List<String> doubts = new ArrayList<>();
    if (!qmax.bracketed()) {
      doubts.add("no higher rung failed on the SLO, so Q_max is a lower bound");
    }
    if (qmax.nonMonotonic()) {
      doubts.add("a rung above a failed one passed; Q_max is the lower one");
    }
    List<Integer> counts =
        qmax.rungs().stream().map(Rung::instanceCounts).flatMap(Collection::stream).toList();
    if (counts.isEmpty()) {
      doubts.add("the number of instances was not watched");
    } else if (counts.stream().anyMatch(count -> count != 1)) {
      doubts.add("rungs were held on " + counts.stream().distinct().toList() + " instances");
    }
    Preconditions.mismatch(qmax, draft.inputs().ttotal())
        .ifPresent(mismatch -> doubts.add(mismatch + " (allowed)"));
    if (draft.timing().floor()) {
      doubts.add("recovery was never seen, so T_total is a floor");
    }
    if (qmax.provenance().origin() == Origin.SANDBOX) {
      doubts.add("measured on the sandbox");
    }
    if (qmax.provenance().origin() == Origin.ASSUMPTION
        || draft.inputs().ttotal().provenance().origin() == Origin.ASSUMPTION) {
      doubts.add("a measurement is an assumption");
    }
    return doubts;
  }

  private static Finding repeatability(Draft draft) {
    List<Integer> runs = draft.inputs().qmax().qMaxPerRun();
    if (runs.size() < 2) {
      return new Finding(
          "repeatability",
          Level.NOT_CHECKED,
          "Q_max comes from a single ladder, so nothing is known of its spread",
          "climb it again and compare the two Q_max; plan with the ladder of the smaller one");
    }
    int low = runs.stream().mapToInt(i -> i).min().orElseThrow();
    int high = runs.stream().mapToInt(i -> i).max().orElseThrow();
    double spread = (double) (high - low) / high;
    String detail = text("Q_max over %d runs: %s; spread %.0f %%", runs.size(), runs, spread * 100);
    return spread > MOST_SPREAD
        ? new Finding(
            "repeatability",
            Level.WARN,
            detail,
            "find out what differs between the runs; the plan uses the lowest")
        : Finding.ok("repeatability", detail);
  }

  private static Finding provisionStage(Draft draft) {
    var timing = draft.timing();
    String total =
        text(
            "T %.1f s = T_total %s%.1f s, measured, + %.1f s, the bound of the policy's own"
                + " detection",
            timing.tTotalSeconds(),
            timing.floor() ? "at least " : "",
            timing.measuredSeconds(),
            timing.policyBoundSeconds());
    if (timing.provisioningSeconds().isEmpty()) {
      return new Finding(
          "provision_stage",
          Level.NOT_CHECKED,
          total
              + "; the new instance's first log event was not seen, so provisioning is not told"
              + " apart",
          "grant logs:DescribeLogStreams and logs:GetLogEvents and measure again");
    }
    double provisioning = timing.provisioningSeconds().getAsDouble();
    String detail =
        text(
            "%s; %.1f s (%.0f %% of T) is provisioning and image pull, a property of the account's spare"
                + " capacity and not of the configuration",
            total, provisioning, 100 * provisioning / timing.tTotalSeconds());
    return timing.floor()
        ? new Finding(
            "provision_stage",
            Level.WARN,
            detail + "; recovery was never seen, so all of it is a floor",
            "measure again with a longer limit")
        : Finding.ok("provision_stage", detail);
  }
}

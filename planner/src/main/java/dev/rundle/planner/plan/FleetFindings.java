package dev.rundle.planner.plan;

import static dev.rundle.planner.plan.Texts.text;

import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.planner.plan.PlanArtifact.Cost;
import dev.rundle.planner.plan.PlanArtifact.Fleet;
import dev.rundle.planner.plan.PlanArtifact.Thresholds;
import dev.rundle.planner.queue.ServiceModel;
import dev.rundle.planner.queue.SurgeSimulation;
import java.util.List;
import java.util.OptionalInt;

/** Whether the fleet can carry the traffic, its growth and its shrinking. */
final class FleetFindings {
  private static final long SEED = 1;

  private FleetFindings() {}

  static List<Finding> of(Draft draft) {
    return List.of(
        surgeSurvival(draft),
        scaleInSafety(draft),
        peakThroughput(draft),
        fleetCost(draft),
        quota(draft));
  }

  /** Simulates the surge that was chosen, not the steady state. */
  private static Finding surgeSurvival(Draft draft) {
    Thresholds thresholds = draft.thresholds();
    ServiceModel service = draft.service();
    double ratio = draft.inputs().surgeRatio();
    var simulation =
        new SurgeSimulation(
            service,
            thresholds.qMax(),
            draft.curve().lowest().ttfabP50Millis() / 1e3,
            draft.inputs().qmax().sloMillis() / 1e3,
            ratio,
            draft.timing().tTotalSeconds(),
            SEED);
    SurgeSimulation.Outcome surge = simulation.at(thresholds.utilisationAtMax());
    String detail = surgeDetail(draft, surge, simulation.highestSurvivable());
    return surge.over() <= SurgeSimulation.ALLOWED_SHARE
        ? Finding.ok("surge_survival", detail)
        : new Finding(
            "surge_survival",
            Level.WARN,
            detail,
            "scale out earlier than the simple rule, shorten T_total, or keep standing headroom in"
                + " instances: reserved queue places are a stock, a surge is a flow");
  }

  private static String surgeDetail(Draft draft, SurgeSimulation.Outcome surge, double survivable) {
    Thresholds thresholds = draft.thresholds();
    ServiceModel service = draft.service();
    return text(
        "an instance that holds C_scale_max %.2f under open traffic is %.1f %% utilised (%d"
            + " slot%s of %.1f ms); simulated at %.2f times that rate for the %.0f s until"
            + " capacity arrives, %.1f %% of requests are shed and %.1f %% are late. Up to"
            + " %.0f %% utilisation, %.1f in the system, at most 5 %% break the promise",
        thresholds.cScaleMax(),
        thresholds.utilisationAtMax() * 100,
        service.slots(),
        service.slots() == 1 ? "" : "s",
        service.meanSeconds() * 1e3,
        draft.inputs().surgeRatio(),
        draft.timing().tTotalSeconds(),
        surge.shed() * 100,
        surge.late() * 100,
        survivable * 100,
        service.meanInSystem(survivable));
  }

  private static Finding scaleInSafety(Draft draft) {
    Thresholds thresholds = draft.thresholds();
    Fleet fleet = draft.fleet();
    if (fleet.maxInstances() == fleet.minInstances()) {
      return Finding.ok("scale_in_safety", "the fleet never shrinks: min equals max");
    }
    if (thresholds.minSafeInstances().isEmpty()) {
      return new Finding(
          "scale_in_safety",
          Level.WARN,
          text(
              "C_scale_min equals C_scale_max %.2f: whatever is removed is added again",
              thresholds.cScaleMax()),
          "choose a surge ratio above 1");
    }
    int from = fleet.minInstances() + 1;
    OptionalInt byRate = thresholds.minSafeByRate();
    String detail = scaleInDetail(thresholds, fleet);
    return byRate.isPresent() && from >= byRate.getAsInt()
        ? Finding.ok("scale_in_safety", detail)
        : new Finding(
            "scale_in_safety",
            Level.WARN,
            detail,
            text(
                "lower scale_in_threshold, or raise the floor: to %d by the simple rule%s; the"
                    + " policy's cooldown damps the flapping but does not remove it",
                thresholds.minSafeInstances().getAsInt(),
                byRate.isPresent() ? ", to " + byRate.getAsInt() + " by rate" : ""));
  }

  private static String scaleInDetail(Thresholds thresholds, Fleet fleet) {
    int from = fleet.minInstances() + 1;
    double factor = (double) from / fleet.minInstances();
    OptionalInt byRate = thresholds.minSafeByRate();
    return text(
        "removing one of N multiplies the arrival rate of each survivor by N ÷ (N − 1). From %d"
            + " to %d that is %.2f, taking %.1f %% utilisation at C_scale_min to %.1f %%, where"
            + " C_scale_max means %.1f %%. Safe from %s instances up by rate on the measured"
            + " queue, from %d on M/M/1, from %d by occupancy alone",
        from,
        fleet.minInstances(),
        factor,
        thresholds.utilisationAtMin() * 100,
        thresholds.utilisationAtMin() * factor * 100,
        thresholds.utilisationAtMax() * 100,
        byRate.isPresent() ? String.valueOf(byRate.getAsInt()) : "no number of",
        onMm1(thresholds),
        thresholds.minSafeInstances().getAsInt());
  }

  /** N on the queue that a published tool assumes, for comparison: ρ = C ÷ (1 + C). */
  private static int onMm1(Thresholds thresholds) {
    double atMax = thresholds.cScaleMax() / (1 + thresholds.cScaleMax());
    double atMin = thresholds.cScaleMin() / (1 + thresholds.cScaleMin());
    return Arithmetic.minSafeByRate(atMax, atMin).orElse(Integer.MAX_VALUE);
  }

  private static Finding peakThroughput(Draft draft) {
    if (draft.inputs().demand().isEmpty()) {
      return notSized("peak_throughput", draft);
    }
    Fleet fleet = draft.fleet();
    Demand demand = draft.inputs().demand().get();
    if (demand.unit() == Demand.Unit.STREAMS) {
      double held = fleet.maxInstances() * draft.thresholds().cScaleMax();
      return Finding.ok(
          "peak_throughput",
          text(
              "%d instances hold %.0f streams at C_scale_max; the peak is %.0f",
              fleet.maxInstances(), held, demand.peak()));
    }
    double served = fleet.maxInstances() * fleet.completionsPerSecond();
    String detail =
        text(
            "%d instances complete %,.0f requests per second (%.2f each, measured at C_scale_max);"
                + " the peak is %,.0f. By completions the peak needs %d instances; peak × S ÷"
                + " C_scale_max gives %d, as if an instance served %.1f requests at once in the"
                + " time that it takes for one",
            fleet.maxInstances(),
            served,
            fleet.completionsPerSecond(),
            demand.peak(),
            fleet.peakMeasured().orElseThrow(),
            fleet.peakUncontended().orElseThrow(),
            draft.thresholds().cScaleMax());
    return served >= demand.peak() * (1 - 1e-9)
        ? Finding.ok("peak_throughput", detail)
        : new Finding(
            "peak_throughput",
            Level.STOP,
            detail + text(": %.1f %% of the peak is served", 100 * served / demand.peak()),
            text("max_instances %d (--sizing measured)", fleet.peakMeasured().orElseThrow()));
  }

  private static Finding notSized(String id, Draft draft) {
    return new Finding(
        id,
        Level.NOT_CHECKED,
        text(
            "no peak was given, so the fleet is not sized: max_instances %d is only the fewest that"
                + " scale-in is safe from by the simple rule; one instance completes %.2f requests"
                + " per second at C_scale_max",
            draft.fleet().maxInstances(), draft.fleet().completionsPerSecond()),
        "give the traffic: --peak-rps and --trough-rps, or --peak-streams");
  }

  private static Finding fleetCost(Draft draft) {
    if (draft.inputs().demand().isEmpty()) {
      return notSized("fleet_cost", draft);
    }
    Cost cost = draft.cost();
    Fleet fleet = draft.fleet();
    if (cost.pricePerInstanceHour().isEmpty()) {
      return new Finding(
          "fleet_cost",
          Level.NOT_CHECKED,
          fleet.maxInstances() + " instances at peak; no price was given",
          "give the on-demand price of "
              + draft.inputs().qmax().fingerprint().instanceType()
              + " per hour: --price-per-hour");
    }
    Demand demand = draft.inputs().demand().get();
    int atQmax =
        Arithmetic.instances(
            demand.peak(),
            demand.unit() == Demand.Unit.STREAMS
                ? draft.thresholds().qMax()
                : draft.curve().at(draft.thresholds().qMax(), Rung::completedPerSecond));
    String perCharacters =
        cost.peakPerMillionCharacters().isPresent()
            ? text(", %.3f per million characters", cost.peakPerMillionCharacters().getAsDouble())
            : "";
    return Finding.ok(
        "fleet_cost",
        text(
            "%d instances at %.3f per hour: %.2f per hour at peak%s; a fleet run at Q_max would"
                + " have %d. On-demand rates, so an upper bound",
            fleet.maxInstances(),
            cost.pricePerInstanceHour().getAsDouble(),
            cost.peakPerHour().getAsDouble(),
            perCharacters,
            atQmax));
  }

  private static Finding quota(Draft draft) {
    OptionalInt quota = draft.inputs().quota();
    String type = draft.inputs().qmax().fingerprint().instanceType();
    if (quota.isEmpty()) {
      return new Finding(
          "quota",
          Level.NOT_CHECKED,
          "the account's quota of " + type + " for endpoint usage was not given",
          "give it: --quota; rundle drift reads it from the account");
    }
    int max = draft.fleet().maxInstances();
    String detail = text("max_instances %d, quota %d of %s", max, quota.getAsInt(), type);
    return max <= quota.getAsInt()
        ? Finding.ok("quota", detail)
        : new Finding(
            "quota", Level.STOP, detail, "ask for a quota of " + max + " before deploying");
  }
}

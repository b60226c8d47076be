package dev.rundle.planner.plan;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.cloudwatch.Conversion;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import dev.rundle.planner.plan.PlanArtifact.Chosen;
import dev.rundle.planner.plan.PlanArtifact.Cost;
import dev.rundle.planner.plan.PlanArtifact.Fleet;
import dev.rundle.planner.plan.PlanArtifact.Policy;
import dev.rundle.planner.plan.PlanArtifact.Thresholds;
import dev.rundle.planner.plan.PlanArtifact.Timing;
import dev.rundle.planner.queue.ServiceModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Derives a scaling policy from two measurements and what people chose: pure arithmetic, no AWS,
 * the same plan for the same inputs.
 */
public final class Planner {
  private static final double MILLIS = 1e3;

  private Planner() {}

  /**
   * Plans.
   *
   * @throws dev.rundle.model.failure.Refused if the measurements do not fit each other or the
   *     configuration
   * @throws dev.rundle.model.failure.BadInput if what was chosen is out of range
   */
  public static PlanArtifact plan(PlanInputs inputs) {
    Preconditions.require(inputs);
    Draft draft = draft(inputs);
    List<Finding> findings = new ArrayList<>();
    findings.addAll(MeasurementFindings.of(draft));
    findings.addAll(PromiseFindings.of(draft));
    findings.addAll(FleetFindings.of(draft));
    findings.sort(Comparator.comparing(Finding::level));
    QmaxArtifact qmax = inputs.qmax();
    return new PlanArtifact(
        PlanArtifact.SCHEMA,
        qmax.model(),
        qmax.provenance().endpoint(),
        qmax.provenance().variant(),
        qmax.fingerprint(),
        qmax.transport(),
        findings.stream().noneMatch(f -> f.level() == Level.STOP),
        new Chosen(
            qmax.sloMillis(),
            inputs.surgeRatio(),
            inputs.demand(),
            inputs.minFloor(),
            inputs.sizing()),
        draft.thresholds(),
        draft.timing(),
        draft.policy(),
        draft.fleet(),
        draft.cost(),
        findings,
        qmax.provenance(),
        inputs.ttotal().provenance(),
        provenance(inputs));
  }

  private static Draft draft(PlanInputs inputs) {
    QmaxArtifact qmax = inputs.qmax();
    var curve = new RungCurve(qmax.rungs());
    ServiceModel service = service(qmax, curve);
    Thresholds thresholds = thresholds(inputs, service);
    Timing timing = timing(inputs);
    Policy policy = policy(qmax, curve, thresholds, timing);
    Fleet fleet = fleet(inputs, curve, thresholds, timing);
    return new Draft(
        inputs, curve, service, thresholds, timing, policy, fleet, cost(inputs, fleet));
  }

  private static ServiceModel service(QmaxArtifact qmax, RungCurve curve) {
    Rung lowest = curve.lowest();
    return ServiceModel.measured(
        qmax.serviceMeanMillis().orElseThrow() / MILLIS,
        Math.max(1e-9, curve.highest(Rung::completedPerSecond)),
        lowest.ttfabP50Millis() > 0 ? lowest.ttfabP95Millis() / lowest.ttfabP50Millis() : 1);
  }

  private static Thresholds thresholds(PlanInputs inputs, ServiceModel service) {
    int qMax = inputs.qmax().qMax().orElseThrow();
    double scaleMax = Arithmetic.scaleMax(qMax, inputs.surgeRatio());
    double scaleMin = Arithmetic.scaleMin(qMax, inputs.surgeRatio());
    double utilisationAtMax = service.utilisationAt(scaleMax);
    double utilisationAtMin = service.utilisationAt(scaleMin);
    return new Thresholds(
        qMax,
        !inputs.qmax().bracketed(),
        inputs.surgeRatio() - 1,
        scaleMax,
        scaleMin,
        Arithmetic.minSafe(scaleMax, scaleMin),
        Arithmetic.minSafeByRate(utilisationAtMax, utilisationAtMin),
        utilisationAtMax,
        utilisationAtMin);
  }

  private static Timing timing(PlanInputs inputs) {
    TtotalArtifact ttotal = inputs.ttotal();
    double serviceP95 = inputs.qmax().serviceP95Millis().orElseThrow() / MILLIS;
    return new Timing(
        inputs.qmax().serviceMeanMillis().orElseThrow() / MILLIS,
        serviceP95,
        Arithmetic.waitBudget(inputs.qmax().sloMillis() / MILLIS, serviceP95),
        ttotal.tTotalSeconds(),
        ttotal.policyBoundSeconds(),
        ttotal.tTotalSeconds() + ttotal.policyBoundSeconds(),
        provisioning(ttotal),
        ttotal.floor());
  }

  private static OptionalDouble provisioning(TtotalArtifact ttotal) {
    Optional<Instant> asked = at(ttotal, Stage.DESIRED_SET);
    Optional<Instant> logging = at(ttotal, Stage.INSTANCE_LOGGING);
    if (asked.isEmpty() || logging.isEmpty() || logging.get().isBefore(asked.get())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Duration.between(asked.get(), logging.get()).toNanos() / 1e9);
  }

  private static Optional<Instant> at(TtotalArtifact ttotal, Stage stage) {
    return ttotal.stages().stream().filter(s -> s.stage() == stage).map(StageTime::at).findFirst();
  }

  private static Policy policy(
      QmaxArtifact qmax, RungCurve curve, Thresholds thresholds, Timing timing) {
    Conversion maximum =
        Conversion.at(thresholds.cScaleMax(), qmax.rungs(), Conversion.Statistic.MAXIMUM);
    Conversion average =
        Conversion.at(thresholds.cScaleMin(), qmax.rungs(), Conversion.Statistic.AVERAGE);
    return new Policy(
        times(thresholds.cScaleMax(), maximum.ratio()),
        times(thresholds.cScaleMin(), average.ratio()),
        maximum.ratio(),
        average.ratio(),
        maximum.basis(),
        average.basis(),
        thresholds.qMax(),
        Arithmetic.scaleOutCooldown(timing.tTotalSeconds()),
        Arithmetic.scaleInCooldown(timing.tTotalSeconds()),
        (int) Math.max(1, Math.round(qmax.ttfabP95AtOneMillis().orElseThrow())),
        (int) Math.max(1, Math.round(curve.at(thresholds.cScaleMax(), Rung::ttfabP95Millis))));
  }

  /** A converted value has three decimals wherever it is printed or deployed. */
  private static OptionalDouble times(double concurrency, OptionalDouble ratio) {
    return ratio.isPresent()
        ? OptionalDouble.of(Math.round(concurrency * ratio.getAsDouble() * 1e3) / 1e3)
        : OptionalDouble.empty();
  }

  private static Fleet fleet(
      PlanInputs inputs, RungCurve curve, Thresholds thresholds, Timing timing) {
    double completions = Math.max(1e-9, curve.at(thresholds.cScaleMax(), Rung::completedPerSecond));
    if (inputs.demand().isEmpty()) {
      int enough = Math.max(inputs.minFloor(), thresholds.minSafeInstances().orElse(1));
      return new Fleet(
          completions, inputs.minFloor(), enough, OptionalInt.empty(), OptionalInt.empty());
    }
    Demand demand = inputs.demand().get();
    boolean streams = demand.unit() == Demand.Unit.STREAMS;
    double measured = streams ? thresholds.cScaleMax() : completions;
    double uncontended =
        streams ? thresholds.cScaleMax() : thresholds.cScaleMax() / timing.serviceMeanSeconds();
    double chosen = inputs.sizing() == Sizing.MEASURED ? measured : uncontended;
    int min = Math.max(inputs.minFloor(), Arithmetic.instances(demand.trough(), chosen));
    return new Fleet(
        completions,
        min,
        Math.max(min, Arithmetic.instances(demand.peak(), chosen)),
        OptionalInt.of(Arithmetic.instances(demand.peak(), measured)),
        OptionalInt.of(Arithmetic.instances(demand.peak(), uncontended)));
  }

  /** Cost of what the fleet really serves at peak, not of what was hoped of it. */
  private static Cost cost(PlanInputs inputs, Fleet fleet) {
    OptionalDouble price = inputs.pricePerInstanceHour();
    if (price.isEmpty() || inputs.demand().isEmpty()) {
      return new Cost(price, OptionalDouble.empty(), OptionalDouble.empty());
    }
    Demand demand = inputs.demand().get();
    double perHour = price.getAsDouble() * fleet.maxInstances();
    double served = Math.min(demand.peak(), fleet.maxInstances() * fleet.completionsPerSecond());
    double charactersPerHour = served * inputs.qmax().charsPerRequest() * 3_600;
    boolean known = demand.unit() == Demand.Unit.REQUESTS_PER_SECOND && charactersPerHour > 0;
    return new Cost(
        price,
        OptionalDouble.of(perHour),
        known ? OptionalDouble.of(perHour / charactersPerHour * 1e6) : OptionalDouble.empty());
  }

  private static Provenance provenance(PlanInputs inputs) {
    Provenance qmax = inputs.qmax().provenance();
    Provenance ttotal = inputs.ttotal().provenance();
    return new Provenance(
        weaker(qmax.origin(), ttotal.origin()),
        qmax.runId() + "+" + ttotal.runId(),
        inputs.plannedAt(),
        qmax.endpoint(),
        qmax.variant(),
        qmax.region(),
        inputs.productVersion(),
        inputs.demand().isPresent()
            ? "derived; the demand is an assumption"
            : "derived; no demand was given");
  }

  /** What comes from the sandbox stays so, whatever it is combined with. */
  private static Origin weaker(Origin one, Origin other) {
    if (one == Origin.SANDBOX || other == Origin.SANDBOX) {
      return Origin.SANDBOX;
    }
    return one.compareTo(other) >= 0 ? one : other;
  }
}

package dev.rundle.planner.plan;

import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Everything a plan is made of: two measurements, what was chosen, and what is allowed.
 *
 * @param slo the promise of the configuration; must be the ladder's
 * @param demand empty to derive the thresholds alone; the fleet is then not sized
 * @param minFloor fewest instances wanted, whatever the trough
 * @param allowConfigMismatch plan although fingerprints differ or are missing
 * @param allowSandbox plan although the measurements come from the sandbox
 * @param quota instances of this type that the account may run; empty if not known
 * @param pricePerInstanceHour on-demand price; empty if not known
 * @param productVersion version of Rundle that plans
 */
public record PlanInputs(
    QmaxArtifact qmax,
    TtotalArtifact ttotal,
    Duration slo,
    double surgeRatio,
    Optional<Demand> demand,
    int minFloor,
    Sizing sizing,
    boolean allowConfigMismatch,
    boolean allowSandbox,
    OptionalInt quota,
    OptionalDouble pricePerInstanceHour,
    Instant plannedAt,
    String productVersion) {
  public PlanInputs {
    Objects.requireNonNull(qmax, "qmax");
    Objects.requireNonNull(ttotal, "ttotal");
    Objects.requireNonNull(demand, "demand");
  }

  /** With the defaults: floor 1, measured sizing, nothing allowed, no quota or price known. */
  public static PlanInputs of(
      QmaxArtifact qmax,
      TtotalArtifact ttotal,
      Duration slo,
      double surgeRatio,
      Optional<Demand> demand,
      Instant plannedAt,
      String productVersion) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        1,
        Sizing.MEASURED,
        false,
        false,
        OptionalInt.empty(),
        OptionalDouble.empty(),
        plannedAt,
        productVersion);
  }

  public PlanInputs withSizing(Sizing changed) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        minFloor,
        changed,
        allowConfigMismatch,
        allowSandbox,
        quota,
        pricePerInstanceHour,
        plannedAt,
        productVersion);
  }

  public PlanInputs withMinFloor(int changed) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        changed,
        sizing,
        allowConfigMismatch,
        allowSandbox,
        quota,
        pricePerInstanceHour,
        plannedAt,
        productVersion);
  }

  public PlanInputs allowingConfigMismatch() {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        minFloor,
        sizing,
        true,
        allowSandbox,
        quota,
        pricePerInstanceHour,
        plannedAt,
        productVersion);
  }

  public PlanInputs allowingSandbox() {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        minFloor,
        sizing,
        allowConfigMismatch,
        true,
        quota,
        pricePerInstanceHour,
        plannedAt,
        productVersion);
  }

  public PlanInputs withQuota(int instances) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        minFloor,
        sizing,
        allowConfigMismatch,
        allowSandbox,
        OptionalInt.of(instances),
        pricePerInstanceHour,
        plannedAt,
        productVersion);
  }

  public PlanInputs withPrice(double perInstanceHour) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        minFloor,
        sizing,
        allowConfigMismatch,
        allowSandbox,
        quota,
        OptionalDouble.of(perInstanceHour),
        plannedAt,
        productVersion);
  }
}

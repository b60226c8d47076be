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
    return with(minFloor, changed, allowConfigMismatch, allowSandbox, quota, pricePerInstanceHour);
  }

  public PlanInputs withMinFloor(int changed) {
    return with(changed, sizing, allowConfigMismatch, allowSandbox, quota, pricePerInstanceHour);
  }

  public PlanInputs allowingConfigMismatch() {
    return with(minFloor, sizing, true, allowSandbox, quota, pricePerInstanceHour);
  }

  public PlanInputs allowingSandbox() {
    return with(minFloor, sizing, allowConfigMismatch, true, quota, pricePerInstanceHour);
  }

  public PlanInputs withQuota(int instances) {
    return with(
        minFloor,
        sizing,
        allowConfigMismatch,
        allowSandbox,
        OptionalInt.of(instances),
        pricePerInstanceHour);
  }

  public PlanInputs withPrice(double perInstanceHour) {
    return with(
        minFloor,
        sizing,
        allowConfigMismatch,
        allowSandbox,
        quota,
        OptionalDouble.of(perInstanceHour));
  }

  private PlanInputs with(
      int newMinFloor,
      Sizing newSizing,
      boolean newAllowConfigMismatch,
      boolean newAllowSandbox,
      OptionalInt newQuota,
      OptionalDouble newPrice) {
    return new PlanInputs(
        qmax,
        ttotal,
        slo,
        surgeRatio,
        demand,
        newMinFloor,
        newSizing,
        newAllowConfigMismatch,
        newAllowSandbox,
        newQuota,
        newPrice,
        plannedAt,
        productVersion);
  }
}

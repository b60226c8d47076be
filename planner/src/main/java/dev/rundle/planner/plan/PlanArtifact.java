package dev.rundle.planner.plan;

import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.fingerprint.Fingerprint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A plan, schema {@value #SCHEMA}: the numbers to deploy, what they follow from, and what was found
 * on the way.
 *
 * @param feasible true if no finding is {@code stop}
 * @param qmaxProvenance where the ladder comes from
 * @param ttotalProvenance where the scale-out comes from
 * @param provenance of the plan itself; its origin is the weaker of the two
 */
public record PlanArtifact(
    String schema,
    String model,
    String endpoint,
    String variant,
    Fingerprint fingerprint,
    String transport,
    boolean feasible,
    Chosen chosen,
    Thresholds thresholds,
    Timing timing,
    Policy policy,
    Fleet fleet,
    Cost cost,
    List<Finding> findings,
    Provenance qmaxProvenance,
    Provenance ttotalProvenance,
    Provenance provenance) {
  public static final String SCHEMA = "rundle/plan/1";

  public PlanArtifact {
    findings = List.copyOf(findings);
  }

  /** What people chose. */
  public record Chosen(
      double sloMillis, double surgeRatio, Optional<Demand> demand, int minFloor, Sizing sizing) {}

  /**
   * Concurrencies, queued plus executing, in the client's units.
   *
   * @param qMaxIsLowerBound true if no higher rung failed on the SLO
   * @param headroom h = surge ratio − 1
   * @param cScaleMax (1 − h)·Q_max
   * @param cScaleMin (1 − 2h)·Q_max
   * @param minSafeInstances fewest instances for scale-in by the simple rule max(2, ⌈r ÷ (r − 1)⌉),
   *     r = C_scale_max ÷ C_scale_min; empty where they coincide
   * @param minSafeByRate the same by arrival rate on the measured queue: the instance count from
   *     which removing one leaves the survivors at or under C_scale_max; empty where none is
   * @param utilisationAtMax share of an instance's capacity in use at C_scale_max, open traffic
   */
  public record Thresholds(
      int qMax,
      boolean qMaxIsLowerBound,
      double headroom,
      double cScaleMax,
      double cScaleMin,
      OptionalInt minSafeInstances,
      OptionalInt minSafeByRate,
      double utilisationAtMax,
      double utilisationAtMin) {}

  /**
   * Times.
   *
   * @param wMaxSeconds max(0, SLO − S_p95): what a request may spend waiting
   * @param tTotalSeconds T: T_total, as measured, plus the bound of the policy's own detection
   * @param provisioningSeconds desired_set → instance_logging; empty if it was not seen
   * @param floor true if recovery was never seen: T_total is at least this
   */
  public record Timing(
      double serviceMeanSeconds,
      double serviceP95Seconds,
      double wMaxSeconds,
      double measuredSeconds,
      double policyBoundSeconds,
      double tTotalSeconds,
      OptionalDouble provisioningSeconds,
      boolean floor) {}

  /**
   * What is deployed.
   *
   * @param scalingTargetValue C_scale_max × the measured ratio of the 10-s Maximum; empty if
   *     withheld
   * @param scaleInThreshold C_scale_min × the measured ratio of the 60-s Average; empty if withheld
   * @param firstChunkAlarmMillis p95 TTFAB at one outstanding request, whole milliseconds
   * @param firstChunkAtTargetMillis p95 TTFAB at C_scale_max: a threshold that healthy traffic does
   *     not cross
   */
  public record Policy(
      OptionalDouble scalingTargetValue,
      OptionalDouble scaleInThreshold,
      OptionalDouble maximumRatio,
      OptionalDouble averageRatio,
      String maximumRatioBasis,
      String averageRatioBasis,
      int queueMaxDepth,
      int scaleOutCooldownSeconds,
      int scaleInCooldownSeconds,
      int firstChunkAlarmMillis,
      int firstChunkAtTargetMillis) {}

  /**
   * Instances.
   *
   * @param completionsPerSecond that one instance completes at C_scale_max, interpolated
   * @param maxInstances without a demand, the fewest that scale-in is safe from by the simple rule
   * @param peakMeasured instances at peak by the measured completion rate (or by streams); empty
   *     without a demand
   * @param peakUncontended instances at peak by peak × S ÷ C_scale_max
   */
  public record Fleet(
      double completionsPerSecond,
      int minInstances,
      int maxInstances,
      OptionalInt peakMeasured,
      OptionalInt peakUncontended) {}

  /** Money at peak, in the price's currency; empty without a price. */
  public record Cost(
      OptionalDouble pricePerInstanceHour,
      OptionalDouble peakPerHour,
      OptionalDouble peakPerMillionCharacters) {}

  /**
   * Reads a plan.
   *
   * @throws dev.rundle.model.failure.BadInput as {@link Artifacts#read}
   */
  public static PlanArtifact read(Path file) {
    return Artifacts.read(file, SCHEMA, PlanArtifact.class);
  }

  /** The configuration with this plan's values; withheld ones become unknown. */
  public ModelConfig applyTo(ModelConfig config) {
    return new ModelConfig(
        config.name(),
        config.endpoint(),
        config.variant(),
        fleet.minInstances(),
        fleet.maxInstances(),
        Duration.ofNanos(Math.round(chosen.sloMillis() * 1e6)),
        chosen.surgeRatio(),
        policy.scalingTargetValue(),
        policy.scaleInThreshold(),
        Duration.ofSeconds(policy.scaleOutCooldownSeconds()),
        Duration.ofSeconds(policy.scaleInCooldownSeconds()),
        OptionalInt.of(policy.queueMaxDepth()),
        config.workload());
  }

  /** The finding of that identifier. */
  public Finding finding(String id) {
    return findings.stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }
}

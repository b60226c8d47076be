package dev.rundle.planner.policy;

import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The numbers that a deployed policy follows from.
 *
 * @param targetValue target tracking's target, concurrency in CloudWatch's 10-s Maximum
 * @param scaleInThreshold concurrency in CloudWatch's 60-s Average at or under which an instance is
 *     removed
 * @param firstChunkAlarmMillis threshold of the first-chunk alarm; empty while none is measured
 * @param slo p95 of the time to first audio byte
 */
public record PolicyNumbers(
    String endpoint,
    String variant,
    int minInstances,
    int maxInstances,
    double targetValue,
    double scaleInThreshold,
    Duration scaleOutCooldown,
    Duration scaleInCooldown,
    OptionalDouble firstChunkAlarmMillis,
    Duration slo) {
  /** The least that three decimals can tell from zero. */
  private static final double LEAST = 0.001;

  /**
   * Checks that a policy can be made of these numbers.
   *
   * @throws BadInput if one is not finite or out of range, or where the threshold is above the
   *     target
   */
  public PolicyNumbers {
    if (minInstances < 1 || maxInstances <= minInstances) {
      throw wrong(
          String.format(
              Locale.ROOT, "%d to %d instances leave nothing to scale", minInstances, maxInstances),
          "a policy needs 1 ≤ min_instances < max_instances");
    }
    requireAtLeast("scaling_target_value", targetValue);
    requireAtLeast("scale_in_threshold", scaleInThreshold);
    if (scaleInThreshold > targetValue) {
      throw wrong(
          "scale_in_threshold "
              + scaleInThreshold
              + " is above scaling_target_value "
              + targetValue,
          "capacity would be removed and added for ever");
    }
    if (scaleOutCooldown.isNegative() || scaleInCooldown.isNegative()) {
      throw wrong("a cooldown is negative", "cooldowns are 0 s or more");
    }
    if (slo.isNegative() || slo.isZero()) {
      throw wrong("the SLO is " + slo, "it must be above 0");
    }
    firstChunkAlarmMillis.ifPresent(millis -> requireAtLeast("first-chunk alarm", millis));
  }

  /** The same numbers with a measured first-chunk threshold, milliseconds. */
  public PolicyNumbers withFirstChunkAlarmMillis(OptionalDouble millis) {
    return new PolicyNumbers(
        endpoint,
        variant,
        minInstances,
        maxInstances,
        targetValue,
        scaleInThreshold,
        scaleOutCooldown,
        scaleInCooldown,
        millis,
        slo);
  }

  private static void requireAtLeast(String name, double value) {
    if (!Double.isFinite(value) || value < LEAST) {
      throw wrong(name + " is " + value, "it must be a number of at least " + LEAST);
    }
  }

  private static BadInput wrong(String what, String why) {
    return new BadInput(what, why, "correct rundle.yaml, or make a new plan: rundle plan --help");
  }
}

package dev.rundle.planner.plan;

import java.util.OptionalInt;

/**
 * The formulas of the method, section 6, as pure functions. Whole numbers are rounded the safe way;
 * a billionth is allowed for floating point first.
 */
public final class Arithmetic {
  private static final double EPSILON = 1e-9;

  private Arithmetic() {}

  /** C_scale_max = (1 − h)·Q_max, h = ratio − 1. */
  public static double scaleMax(double qMax, double surgeRatio) {
    return (1 - (surgeRatio - 1)) * qMax;
  }

  /** C_scale_min = (1 − 2h)·Q_max. */
  public static double scaleMin(double qMax, double surgeRatio) {
    return (1 - 2 * (surgeRatio - 1)) * qMax;
  }

  /** W_max = max(0, SLO − S_p95), seconds. */
  public static double waitBudget(double sloSeconds, double serviceP95Seconds) {
    return Math.max(0, sloSeconds - serviceP95Seconds);
  }

  /** clamp(T ÷ 2, 10, 30), whole seconds, rounded down. */
  public static int scaleOutCooldown(double tTotalSeconds) {
    return (int) Math.floor(Math.min(30, Math.max(10, tTotalSeconds / 2)) + EPSILON);
  }

  /** max(300, 3·T), whole seconds, rounded down. */
  public static int scaleInCooldown(double tTotalSeconds) {
    return (int) Math.floor(Math.max(300, 3 * tTotalSeconds) + EPSILON);
  }

  /**
   * Fewest instances from which scale-in is stable by occupancy: max(2, ⌈r ÷ (r − 1)⌉), r =
   * C_scale_max ÷ C_scale_min; none where they coincide.
   */
  public static OptionalInt minSafe(double scaleMax, double scaleMin) {
    return fewest(scaleMax / scaleMin);
  }

  /**
   * The same by arrival rate: the fewest N with ρ_min·N ÷ (N − 1) ≤ ρ_max; none where they
   * coincide.
   */
  public static OptionalInt minSafeByRate(double utilisationAtMax, double utilisationAtMin) {
    return fewest(utilisationAtMax / utilisationAtMin);
  }

  /** ⌈amount ÷ per⌉, at least 1. */
  public static int instances(double amount, double per) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.ceil(amount / per - EPSILON)));
  }

  private static OptionalInt fewest(double ratio) {
    if (!(ratio - 1 > EPSILON) || Double.isInfinite(ratio)) {
      return ratio > 1 ? OptionalInt.of(2) : OptionalInt.empty();
    }
    return OptionalInt.of((int) Math.max(2, Math.ceil(ratio / (ratio - 1) - EPSILON)));
  }
}

package dev.rundle.sandbox.world;

import java.util.OptionalInt;

/** The capacity that a policy asks for; pure arithmetic. */
final class CapacityRule {
  private CapacityRule() {}

  /** Which way the alarm that fired points. */
  enum Direction {
    OUT,
    IN
  }

  /**
   * Target tracking: capacity in proportion to the metric, ⌈capacity · value / target⌉; at least
   * one more when scaling out, at least one less when scaling in.
   */
  static int tracking(int capacity, double value, double target, Direction direction) {
    double proportional = Math.min(1e9, Math.ceil(capacity * value / target - 1e-9));
    return switch (direction) {
      case OUT -> Math.max(capacity + 1, (int) proportional);
      case IN -> Math.max(0, Math.min(capacity - 1, (int) proportional));
    };
  }

  /**
   * Step scaling: the step whose bounds hold the distance from the threshold. Lower bounds are
   * inclusive and upper ones exclusive above the threshold, the other way round below it.
   *
   * @return empty if no step applies
   */
  static OptionalInt stepped(
      PolicyRule.StepScaling rule, int capacity, double value, double threshold) {
    double distance = value - threshold;
    for (PolicyRule.Step step : rule.steps()) {
      double lower = step.lowerBound().orElse(Double.NEGATIVE_INFINITY);
      double upper = step.upperBound().orElse(Double.POSITIVE_INFINITY);
      boolean isAbove = lower >= 0;
      boolean applies =
          isAbove ? distance >= lower && distance < upper : distance > lower && distance <= upper;
      if (applies) {
        return OptionalInt.of(adjusted(rule, capacity, step.adjustment()));
      }
    }
    return OptionalInt.empty();
  }

  private static int adjusted(PolicyRule.StepScaling rule, int capacity, int adjustment) {
    int wanted =
        switch (rule.adjustment()) {
          case EXACT_CAPACITY -> adjustment;
          case CHANGE_IN_CAPACITY -> capacity + adjustment;
          case PERCENT_CHANGE_IN_CAPACITY -> {
            // AWS rounds away from zero below one, else towards it.
            double change = capacity * adjustment / 100.0;
            int whole = Math.abs(change) < 1 ? (int) Math.signum(change) : (int) change;
            int least = rule.minAdjustmentMagnitude().orElse(0);
            yield capacity + (Math.abs(whole) < least ? (int) Math.signum(change) * least : whole);
          }
        };
    return Math.max(0, wanted);
  }
}

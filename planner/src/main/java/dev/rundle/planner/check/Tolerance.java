package dev.rundle.planner.check;

import dev.rundle.planner.policy.PolicyDesign;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * When two numbers count as the same: within 1e-9 relative, which is more than floating point loses
 * on its way through JSON and less than anybody would set by hand.
 */
final class Tolerance {
  private static final double RELATIVE = 1e-9;

  private Tolerance() {}

  static boolean isSame(double expected, double actual) {
    return Math.abs(expected - actual) <= RELATIVE * Math.max(Math.abs(expected), Math.abs(actual));
  }

  /** The configuration file keeps three decimals, so a value may also be deployed so rounded. */
  static boolean isSameOrRounded(double expected, double actual) {
    return isSame(expected, actual) || isSame(PolicyDesign.thousandths(expected), actual);
  }

  /** At most six decimals, none where none are needed. */
  static String text(double value) {
    if (!Double.isFinite(value)) {
      return String.valueOf(value);
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.signum() == 0 && value != 0 ? String.valueOf(value) : rounded.toPlainString();
  }
}

package dev.rundle.sandbox.world;

import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CloudWatch's statistics over a distribution. */
final class Statistic {
  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,3}(?:\\.\\d{1,10})?)");

  private Statistic() {}

  /**
   * @throws WorldError InvalidParameterValueException if there is no such statistic
   */
  static ToDoubleFunction<Distribution> of(String name) {
    return switch (name) {
      case "Maximum" -> Distribution::maximum;
      case "Minimum" -> Distribution::minimum;
      case "Average" -> Distribution::average;
      case "Sum" -> Distribution::sum;
      case "SampleCount" -> Distribution::sampleCount;
      default -> percentile(name);
    };
  }

  private static ToDoubleFunction<Distribution> percentile(String name) {
    Matcher matcher = PERCENTILE.matcher(name);
    double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    if (!(percent >= 0 && percent <= 100)) {
      throw WorldError.invalidParameterValue(
          "The value " + name + " for parameter Statistic is not supported.");
    }
    return values -> values.quantile(percent / 100);
  }
}

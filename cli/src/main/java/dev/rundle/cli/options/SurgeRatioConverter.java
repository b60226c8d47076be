package dev.rundle.cli.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the factor of growth within one T_total; says what is expected where a text is none. */
public final class SurgeRatioConverter implements ITypeConverter<Double> {
  private static final double LEAST = 1;
  private static final double TOO_MUCH = 1.5;

  @Override
  public Double convert(String text) {
    double ratio;
    try {
      ratio = Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      ratio = Double.NaN;
    }
    // Written so that NaN is refused too.
    if (!(ratio >= LEAST && ratio < TOO_MUCH)) {
      throw new TypeConversionException(
          "'" + text + "' is no surge ratio; write a number from 1 to below 1.5");
    }
    return ratio;
  }
}

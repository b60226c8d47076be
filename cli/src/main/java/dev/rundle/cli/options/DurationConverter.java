package dev.rundle.cli.options;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 240}, {@code 240s}, {@code 4m}, {@code 1.5h}, {@code 500ms}; up to a day. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,30}(?:\\.\\d{1,30})?)(ms|s|m|h)?");
  private static final Duration LONGEST = Duration.ofDays(1);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is no duration; write 240, 240s, 4m, 1h or 500ms");
    }
    BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(nanosOf(matcher.group(2)));
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      throw new TypeConversionException("'" + text + "' is longer than a day");
    }
    return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  private static BigDecimal nanosOf(String unit) {
    long nanos =
        switch (unit == null ? "s" : unit) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        };
    return BigDecimal.valueOf(nanos);
  }
}

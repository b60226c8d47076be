package dev.rundle.cli.options;

import dev.rundle.model.ladder.LadderSchedule;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of outstanding requests; says what is expected where a text is none. */
public final class ConcurrencyConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int concurrency = Integer.parseInt(text.strip());
      if (concurrency <= LadderSchedule.HIGHEST_CONCURRENCY) {
        // Zero and less pass: the ladder and the probe say why those make no sense.
        return concurrency;
      }
    } catch (NumberFormatException e) {
      // told below, together with what is too large
    }
    throw new TypeConversionException(
        String.format(
            Locale.ROOT,
            "'%s' is no concurrency; write a whole number from 1 to %,d",
            text,
            LadderSchedule.HIGHEST_CONCURRENCY));
  }
}

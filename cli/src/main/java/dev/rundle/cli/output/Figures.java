package dev.rundle.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Numbers as people read them, each with its unit; one place, so that tables agree. */
public final class Figures {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Figures() {}

  /** {@code 2,806 ms}, {@code 65.4 ms} below 100. */
  public static String millis(double millis) {
    if (Double.isNaN(millis)) {
      return "-";
    }
    return format(Math.abs(millis) < 100 ? "%,.1f ms" : "%,.0f ms", millis);
  }

  /** Milliseconds or a dash. */
  public static String millis(OptionalDouble millis) {
    return millis.isPresent() ? millis(millis.getAsDouble()) : "-";
  }

  /** {@code 320.2 s}. */
  public static String seconds(double seconds) {
    return format("%,.1f s", seconds);
  }

  /** {@code 240 s}, {@code 1.5 s}. */
  public static String plainSeconds(double seconds) {
    return trimmed(seconds) + " s";
  }

  /** {@code 2.934 s}. */
  public static String secondsExactly(double seconds) {
    return format("%,.3f s", seconds);
  }

  /** {@code 17.9/s}. */
  public static String perSecond(double rate) {
    return format("%,.1f/s", rate);
  }

  /** {@code 3.8 %} of a share between 0 and 1. */
  public static String percent(double share) {
    return format("%.1f %%", share * 100);
  }

  /** {@code 35 %} of a share between 0 and 1. */
  public static String wholePercent(double share) {
    return format("%.0f %%", share * 100);
  }

  /** Requests in flight on average, {@code 39.98}. */
  public static String held(double inFlight) {
    return format("%,.2f", inFlight);
  }

  /** {@code 37.500}. */
  public static String threshold(double value) {
    return format("%,.3f", value);
  }

  public static String threshold(OptionalDouble value) {
    return value.isPresent() ? threshold(value.getAsDouble()) : "-";
  }

  /** {@code 1,074}. */
  public static String count(long count) {
    return format("%,d", count);
  }

  /** At most one decimal: {@code 20}, {@code 0.5}. */
  public static String number(double value) {
    return trimmed(value);
  }

  /** A value or a dash. */
  public static String orDash(Optional<?> value) {
    return value.map(Object::toString).orElse("-");
  }

  /** {@code 35.5 minutes}, {@code 240 s}: the unit that reads best. */
  public static String duration(Duration duration) {
    double seconds = duration.toMillis() / 1000.0;
    if (seconds >= 3 * 3600) {
      return trimmed(seconds / 3600) + " hours";
    }
    return seconds >= 300 ? trimmed(seconds / 60) + " minutes" : trimmed(seconds) + " s";
  }

  /** A moment to the millisecond, {@code 2026-08-04T14:44:51.707Z}. */
  public static String moment(Instant instant) {
    return MOMENT.format(instant);
  }

  /** Minutes and seconds, {@code 4:07}. */
  public static String clock(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return format("%d:%02d", seconds / 60, seconds % 60);
  }

  private static String trimmed(double value) {
    String text = format("%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}

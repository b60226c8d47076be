package dev.rundle.simulations.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * The log of one agent, as it lies on this host.
 *
 * @param log Gatling's binary log
 * @param ahead by how much the clock that stamped it is ahead of the one that all times are shown
 *     by; negative if it is behind
 * @param whole false if the log may end in the middle of a record, because its agent was lost
 */
public record LogSource(Path log, Duration ahead, boolean whole) {
  private static final Duration FARTHEST = Duration.ofDays(365_000);
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  public LogSource {
    Objects.requireNonNull(log, "log");
    if (ahead.compareTo(FARTHEST) > 0 || ahead.compareTo(FARTHEST.negated()) < 0) {
      throw new IllegalArgumentException("no clock is a thousand years off: " + ahead);
    }
  }

  /** A whole log by the very clock that all times are shown by. */
  public static LogSource of(Path log) {
    return new LogSource(log, Duration.ZERO, true);
  }

  /** Milliseconds to add to each of the log's times, rounded to the nearest. */
  long shiftMillis() {
    long aheadMillis =
        ahead.getSeconds() * MILLIS_PER_SECOND
            + (ahead.getNano() + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
    return -aheadMillis;
  }
}

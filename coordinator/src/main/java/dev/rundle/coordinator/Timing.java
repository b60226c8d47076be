package dev.rundle.coordinator;

import dev.rundle.model.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * The three faces of time, injected together: stamps for joining with AWS, elapsed time, and
 * waiting.
 */
public record Timing(Clock clock, Ticker ticker, Pause pause) {
  public Timing {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ticker, "ticker");
    Objects.requireNonNull(pause, "pause");
  }

  public static Timing system() {
    return new Timing(Clock.systemUTC(), Ticker.system(), Pause.real());
  }

  public Instant now() {
    return clock.instant();
  }

  /** Starts a stopwatch on the monotonic clock. */
  public Deadline deadlineIn(Duration duration) {
    return new Deadline(ticker, ticker.nanos(), duration);
  }

  /** A bound on waiting, measured on the monotonic clock. */
  public record Deadline(Ticker ticker, long startNanos, Duration bound) {
    public boolean isOver() {
      return elapsed().compareTo(bound) >= 0;
    }

    public Duration elapsed() {
      return Duration.ofNanos(ticker.nanos() - startNanos);
    }
  }
}

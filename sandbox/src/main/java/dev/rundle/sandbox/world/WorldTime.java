package dev.rundle.sandbox.world;

import dev.rundle.model.time.Ticker;
import java.time.Clock;
import java.util.Objects;

/**
 * The three sources of time that a world lives by.
 *
 * @param clock time stamps
 * @param ticker elapsed time
 * @param scheduler wakes the world up; waking late is harmless, everything is booked at its nominal
 *     time
 */
public record WorldTime(Clock clock, Ticker ticker, Scheduler scheduler) implements AutoCloseable {
  public WorldTime {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ticker, "ticker");
    Objects.requireNonNull(scheduler, "scheduler");
  }

  /** Real time, on one daemon thread until closed. */
  public static WorldTime system() {
    return new WorldTime(Clock.systemUTC(), Ticker.system(), ThreadScheduler.start());
  }

  @Override
  public void close() {
    scheduler.close();
  }
}

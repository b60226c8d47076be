package dev.rundle.model.time;

/**
 * Elapsed time from a monotonic source. Durations come from here; {@link java.time.Clock} is for
 * time stamps that are joined with AWS only, because wall clocks are changed under a running test.
 */
@FunctionalInterface
public interface Ticker {
  /** Nanoseconds since an arbitrary origin; only differences mean anything. */
  long nanos();

  /** The JVM's monotonic clock. */
  static Ticker system() {
    return System::nanoTime;
  }
}

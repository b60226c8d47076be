package dev.rundle.cli.faults;

import java.time.Duration;

/** Lets time pass: how long a fault lasts is part of the story, and no event tells its end. */
final class Lapse {
  private Lapse() {}

  static void of(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the middle of a fault", e);
    }
  }
}

package dev.rundle.coordinator;

import java.time.Duration;

/** Lets time pass; simulated in tests. */
@FunctionalInterface
public interface Pause {
  /**
   * Returns after {@code duration}, or at once when the interruption is requested.
   *
   * @throws Interrupted if it was requested before or meanwhile
   */
  void pause(Duration duration, Interruption interruption);

  /** Real time. */
  static Pause real() {
    return (duration, interruption) -> interruption.awaitAtMost(duration);
  }
}

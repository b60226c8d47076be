package dev.rundle.coordinator.cluster;

/** Looks at a rung about once a second and may end it early. */
@FunctionalInterface
public interface RungWatch {
  /** What to do with the rung. */
  enum Answer {
    HOLD_ON,
    /** Close the window now; what was measured so far is the measurement. */
    CLOSE
  }

  /** Called on the thread that measures. */
  Answer look(RungProgress progress);
}

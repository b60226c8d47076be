package dev.rundle.agent;

import dev.rundle.model.measure.GeneratorHealth;

/** Watches how the load generator itself fares during a run. */
public interface HealthWatch extends AutoCloseable {
  /** Since the last call. */
  GeneratorHealth sample();

  @Override
  void close();

  /** Knows nothing. */
  static HealthWatch blind() {
    return new HealthWatch() {
      @Override
      public GeneratorHealth sample() {
        return GeneratorHealth.UNKNOWN;
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}

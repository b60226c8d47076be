package dev.rundle.coordinator.cluster;

import java.time.Duration;

/** Hears who comes and goes. Called on the conductor's thread; must return quickly. */
interface CompanyListener {
  /**
   * An agent was taken in.
   *
   * @param agent name that the run gave it
   * @param address its host and port
   * @param have how many there are now
   */
  void joined(String agent, String address, int have);

  /** An agent was lost, or given up, and holds no load from now on. */
  void lost(String agent, String reason);

  /** An agent does not fit. */
  void refused(String address, String reason);

  /** The next rung waits for somebody. */
  void waitingFor(String whom, Duration atMost);

  void warning(String text);
}

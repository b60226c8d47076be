package dev.rundle.coordinator.cluster;

/** Hears who joined. Called on the conductor's thread; must return quickly. */
@FunctionalInterface
interface JoinListener {
  /**
   * An agent was taken in.
   *
   * @param agent name that the run gave it
   * @param address its host and port
   * @param have how many there are now
   */
  void joined(String agent, String address, int have);
}

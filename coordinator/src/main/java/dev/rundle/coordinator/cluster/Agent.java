package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.Capabilities;

/**
 * An agent that was admitted.
 *
 * @param address its host and port
 * @param instance of its process, by which it is recognised under another address
 */
record Agent(Link link, String address, String instance, Capabilities capabilities) {
  /** Requests that it can hold at once. */
  int room() {
    return capabilities.room();
  }
}

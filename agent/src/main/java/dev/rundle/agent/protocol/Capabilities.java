package dev.rundle.agent.protocol;

import java.util.List;
import java.util.Objects;

/**
 * What an agent's host can do.
 *
 * @param transports ways to call an endpoint that this build knows
 * @param cores processors of this JVM; weighs the agent's share
 * @param freeFileDescriptors that this process may still open; {@link Long#MAX_VALUE} if unlimited
 *     or unknown
 * @param ephemeralPorts local ports for outgoing connections; {@link Integer#MAX_VALUE} if unknown
 */
public record Capabilities(
    String productVersion,
    String gatlingVersion,
    List<String> transports,
    int cores,
    long freeFileDescriptors,
    int ephemeralPorts) {
  /** Descriptors that a run needs beside one for each connection. */
  private static final long SPARE_DESCRIPTORS = 128;

  /** Ports that the host needs for everything else. */
  private static final int SPARE_PORTS = 64;

  public Capabilities {
    Objects.requireNonNull(productVersion, "productVersion");
    Objects.requireNonNull(gatlingVersion, "gatlingVersion");
    transports = List.copyOf(transports);
  }

  /** Requests that can be outstanding at once: each needs a connection of its own. */
  public int room() {
    long byFiles = Math.max(0, freeFileDescriptors - SPARE_DESCRIPTORS);
    long byPorts = Math.max(0, ephemeralPorts - SPARE_PORTS);
    return (int) Math.min(Integer.MAX_VALUE, Math.min(byFiles, byPorts));
  }
}

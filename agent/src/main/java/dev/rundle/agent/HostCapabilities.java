package dev.rundle.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.model.ProductVersion;
import dev.rundle.simulations.engine.EmbeddedGatling;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds out what this process and its host can do. */
public final class HostCapabilities {
  /** Invoke calls whose answer is an event stream; the only way of calling so far. */
  public static final String RESPONSE_STREAM = "response-stream";

  private static final Path EPHEMERAL_PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private HostCapabilities() {}

  /** As they are now: what other parts of this process have open is not free. */
  public static Capabilities read() {
    return new Capabilities(
        ProductVersion.current(),
        EmbeddedGatling.version(),
        List.of(RESPONSE_STREAM),
        Runtime.getRuntime().availableProcessors(),
        freeFileDescriptors(),
        ephemeralPorts(EPHEMERAL_PORTS));
  }

  private static long freeFileDescriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Math.max(0, unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount())
        : Long.MAX_VALUE;
  }

  /**
   * Local ports for outgoing connections, from Linux's file with the first and the last; {@link
   * Integer#MAX_VALUE} where there is no such file or it holds anything else.
   */
  static int ephemeralPorts(Path range) {
    try {
      String[] firstAndLast = Files.readString(range).strip().split("\\s+");
      if (firstAndLast.length != 2) {
        return Integer.MAX_VALUE;
      }
      int ports = Integer.parseInt(firstAndLast[1]) - Integer.parseInt(firstAndLast[0]) + 1;
      return ports < 1 ? Integer.MAX_VALUE : ports;
    } catch (IOException | NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }
}

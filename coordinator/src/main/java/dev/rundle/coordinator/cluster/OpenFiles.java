package dev.rundle.coordinator.cluster;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rundle.model.failure.Refused;
import java.lang.management.ManagementFactory;

/** The process's limit of open files: every request in flight needs a connection of its own. */
final class OpenFiles {
  /** For jars, logs and the cluster itself. */
  private static final long SPARE = 128;

  private OpenFiles() {}

  /** Refuses where the limit is too low; where the system does not tell, nothing is refused. */
  static void requireRoomFor(int connections) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      requireRoomFor(
          connections, system.getOpenFileDescriptorCount(), system.getMaxFileDescriptorCount());
    }
  }

  static void requireRoomFor(int connections, long open, long most) {
    if (open + connections + SPARE > most) {
      throw new Refused(
          "this process may open %d files, of which %d are in use; %d connections do not fit"
              .formatted(most, open, connections),
          "requests would fail here and be taken for failures of the endpoint",
          "raise the limit, e.g. ulimit -n " + (open + connections + SPARE + 1_000));
    }
  }
}

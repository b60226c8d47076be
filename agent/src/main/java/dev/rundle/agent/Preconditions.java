package dev.rundle.agent;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Optional;

/** What can be said against a run before anything is made for it. */
final class Preconditions {
  /** Descriptors that a run needs beside one for each connection. */
  private static final long SPARE_DESCRIPTORS = 64;

  private Preconditions() {}

  /** Why this host cannot do the run; empty if it can. */
  static Optional<String> obstacle(Prepare order) {
    if (order.pool() < 1) {
      return Optional.of("a pool of " + order.pool() + " users can hold nothing");
    }
    if (order.target().texts().isEmpty()) {
      return Optional.of("there is no text to speak");
    }
    if (order.warmUp().isNegative()) {
      return Optional.of("a warm-up of " + order.warmUp() + " is negative");
    }
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof UnixOperatingSystemMXBean unix
        ? tooFewDescriptors(
            order.pool(), unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
        : Optional.empty();
  }

  /** Each outstanding request is a connection, and each connection a file descriptor. */
  static Optional<String> tooFewDescriptors(long pool, long limit, long open) {
    long needed = open + pool + SPARE_DESCRIPTORS;
    return needed <= limit
        ? Optional.empty()
        : Optional.of(
            ("%d file descriptors are allowed and %d are needed for %d connections;"
                    + " raise the limit with ulimit -n %d")
                .formatted(limit, needed, pool, needed));
  }
}

package dev.rundle.coordinator.cluster.logs;

import java.nio.file.Path;
import java.util.Objects;

/**
 * An agent's log as far as it was brought to this host.
 *
 * @param agent name that the run gave it
 * @param path of the file here
 * @param whole true if it is here to its end
 */
public record CollectedLog(String agent, Path path, boolean whole) {
  public CollectedLog {
    Objects.requireNonNull(agent, "agent");
    Objects.requireNonNull(path, "path");
  }
}

package dev.rundle.cli.faults;

import dev.rundle.cli.faults.FaultNetwork.Host;
import java.nio.file.Path;
import java.util.List;

/** A host with an agent on it, which can be killed, stopped and started anew. */
final class AgentHost implements AutoCloseable {
  private final Host host;
  private final Path folder;
  private final String join;
  private final Lines lines = new Lines();
  private HostProcess process;

  AgentHost(Host host, Path folder, String join) {
    this.host = host;
    this.folder = folder;
    this.join = join;
  }

  Host host() {
    return host;
  }

  /** Starts an agent if there is none. */
  synchronized void start() {
    if (isAlive()) {
      return;
    }
    process =
        HostProcess.java(
            host,
            folder,
            // A full collection, for want of room or of metaspace, would stop it in a window.
            List.of("-Xmx1g", "-Xmn448m", "-XX:MetaspaceSize=256m"),
            "dev.rundle.cli.Main",
            List.of("agent", "--join", join, "--host", host.address(), "--insecure"),
            lines);
  }

  /** Stands still until {@link #goOn}: its connections stay, nothing answers. */
  synchronized void standStill() {
    signal("STOP");
  }

  synchronized void goOn() {
    signal("CONT");
  }

  private void signal(String signal) {
    if (isAlive()) {
      process.signal(signal);
    }
  }

  /** Ends the process at once. */
  synchronized void kill() {
    process.kill();
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** All that the agents on this host have printed. */
  String said() {
    return lines.text();
  }

  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
    }
  }
}

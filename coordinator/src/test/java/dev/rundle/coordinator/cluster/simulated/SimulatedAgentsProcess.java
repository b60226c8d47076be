package dev.rundle.coordinator.cluster.simulated;

import dev.rundle.agent.NodeSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * {@link SimulatedAgents} as a process of its own, so that it shares no processor time to count.
 */
public final class SimulatedAgentsProcess implements AutoCloseable {
  private final Process process;

  private SimulatedAgentsProcess(Process process) {
    this.process = process;
  }

  /** Starts so many agents that join a coordinator. */
  public static SimulatedAgentsProcess start(
      NodeSettings.HostAndPort coordinator, int agents, Path folder) {
    try {
      return new SimulatedAgentsProcess(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--add-opens=java.base/java.lang=ALL-UNNAMED",
                  "-Xmx2g",
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  SimulatedAgentsProcess.class.getName(),
                  coordinator.toString(),
                  Integer.toString(agents),
                  folder.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs until killed, or until whoever started it is gone. */
  public static void main(String[] args) throws IOException {
    var endpoint = new SimulatedEndpoint(1_000_000, Duration.ofMillis(100), Duration.ofMillis(500));
    SimulatedAgents.join(
        NodeSettings.HostAndPort.parse(args[0]),
        Integer.parseInt(args[1]),
        new SimulatedLoad(endpoint),
        Path.of(args[2]));
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }
}

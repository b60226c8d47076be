package dev.rundle.coordinator.cluster;

import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.security.Security;
import dev.rundle.model.outcome.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** An agent on a made-up endpoint as a process of its own, so that it can die without a word. */
final class AgentProcess implements AutoCloseable {
  private final Process process;

  private AgentProcess(Process process) {
    this.process = process;
  }

  static AgentProcess start(NodeSettings.HostAndPort coordinator, Path folder) {
    try {
      return new AgentProcess(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--add-opens=java.base/java.lang=ALL-UNNAMED",
                  "-Xmx512m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  AgentProcess.class.getName(),
                  coordinator.toString(),
                  folder.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a power cut would. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
  }

  /** Runs until killed, or until whoever started it is gone. */
  public static void main(String[] args) throws IOException {
    AgentNode.start(
        NodeSettings.agent(
            "127.0.0.1", NodeSettings.HostAndPort.parse(args[0]), Security.loopback()),
        AgentSettings.of(Path.of(args[1]))
            .withInvokers(FakeInvoker.answering(Outcome.OK, Duration.ofMillis(20))));
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }
}

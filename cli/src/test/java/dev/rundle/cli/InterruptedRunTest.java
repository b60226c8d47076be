package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rundle.model.deployed.SuspendedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle of a rung, with a real process and a real signal. */
class InterruptedRunTest {
  private static final int SIGINT = 2;

  @TempDir Path folder;

  @Test
  void ctrlCInARungRestoresTheEndpointAndExits130() throws Exception {
    assumeThat(isInterruptIgnored())
        .as("SIGINT is ignored here, and children inherit it")
        .isFalse();
    try (SandboxFixture sandbox = SandboxFixture.start(2)) {
      sandbox.configure(folder);
      try (CommandProcess qmax = climb(sandbox)) {
        qmax.awaitErr("concurrency 1");
        assertThat(sandbox.isFrozen()).isTrue();
        qmax.signal("INT");
        assertThat(qmax.exitCode()).as(qmax.err()).isEqualTo(130);
        assertThat(qmax.err()).contains("interrupted").doesNotContain("\tat ");
      }
      assertThat(sandbox.target().suspended()).isEqualTo(SuspendedState.NONE);
      assertThat(sandbox.target().minCapacity()).isEqualTo(2);
      assertThat(sandbox.target().maxCapacity()).isEqualTo(4);
      assertThat(sandbox.currentInstances()).isEqualTo(2);
    }
  }

  private CommandProcess climb(SandboxFixture sandbox) {
    return CommandProcess.start(
        folder,
        Map.of("AWS_ACCESS_KEY_ID", "sandbox", "AWS_SECRET_ACCESS_KEY", "sandbox"),
        "qmax",
        "--endpoint-url",
        sandbox.url(),
        "--region",
        "us-east-1",
        "--concurrency",
        "1,2,4",
        "--probe",
        "4",
        "--hold",
        "10m",
        "--window",
        "1m",
        "--warm-up",
        "1s");
  }

  /** Bit 1 of the mask of ignored signals; only Linux tells, and elsewhere nobody ignores it. */
  private static boolean isInterruptIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(mask -> (mask & 1L << SIGINT - 1) != 0);
  }
}

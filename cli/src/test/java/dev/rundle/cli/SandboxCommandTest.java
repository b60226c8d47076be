package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import dev.rundle.cli.process.Interrupts;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interrupt has come before the start, so each sandbox says what it is and ends. */
class SandboxCommandTest {
  private final Interrupts interrupted = new Interrupts();

  @TempDir Path folder;

  @BeforeEach
  void interrupt() {
    interrupted.request();
  }

  @Test
  void itSaysHowToReachItAndEndsOnAnInterrupt() {
    Ended ended =
        CommandLineFixture.in(folder).run(interrupted, "sandbox", "--port", "0", "--speed", "20");
    assertThat(ended.exitCode()).isEqualTo(130);
    assertThat(ended.out())
        .contains("sandbox at http://127.0.0.1:")
        .contains("endpoint kokoro-82m, variant AllTraffic on ml.g5.xlarge, region us-east-1")
        .contains("speed 20:")
        .contains("true Q_max at an SLO of 3,000 ms: 53")
        .contains("export AWS_ENDPOINT_URL=http://127.0.0.1:")
        .contains("Next: rundle drift --endpoint-url http://127.0.0.1:");
  }

  @Test
  void itsOptionsShapeTheInstance() throws Exception {
    Ended ended =
        CommandLineFixture.in(folder)
            .run(
                interrupted,
                "sandbox",
                "--json",
                "--port",
                "0",
                "--endpoint",
                "mine",
                "--service-time",
                "100ms",
                "--queue-bound",
                "7");
    JsonNode started = new ObjectMapper().readTree(ended.out());
    assertThat(started.path("endpoint").asText()).isEqualTo("mine");
    assertThat(started.path("true_qmax_at_three_seconds").asInt()).isEqualTo(7);
    assertThat(started.path("environment").path("AWS_REGION").asText()).isEqualTo("us-east-1");
  }
}

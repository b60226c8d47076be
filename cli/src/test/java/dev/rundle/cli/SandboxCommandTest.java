package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import dev.rundle.cli.process.Interrupts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        .contains("Next: rundle drift --region us-east-1 --endpoint-url http://127.0.0.1:");
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

  @Test
  void theFirstChunksShareMovesTheTrueQMax() throws Exception {
    // Of 3 s, one whole service of 2 s and the next one's first chunk at 0.8 s fit, at 1.8 s not.
    assertThat(start("--service-time", "2s").path("true_qmax_at_three_seconds").asInt())
        .isEqualTo(1);
    assertThat(
            start("--service-time", "2s", "--first-chunk-share", "0.4")
                .path("true_qmax_at_three_seconds")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void batchesAndRoutingAreTheInstances() throws Exception {
    JsonNode started =
        start("--batch-size", "8", "--batch-growth", "0.2", "--routing", "random", "--slots", "2");

    assertThat(started.path("instance").toString())
        .isEqualTo(
            "{\"slots\":2,\"first_chunk_share\":0.9,\"batch_size\":8,\"batch_growth\":0.2,"
                + "\"routing\":\"random\"}");
    assertThat(started.path("true_qmax_at_three_seconds").isNumber()).isFalse();
  }

  @Test
  void batchesAndRoutingAreSaid() {
    Ended ended =
        CommandLineFixture.in(folder)
            .run(
                interrupted,
                "sandbox",
                "--port",
                "0",
                "--batch-size",
                "8",
                "--batch-growth",
                "0.2");

    assertThat(ended.out())
        .contains(
            "each instance: 1 slot for batches of up to 8, each further request adding 20.0 % of"
                + " the service time, first audio after 90.0 % of the service time; routing"
                + " least-outstanding");
  }

  private JsonNode start(String... options) throws Exception {
    List<String> line = new ArrayList<>(List.of("sandbox", "--json", "--port", "0"));
    line.addAll(List.of(options));
    Ended ended = CommandLineFixture.in(folder).run(interrupted, line.toArray(String[]::new));
    return new ObjectMapper().readTree(ended.out());
  }
}

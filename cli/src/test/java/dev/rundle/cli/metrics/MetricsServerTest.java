package dev.rundle.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
  private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

  private volatile Health health = Health.ok("measuring");
  private final RunMetrics metrics = new RunMetrics(Duration.ofSeconds(3));
  private final MetricsServer server = MetricsServer.start(ANY_PORT, metrics::scrape, () -> health);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void metricsAreScrapedOverASocket() throws Exception {
    metrics.agentJoined("agent-1", 1, 1);
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains("# TYPE rundle_agents gauge\n", "# HELP rundle_agents ", "rundle_agents 1.0\n");
  }

  @Test
  void healthTurnsTo503() throws Exception {
    HttpResponse<String> well = get("/health");
    assertThat(well.statusCode()).isEqualTo(200);
    assertThat(well.body()).isEqualTo("{\"status\":\"ok\",\"doing\":\"measuring\",\"why\":\"\"}\n");
    health = Health.failing("measuring", "nothing was heard");
    HttpResponse<String> sick = get("/health");
    assertThat(sick.statusCode()).isEqualTo(503);
    assertThat(sick.body())
        .isEqualTo(
            "{\"status\":\"failing\",\"doing\":\"measuring\",\"why\":\"nothing was heard\"}\n");
  }

  @Test
  void anythingElseIsRefused() throws Exception {
    assertThat(get("/metrics/x").statusCode()).isEqualTo(404);
    assertThat(get("/healthy").statusCode()).isEqualTo(404);
    assertThat(get("/").statusCode()).isEqualTo(200);
    HttpResponse<String> posted =
        client.send(
            HttpRequest.newBuilder(at("/metrics")).POST(BodyPublishers.ofString("x")).build(),
            BodyHandlers.ofString());
    assertThat(posted.statusCode()).isEqualTo(405);
    HttpResponse<String> head =
        client.send(
            HttpRequest.newBuilder(at("/health")).method("HEAD", BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void aPortInUseIsSaidWithWhatToDo() throws IOException {
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(ANY_PORT);
      var address = new InetSocketAddress("127.0.0.1", taken.getLocalPort());
      assertThatThrownBy(() -> MetricsServer.start(address, () -> "", () -> health))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
  }

  private URI at(String path) {
    return URI.create(server.url()).resolve(path);
  }
}

package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ladder whose load two agents make, watched by its JSON lines and its metrics. */
class ClusterRunTest {
  private static final long LIMIT_SECONDS = 60;

  private final ObjectMapper json = new ObjectMapper();
  private final Interrupts agentsStop = new Interrupts();

  @TempDir Path folder;

  @Test
  void twoAgentsHoldALadderAndEverybodyTellsWhatHappens() throws Exception {
    int cluster = freePort();
    int metrics = freePort();
    try (SandboxFixture sandbox = SandboxFixture.start(1)) {
      sandbox.configure(folder);
      CompletableFuture<Ended> first = agent(cluster, "first");
      CompletableFuture<Ended> second = agent(cluster, "second");
      var scraped = new CompletableFuture<List<HttpResponse<String>>>();
      Ended ended =
          CommandLineFixture.in(folder)
              .when(
                  "\"event\":\"rung-progress\"", () -> scraped.completeAsync(() -> scrape(metrics)))
              .run(climb(sandbox, cluster, metrics));
      assertThat(ended.exitCode()).as(ended.err()).isIn(0, 1);

      artifactHasBothAgents(Artifacts.readQmax(folder.resolve("ladder.json")));
      eventsTell(ended.err());
      metricsTell(scraped.get(LIMIT_SECONDS, TimeUnit.SECONDS));
      agentsStop.request();
      agentTells(first.get(LIMIT_SECONDS, TimeUnit.SECONDS));
      agentTells(second.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
  }

  /** A machine that is busy otherwise may void rungs; the agents hold their shares all the same. */
  private void artifactHasBothAgents(QmaxArtifact artifact) {
    assertThat(artifact.rungs())
        .anySatisfy(
            rung -> {
              assertThat(rung.agents())
                  .extracting(QmaxArtifact.AgentShare::agent)
                  .containsExactly("agent-1", "agent-2");
              assertThat(rung.agents().stream().mapToInt(QmaxArtifact.AgentShare::share).sum())
                  .isEqualTo(rung.concurrency());
              assertThat(rung.startSkew().orElseThrow().agents()).isEqualTo(2);
            });
  }

  private void eventsTell(String err) throws IOException {
    List<JsonNode> events = events(err);
    assertThat(events)
        .extracting(event -> event.path("event").asText())
        .contains("metrics", "phase", "agent-joined", "rung-progress", "rung-ended");
    assertThat(events).allSatisfy(event -> assertThat(event.path("at").asText()).endsWith("Z"));
    assertThat(named(events, "agent-joined"))
        .extracting(event -> event.path("agent").asText())
        .containsExactly("agent-1", "agent-2");
    assertThat(named(events, "rung-ended"))
        .anySatisfy(
            rung -> {
              assertThat(rung.path("agents")).hasSize(2);
              assertThat(rung.path("start_skew").path("agents").asInt()).isEqualTo(2);
            });
  }

  private void metricsTell(List<HttpResponse<String>> answers) {
    assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    assertThat(answers.get(0).body())
        .contains("\nrundle_agents 2.0\n", "rundle_agent_share{agent=\"agent-2\"}");
    assertThat(answers.get(1).body()).contains("\"status\":\"ok\"", "measuring: concurrency");
  }

  private void agentTells(Ended agent) throws IOException {
    assertThat(agent.exitCode()).isEqualTo(130);
    assertThat(agent.err()).isEmpty();
    assertThat(events(agent.out()))
        .extracting(event -> event.path("event").asText())
        .containsSubsequence("starting", "joined", "preparing", "ready", "holding", "finished");
  }

  private CompletableFuture<Ended> agent(int cluster, String work) {
    return CompletableFuture.supplyAsync(
        () ->
            CommandLineFixture.in(folder)
                .run(
                    agentsStop,
                    "agent",
                    "--json",
                    "--join",
                    "127.0.0.1:" + cluster,
                    "--work",
                    work));
  }

  private static String[] climb(SandboxFixture sandbox, int cluster, int metrics) {
    return ("qmax --json --endpoint-url "
            + sandbox.url()
            + " --region us-east-1 --concurrency 1,8 --probe 8 --hold 3s --window 2s --rest 0"
            + " --warm-up 1s --cloudwatch-wait 0 --output ladder.json --agents 2 --listen"
            + " 127.0.0.1:"
            + cluster
            + " --metrics-port "
            + metrics)
        .split(" ");
  }

  private static List<HttpResponse<String>> scrape(int port) {
    var client = HttpClient.newHttpClient();
    List<HttpResponse<String>> answers = new ArrayList<>();
    for (String path : List.of("/metrics", "/health")) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
      answers.add(client.sendAsync(request, BodyHandlers.ofString()).join());
    }
    return answers;
  }

  private List<JsonNode> events(String text) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : text.lines().toList()) {
      events.add(json.readTree(line));
    }
    return events;
  }

  private static List<JsonNode> named(List<JsonNode> events, String name) {
    return events.stream().filter(event -> event.path("event").asText().equals(name)).toList();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

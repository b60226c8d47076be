package dev.rundle.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rundle.cli.faults.HostProcess;
import dev.rundle.cli.faults.Lines;
import dev.rundle.model.artifact.Artifacts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docker compose up} would start, started as processes: the commands, the environment,
 * the scripts and the health checks of {@code docker/}, with a loopback address for each container.
 */
class ComposeTest {
  private static final Path DOCKER = dockerFolder();
  private static final Map<String, String> ADDRESSES =
      Map.of("sandbox", "127.0.0.11", "coordinator", "127.0.0.12");
  private static final int SANDBOX_PORT = 4510;
  private static final int CLUSTER_PORT = 25_520;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ComposeFile compose = ComposeFile.read(DOCKER);
  private final List<HostProcess> running = new ArrayList<>();
  private final Lines coordinatorLines = new Lines();
  private int containers;

  @TempDir Path folder;

  @BeforeEach
  void nameTheHosts() throws IOException {
    assumeThat(isFree("127.0.0.11", SANDBOX_PORT) && isFree("127.0.0.12", CLUSTER_PORT))
        .as("127.0.0.11:4510 and 127.0.0.12:25520 can be listened on")
        .isTrue();
    Files.writeString(
        folder.resolve("hosts"),
        "127.0.0.1 localhost\n127.0.0.11 sandbox\n127.0.0.12 coordinator\n");
    for (String volume : List.of("authority", "coordinator-certs", "agent-certs", "results")) {
      Files.createDirectories(folder.resolve(volume));
    }
  }

  @AfterEach
  void stop() {
    running.forEach(HostProcess::close);
  }

  @Test
  void whatComposeStartsClimbsALadderOverTlsAndEndsCleanlyOnSigterm() throws Exception {
    HostProcess certs = start("certs", "127.0.0.1", new Lines());
    assertThat(certs.awaitEnd(PATIENCE)).as(certs.said()).isZero();
    HostProcess sandbox = start("sandbox", ADDRESSES.get("sandbox"), new Lines());
    awaitHealthy("sandbox", ADDRESSES.get("sandbox"));
    String before = endpoint();
    List<HostProcess> agents = new ArrayList<>();
    for (int i = 0; i < compose.replicas("agent"); i++) {
      agents.add(start("agent", "127.0.0." + (21 + i), new Lines()));
    }

    HostProcess coordinator = coordinator();
    coordinatorLines.await(0, "3 of 3", PATIENCE);
    awaitHealthy("coordinator", ADDRESSES.get("coordinator"));
    for (int i = 0; i < agents.size(); i++) {
      awaitHealthy("agent", "127.0.0." + (21 + i));
    }
    assertThat(coordinator.awaitEnd(PATIENCE)).as(coordinator.said()).isZero();
    assertThat(Artifacts.readQmax(onlyArtifact()).qMax()).contains(50);
    assertThat(health("coordinator", ADDRESSES.get("coordinator")))
        .as("the health of a coordinator that is gone")
        .isNotZero();

    int mark = coordinatorLines.mark();
    HostProcess interrupted = coordinator();
    coordinatorLines.await(mark, "concurrency 5", PATIENCE);
    interrupted.signal("TERM");
    assertThat(interrupted.awaitEnd(PATIENCE)).as(interrupted.said()).isEqualTo(130);
    assertThat(endpoint()).isEqualTo(before);

    agents.forEach(agent -> agent.signal("TERM"));
    for (HostProcess agent : agents) {
      assertThat(agent.awaitEnd(PATIENCE)).as(agent.said()).isEqualTo(130);
    }
    sandbox.signal("TERM");
    assertThat(sandbox.awaitEnd(PATIENCE)).as(sandbox.said()).isEqualTo(130);
  }

  private HostProcess coordinator() {
    return start("coordinator", ADDRESSES.get("coordinator"), coordinatorLines);
  }

  /** A container of a service as a process; what it mounts are folders of this test. */
  private HostProcess start(String service, String address, Lines lines) {
    List<String> words = new ArrayList<>(List.of("sh", script(compose.entryPoint(service))));
    compose.command(service).forEach(word -> words.add(mapped(service, word)));
    Map<String, String> environment = new HashMap<>();
    compose
        .environment(service)
        .forEach((name, value) -> environment.put(name, mapped(service, value)));
    // In a container these are its own; here all share one loopback interface.
    environment.replaceAll((name, value) -> value.equals("0.0.0.0") ? address : value);
    environment.putIfAbsent("RUNDLE_METRICS_HOST", address);
    environment.put("RUNDLE_CLASS_PATH", HostProcess.classPath());
    environment.put(
        "RUNDLE_JAVA_OPTS",
        "-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djdk.net.hosts.file="
            + folder.resolve("hosts"));
    environment.put(
        "PATH",
        DOCKER
            + ":"
            + Path.of(System.getProperty("java.home"), "bin")
            + ":"
            + System.getenv("PATH"));
    containers++;
    HostProcess process =
        HostProcess.start(
            service, words, environment, folder.resolve(service + "-" + containers), lines);
    running.add(process);
    return process;
  }

  /** A file of the image that lies in docker/. */
  private static String script(String installed) {
    return DOCKER.resolve(Path.of(installed).getFileName()).toString();
  }

  private String mapped(String service, String text) {
    String result = text;
    List<ComposeFile.Mount> longestFirst =
        compose.mounts(service).stream()
            .sorted(Comparator.comparing(mount -> -mount.target().length()))
            .toList();
    for (ComposeFile.Mount mount : longestFirst) {
      result = result.replace(mount.target(), place(mount.source()).toString());
    }
    // The AWS clients' native code asks the system for names, not the JVM's file.
    for (Map.Entry<String, String> host : ADDRESSES.entrySet()) {
      result = result.replace("//" + host.getKey() + ":", "//" + host.getValue() + ":");
    }
    return result;
  }

  private Path place(String source) {
    return source.endsWith(".yaml")
        ? DOCKER.resolve(source).normalize()
        : folder.resolve(source).normalize();
  }

  private void awaitHealthy(String service, String address) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (health(service, address) != 0) {
      assertThat(System.nanoTime()).as(service + " becomes healthy").isLessThan(giveUp);
    }
  }

  /** The exit code of the image's health check. */
  private int health(String service, String address) {
    List<String> words = new ArrayList<>(List.of("bash"));
    List<String> check = compose.healthCheck(service);
    words.add(script(check.get(0)));
    words.addAll(check.subList(1, check.size()));
    try (HostProcess process =
        HostProcess.start(
            "health",
            words,
            Map.of("RUNDLE_HEALTH_HOST", address),
            folder.resolve("health"),
            line -> {})) {
      return process.awaitEnd(PATIENCE);
    }
  }

  private Path onlyArtifact() throws IOException {
    try (var files = Files.list(folder.resolve("results"))) {
      List<Path> artifacts =
          files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
      assertThat(artifacts).hasSize(1);
      return artifacts.get(0);
    }
  }

  /** What the sandbox says of capacity and suspensions. */
  private static String endpoint() throws IOException, InterruptedException {
    HttpResponse<String> state =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.11:" + SANDBOX_PORT + "/_sandbox/state"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    return state
        .body()
        .lines()
        .filter(line -> line.matches(".*(InstanceCount|Capacity|Suspended).*"))
        .reduce("", (before, line) -> before + line.strip() + "\n");
  }

  private static boolean isFree(String address, int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getByName(address))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static Path dockerFolder() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("docker/compose.yaml"))) {
      at = at.getParent();
    }
    return at.resolve("docker");
  }
}

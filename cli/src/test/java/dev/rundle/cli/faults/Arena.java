package dev.rundle.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.rundle.cli.faults.FaultNetwork.Host;
import dev.rundle.cli.faults.Ladder.Ended;
import dev.rundle.model.artifact.QmaxArtifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Three agents, a coordinator and an endpoint, each a JVM on a host of its own. Agents are started
 * once and stay for the next ladder, as they do in earnest.
 */
final class Arena implements AutoCloseable {
  static final int AGENTS = 3;
  private static final int CLUSTER_PORT = 25_520;

  private final Path folder;
  private final EndpointShape shape;
  private final FaultNetwork network;
  private final Endpoint endpoint;
  private final List<AgentHost> agents = new ArrayList<>();
  private int ladders;
  private volatile Ladder coordinator;

  /**
   * What the endpoint is like.
   *
   * @param slots requests that its one instance serves at once
   * @param serviceTime of each; its first audio leaves after a tenth of it
   * @param slo for the time to first audio
   */
  record EndpointShape(int slots, Duration serviceTime, Duration slo) {}

  private Arena(Path folder, EndpointShape shape) {
    this.folder = folder;
    this.shape = shape;
    this.network = FaultNetwork.of("endpoint", "coordinator", "agent1", "agent2", "agent3");
    try {
      this.endpoint =
          Endpoint.start(
              network.host("endpoint"),
              folder.resolve("endpoint"),
              shape.slots(),
              shape.serviceTime());
      for (int i = 1; i <= AGENTS; i++) {
        Host host = network.host("agent" + i);
        agents.add(new AgentHost(host, folder.resolve(host.name()), joinAddress()));
      }
      agents.forEach(AgentHost::start);
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  /** Makes all of it; what runs is kept below the folder. */
  static Arena open(Path folder, EndpointShape shape) {
    return new Arena(folder, shape);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  FaultNetwork network() {
    return network;
  }

  Host coordinatorHost() {
    return network.host("coordinator");
  }

  /** Counted from 1. */
  AgentHost agent(int number) {
    return agents.get(number - 1);
  }

  /** Starts a coordinator that climbs these rungs with all agents. */
  Ladder climb(Rungs rungs) {
    return climb(rungs, AGENTS);
  }

  Ladder climb(Rungs rungs, int wanted) {
    ladders++;
    Path work = folder.resolve("ladder-" + ladders);
    configure(work);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "qmax",
                "--endpoint-url",
                endpoint.url(),
                "--region",
                "us-east-1",
                "--listen",
                joinAddress(),
                "--agents",
                String.valueOf(wanted),
                "--insecure"));
    arguments.addAll(rungs.arguments());
    coordinator = Ladder.start(coordinatorHost(), work, arguments);
    return coordinator;
  }

  void killCoordinator() {
    coordinator.process().kill();
  }

  /**
   * Runs another command to its end where the coordinator was, in the work folder of its ladder.
   */
  HostProcess run(Ladder after, String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(List.of("--endpoint-url", endpoint.url(), "--region", "us-east-1"));
    return HostProcess.java(
        coordinatorHost(),
        after.folder(),
        List.of("-Xmx256m"),
        "dev.rundle.cli.Main",
        words,
        line -> {});
  }

  /**
   * Compares every rung that was judged with what the endpoint saw: exactly N were in flight, and
   * the agents' shares are N.
   */
  void assertHeld(Ended ended) {
    for (QmaxArtifact.Rung rung : ended.rungs()) {
      if (rung.verdict().equals("void")) {
        continue;
      }
      String which = "rung " + rung.concurrency() + " of\n" + ended.said();
      assertThat(rung.agents().stream().mapToInt(QmaxArtifact.AgentShare::share).sum())
          .as(which)
          .isEqualTo(rung.concurrency());
      assertThat(rung.agents().stream().map(QmaxArtifact.AgentShare::agent))
          .as(which)
          .doesNotHaveDuplicates();
      double seen = endpoint.meanInFlight(rung.windowStart(), rung.windowEnd());
      assertThat(seen)
          .as("in flight at the endpoint, " + which)
          .isCloseTo(rung.concurrency(), offset(slack(rung.concurrency())));
    }
  }

  /** A request is not at the endpoint while it travels, nor while its last audio does. */
  private static double slack(int concurrency) {
    return Math.max(0.5, 0.05 * concurrency);
  }

  /** Ends every fault: the network is whole, every agent runs. */
  void recover() {
    network.mendAll();
    agents.forEach(AgentHost::goOn);
    agents.forEach(AgentHost::start);
  }

  private void configure(Path work) {
    try {
      Files.createDirectories(work);
      Files.writeString(
          work.resolve("rundle.yaml"),
          """
          models:
            tts:
              endpoint: tts
              min_instances: 1
              max_instances: 4
              slo_ms: %d
          """
              .formatted(shape.slo().toMillis()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String joinAddress() {
    return coordinatorHost().address() + ":" + CLUSTER_PORT;
  }

  @Override
  public void close() {
    agents.forEach(AgentHost::close);
    if (endpoint != null) {
      endpoint.close();
    }
    network.close();
  }
}

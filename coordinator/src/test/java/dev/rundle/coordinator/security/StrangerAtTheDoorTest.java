package dev.rundle.coordinator.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.AgentListener;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.CertificateFolders;
import dev.rundle.agent.security.Security;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.LoadClusters;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run's coordinator with certificates, one agent of its cluster, and one of another. */
class StrangerAtTheDoorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  @Timeout(120)
  void isTurnedAwayAndTheRunIsToldSo() throws Exception {
    Path ours = certificates("ours");
    Path theirs = certificates("theirs");
    var door = new Door();
    var opened =
        CompletableFuture.supplyAsync(
            () ->
                LoadClusters.listening(
                        "127.0.0.1", 0, 1, PATIENCE, Security.tls(ours.resolve("coordinator")))
                    .open(new Interruption(), door));
    HostAndPort address = HostAndPort.parse(door.address.get(60, TimeUnit.SECONDS));
    var stranger = new Ear();

    try (AgentNode refused = agent(address, theirs, stranger)) {
      assertThat(next(door.warnings))
          .startsWith("refused a peer that came to this node's port")
          .contains("certificate");
      assertThat(next(stranger.warnings)).startsWith("no TLS connection to " + address);
      assertThat(refused.whenEnded().toCompletableFuture()).isNotDone();
      assertThat(door.joined).isEmpty();

      try (AgentNode good = agent(address, ours, new Ear());
          LoadCluster cluster = opened.get(60, TimeUnit.SECONDS)) {
        assertThat(cluster.agents()).hasSize(1);
        assertThat(door.joined).hasSize(1);
        assertThat(good.whenEnded().toCompletableFuture()).isNotDone();
      }
    }
  }

  private Path certificates(String cluster) {
    Path made = folder.resolve(cluster);
    CertificateFolders.make(
        new CertificateFolders.Order(made, List.of("coordinator", "agent-1"), 30, false),
        Clock.systemUTC());
    return made;
  }

  private AgentNode agent(HostAndPort coordinator, Path certificates, AgentListener listener) {
    return AgentNode.start(
        NodeSettings.agent("127.0.0.1", coordinator, Security.tls(certificates.resolve("agent-1"))),
        AgentSettings.of(folder),
        listener);
  }

  private static String next(BlockingQueue<String> warnings) throws InterruptedException {
    return warnings.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static final class Ear implements AgentListener {
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

    @Override
    public void warning(String text) {
      warnings.add(text);
    }
  }

  private static final class Door implements RunListener {
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> joined = new LinkedBlockingQueue<>();

    @Override
    public void phase(Phase phase, String detail, Optional<Instant> end) {
      if (phase == Phase.WAITING_FOR_AGENTS) {
        address.complete(detail.substring(detail.lastIndexOf(' ') + 1));
      }
    }

    @Override
    public void agentJoined(String agent, int have, int want) {
      joined.add(agent);
    }

    @Override
    public void warning(String text) {
      warnings.add(text);
    }
  }
}

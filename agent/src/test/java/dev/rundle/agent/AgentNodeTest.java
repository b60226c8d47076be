package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.receptionist.Receptionist;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent and its coordinators as members of a cluster, each with an ActorSystem of its own. */
class AgentNodeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final FakeLoad load = new FakeLoad();

  @Test
  @Timeout(90)
  void joinsBeforeTheCoordinatorStartsAndOutlivesIt() throws Exception {
    int port = freePort();
    try (AgentNode agent =
        AgentNode.start(
            NodeSettings.agent("127.0.0.1", new HostAndPort("127.0.0.1", port), false),
            settings())) {
      ActorTestKit first = coordinator(port);
      try {
        prepare(first, "run-1");
      } finally {
        first.shutdownTestKit();
      }
      assertThat(load.aborted.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

      ActorTestKit second = coordinator(port);
      try {
        prepare(second, "run-2");
      } finally {
        second.shutdownTestKit();
      }
      assertThat(agent.whenEnded().toCompletableFuture()).isNotDone();
    }
  }

  @Test
  void plainTextStaysOnLoopbackUnlessAskedFor() {
    assertThatThrownBy(() -> NodeSettings.coordinator("0.0.0.0", 25_520, false))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("plain text on 0.0.0.0");
    assertThatThrownBy(
            () -> NodeSettings.agent("127.0.0.1", HostAndPort.parse("192.0.2.1:25520"), false))
        .isInstanceOf(Refused.class);

    assertThat(NodeSettings.coordinator("192.0.2.1", 25_520, true).host()).isEqualTo("192.0.2.1");
    assertThat(NodeSettings.coordinator("localhost", 0, false).port()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:", ":25520", "host:port", "host:0", "host:65536"})
  void whatIsNoHostAndPortIsRefused(String text) {
    assertThatThrownBy(() -> HostAndPort.parse(text))
        .isInstanceOf(BadInput.class)
        .satisfies(e -> assertThat(((BadInput) e).next()).contains("host:port"));
  }

  @Test
  void nothingIsDownedNorExitsBehindTheCoordinatorsBack() {
    var config = AgentNode.config(NodeSettings.coordinator("127.0.0.1", 0, false));

    assertThat(config.getString("pekko.cluster.downing-provider-class")).isEmpty();
    assertThat(config.getBoolean("pekko.coordinated-shutdown.exit-jvm")).isFalse();
    assertThat(config.getBoolean("pekko.actor.allow-java-serialization")).isFalse();
    assertThat(config.getBytes("pekko.remote.artery.advanced.maximum-frame-size"))
        .isEqualTo(1L << 20);
  }

  private AgentSettings settings() {
    return new AgentSettings(
        Path.of("/results"),
        load,
        load,
        HealthWatch::blind,
        load,
        Clock.systemUTC(),
        Duration.ofSeconds(1));
  }

  private static ActorTestKit coordinator(int port) {
    ActorTestKit kit =
        ActorTestKit.create(
            AgentNode.SYSTEM, AgentNode.config(NodeSettings.coordinator("127.0.0.1", port, false)));
    Cluster cluster = Cluster.get(kit.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    return kit;
  }

  private static void prepare(ActorTestKit kit, String run) {
    TestProbe<Receptionist.Listing> listings = kit.createTestProbe(Receptionist.Listing.class);
    kit.system().receptionist().tell(Receptionist.subscribe(AgentActor.KEY, listings.ref()));
    TestProbe<AgentEvent> events = kit.createTestProbe(AgentEvent.class);
    findAgent(listings)
        .tell(new AgentCommand.Prepare(run, "agent-1", target(), 10, Duration.ZERO, events.ref()));
    assertThat(events.expectMessageClass(AgentEvent.Prepared.class, PATIENCE).runId())
        .isEqualTo(run);
  }

  private static ActorRef<AgentCommand> findAgent(TestProbe<Receptionist.Listing> listings) {
    while (true) {
      var agents =
          listings
              .expectMessageClass(Receptionist.Listing.class, PATIENCE)
              .getServiceInstances(AgentActor.KEY);
      if (!agents.isEmpty()) {
        return agents.iterator().next();
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static AgentCommand.Target target() {
    return new AgentCommand.Target(
        "tts",
        "AllTraffic",
        "eu-central-1",
        "",
        "",
        "application/json",
        "",
        "${text}",
        false,
        24_000,
        2,
        1,
        Duration.ofSeconds(3),
        Duration.ofMinutes(8),
        List.of("Hello."));
  }
}

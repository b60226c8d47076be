package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.security.Security;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.receptionist.Receptionist;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
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
            NodeSettings.agent(
                "127.0.0.1", new HostAndPort("127.0.0.1", port), Security.loopback()),
            settings())) {
      ActorTestKit first = coordinator(port);
      try {
        prepare(first, "run-1");
      } finally {
        shutDown(first);
      }
      assertThat(load.aborted.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

      ActorTestKit second = coordinator(port);
      try {
        prepare(second, "run-2");
      } finally {
        shutDown(second);
      }
      assertThat(agent.whenEnded().toCompletableFuture()).isNotDone();
    }
  }

  @Test
  @Timeout(90)
  void aCoordinatorWhoseNameResolvesLateAndThenToAnotherAddressIsFound() throws Exception {
    int port = freePort();
    var lookups = new AtomicInteger();
    var waits = new CopyOnWriteArrayList<String>();
    var joined = new CountDownLatch(1);
    Joining.Resolver late =
        host -> {
          return switch (lookups.getAndIncrement()) {
            case 0, 1 -> throw new UnknownHostException(host);
            // Nobody is there.
            case 2 -> InetAddress.getAllByName("127.0.0.2");
            default -> InetAddress.getAllByName("127.0.0.1");
          };
        };
    var listener =
        new AgentListener() {
          @Override
          public void waiting(String coordinator, String why) {
            waits.add(coordinator + ": " + why);
          }

          @Override
          public void joined(String coordinator) {
            joined.countDown();
          }
        };
    givingUpToJoinAfter("3 s");
    ActorTestKit coordinator = coordinator(port);
    try (AgentNode agent =
        AgentNode.start(
            new Joining(
                new HostAndPort("coordinator.test", port),
                Optional.of("127.0.0.1"),
                Security.insecure(),
                late),
            settings(),
            listener)) {
      assertThat(agent.isUp()).isTrue();
      introduce(coordinator);
      assertThat(joined.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(agent.answers(PATIENCE)).isTrue();
      agent.close();
      assertThat(agent.isUp()).isFalse();
      assertThat(agent.answers(PATIENCE)).isFalse();
    } finally {
      givingUpToJoinAfter("");
      shutDown(coordinator);
    }

    assertThat(waits)
        .as("each said once")
        .containsExactly(
            "coordinator.test:%d: coordinator.test does not resolve, or no route leads there"
                .formatted(port),
            ("coordinator.test:%d: no coordinator answers there yet; it may not have started, or it"
                    + " may speak TLS (then give --certs)")
                .formatted(port));
    assertThat(lookups.get()).isGreaterThanOrEqualTo(4);
  }

  @Test
  @Timeout(90)
  void anAgentThatWasTakenOutComesBackAndIsKnownAgain() throws Exception {
    int port = freePort();
    ActorTestKit coordinator = coordinator(port);
    try (AgentNode agent =
        AgentNode.start(
            NodeSettings.agent(
                "127.0.0.1", new HostAndPort("127.0.0.1", port), Security.loopback()),
            settings())) {
      TestProbe<Receptionist.Listing> listings = listings(coordinator);
      ActorRef<AgentCommand> first = findAgent(listings, Optional.empty());
      String instance = instanceOf(coordinator, first);

      Cluster.get(coordinator.system()).manager().tell(new Down(first.path().address()));

      ActorRef<AgentCommand> second = findAgent(listings, Optional.of(first));
      assertThat(second.path().address()).isNotEqualTo(first.path().address());
      assertThat(instanceOf(coordinator, second)).isEqualTo(instance);
      assertThat(agent.isUp()).isTrue();
    } finally {
      shutDown(coordinator);
    }
  }

  @Test
  @Timeout(90)
  void anAgentThatFailsAbortsItsLoadAndComesBackAnew() throws Exception {
    int port = freePort();
    var fails = new AtomicBoolean();
    ActorTestKit coordinator = coordinator(port);
    try (AgentNode agent =
        AgentNode.start(
            NodeSettings.agent(
                "127.0.0.1", new HostAndPort("127.0.0.1", port), Security.loopback()),
            settings()
                .withCapabilities(
                    () -> {
                      if (fails.getAndSet(false)) {
                        throw new IllegalStateException("by the test");
                      }
                      return HostCapabilities.read();
                    }))) {
      prepare(coordinator, "run-1");
      TestProbe<Receptionist.Listing> listings = listings(coordinator);
      ActorRef<AgentCommand> first = findAgent(listings, Optional.empty());
      TestProbe<AgentEvent> nobody = coordinator.createTestProbe(AgentEvent.class);

      fails.set(true);
      first.tell(new AgentCommand.Introduce("1.2.3", nobody.ref()));

      assertThat(load.aborted.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      ActorRef<AgentCommand> second = findAgent(listings, Optional.of(first));
      assertThat(instanceOf(coordinator, second)).isNotEmpty();
      assertThat(agent.isUp()).isTrue();
    } finally {
      shutDown(coordinator);
    }
  }

  @Test
  @Timeout(90)
  void anAgentWhoseNameTakesForEverToResolveCanBeClosed() throws Exception {
    var asked = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    var lookups = new AtomicInteger();
    AgentNode agent =
        AgentNode.start(
            new Joining(
                HostAndPort.parse("coordinator.test:25520"),
                Optional.empty(),
                Security.insecure(),
                host -> {
                  if (lookups.getAndIncrement() > 0) {
                    asked.countDown();
                    awaitUninterruptibly(never);
                  }
                  throw new UnknownHostException(host);
                }),
            settings(),
            AgentListener.SILENT);
    assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    agent.close();

    assertThat(agent.isUp()).isFalse();
    never.countDown();
  }

  @Test
  void anAgentThatWaitsForANameCanBeClosed() {
    AgentNode agent =
        AgentNode.start(
            HostAndPort.parse("coordinator.invalid:25520"),
            Optional.empty(),
            Security.insecure(),
            settings(),
            AgentListener.SILENT);

    assertThat(agent.answers(PATIENCE)).isTrue();
    agent.close();

    assertThat(agent.whenEnded().toCompletableFuture()).isCompleted();
    assertThat(agent.isUp()).isFalse();
  }

  @Test
  void anAddressOfAnotherHostIsAnError() {
    assertThatThrownBy(
            () ->
                AgentNode.start(
                    HostAndPort.parse("127.0.0.1:25520"),
                    Optional.of("192.0.2.1"),
                    Security.insecure(),
                    settings(),
                    AgentListener.SILENT))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("cannot start");
  }

  @Test
  void plainTextStaysOnLoopbackUnlessAskedFor() {
    assertThatThrownBy(() -> NodeSettings.coordinator("0.0.0.0", 25_520, Security.loopback()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("plain text on 0.0.0.0");
    assertThatThrownBy(
            () ->
                NodeSettings.agent(
                    "127.0.0.1", HostAndPort.parse("192.0.2.1:25520"), Security.loopback()))
        .isInstanceOf(Refused.class);

    assertThat(NodeSettings.coordinator("192.0.2.1", 25_520, Security.insecure()).host())
        .isEqualTo("192.0.2.1");
    assertThat(NodeSettings.coordinator("localhost", 0, Security.loopback()).port()).isZero();
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
    var config = NodeConfig.of(NodeSettings.coordinator("127.0.0.1", 0, Security.loopback()));

    assertThat(config.getString("pekko.cluster.downing-provider-class")).isEmpty();
    assertThat(config.getBoolean("pekko.coordinated-shutdown.exit-jvm")).isFalse();
    assertThat(config.getBoolean("pekko.actor.allow-java-serialization")).isFalse();
    assertThat(config.getBytes("pekko.remote.artery.advanced.maximum-frame-size"))
        .isEqualTo(1L << 20);
  }

  /** As name resolution waits. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private AgentSettings settings() {
    return new AgentSettings(
        Path.of("/results"),
        load,
        load,
        HealthWatch::blind,
        load,
        load,
        Clock.systemUTC(),
        Duration.ofSeconds(1),
        HostCapabilities::read);
  }

  private static ActorTestKit coordinator(int port) {
    ActorTestKit kit =
        ActorTestKit.create(
            AgentNode.SYSTEM,
            NodeConfig.of(NodeSettings.coordinator("127.0.0.1", port, Security.loopback())));
    Cluster cluster = Cluster.get(kit.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    return kit;
  }

  private static void prepare(ActorTestKit kit, String run) {
    TestProbe<AgentEvent> events = kit.createTestProbe(AgentEvent.class);
    findAgent(listings(kit), Optional.empty())
        .tell(
            new AgentCommand.Prepare(
                run, "agent-1", AgentTest.target(), 10, Duration.ZERO, events.ref()));
    assertThat(events.expectMessageClass(AgentEvent.Prepared.class, PATIENCE).runId())
        .isEqualTo(run);
  }

  /** As a coordinator that takes in whom it finds. */
  private static void introduce(ActorTestKit kit) {
    ActorRef<AgentCommand> agent = findAgent(listings(kit), Optional.empty());
    assertThat(instanceOf(kit, agent)).isNotEmpty();
    TestProbe<AgentEvent> pongs = kit.createTestProbe(AgentEvent.class);
    agent.tell(new AgentCommand.Ping("", 0, pongs.ref()));
    pongs.expectMessageClass(AgentEvent.Pong.class, PATIENCE);
  }

  private static String instanceOf(ActorTestKit kit, ActorRef<AgentCommand> agent) {
    TestProbe<AgentEvent> events = kit.createTestProbe(AgentEvent.class);
    agent.tell(new AgentCommand.Introduce("1.2.3", events.ref()));
    return events.expectMessageClass(AgentEvent.Introduced.class, PATIENCE).instance();
  }

  private static TestProbe<Receptionist.Listing> listings(ActorTestKit kit) {
    TestProbe<Receptionist.Listing> listings = kit.createTestProbe(Receptionist.Listing.class);
    kit.system().receptionist().tell(Receptionist.subscribe(AgentActor.KEY, listings.ref()));
    return listings;
  }

  /** A node's configuration may be overridden by system properties; empty takes that back. */
  private static void givingUpToJoinAfter(String time) {
    String setting = "pekko.cluster.shutdown-after-unsuccessful-join-seed-nodes";
    if (time.isEmpty()) {
      System.clearProperty(setting);
    } else {
      System.setProperty(setting, time);
    }
    ConfigFactory.invalidateCaches();
  }

  private static ActorRef<AgentCommand> findAgent(
      TestProbe<Receptionist.Listing> listings, Optional<ActorRef<AgentCommand>> other) {
    while (true) {
      var agent =
          listings
              .expectMessageClass(Receptionist.Listing.class, PATIENCE)
              .getServiceInstances(AgentActor.KEY)
              .stream()
              .filter(found -> other.isEmpty() || !found.equals(other.get()))
              .findFirst();
      if (agent.isPresent()) {
        return agent.get();
      }
    }
  }

  /** A node takes up to 11 s to leave, longer than a test kit waits. */
  private static void shutDown(ActorTestKit kit) {
    ActorTestKit.shutdown(kit.system(), PATIENCE);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

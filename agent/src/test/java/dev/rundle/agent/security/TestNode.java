package dev.rundle.agent.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.protocol.AgentEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;

/** A member, or one that would like to be, with the product's own configuration. */
final class TestNode implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(45);

  private static final Duration LEAVING = Duration.ofSeconds(5);

  private static final String FAST =
      """
      pekko {
        cluster {
          gossip-interval = 100 ms
          leader-actions-interval = 100 ms
          periodic-tasks-initial-delay = 100 ms
          seed-node-timeout = 1 s
          retry-unsuccessful-join-after = 500 ms
          shutdown-after-unsuccessful-join-seed-nodes = off
        }
        remote.artery.advanced {
          outbound-restart-backoff = 200 ms
          handshake-retry-interval = 200 ms
        }
        actor.testkit.typed.filter-leeway = 45 s
        coordinated-shutdown.phases.cluster-leave.timeout = 10 s
      }
      """;

  private final ActorTestKit kit;
  private final TestProbe<AgentEvent> inbox;
  private final TestProbe<RefusedPeer> refused;

  private TestNode(Config config) {
    kit = ActorTestKit.create(AgentNode.SYSTEM, config);
    inbox = kit.createTestProbe("inbox", AgentEvent.class);
    refused = kit.createTestProbe(RefusedPeer.class);
    kit.system().eventStream().tell(new EventStream.Subscribe<>(RefusedPeer.class, refused.ref()));
  }

  /** A coordinator on a free port, or another one as the text says. */
  static TestNode coordinator(Optional<Path> certificates, String... more) {
    Config own =
        NodeConfig.of(
            NodeSettings.coordinator(
                "127.0.0.1", 0, certificates.map(Security::tls).orElseGet(Security::loopback)));
    var node = new TestNode(overlaid(own, more));
    Cluster cluster = Cluster.get(node.kit.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    node.awaitMembers(1);
    return node;
  }

  /** One that wants to join; its certificates are not checked before, as a stranger's are not. */
  static TestNode joining(int port, Optional<Path> certificates, String... more) {
    Config plain =
        NodeConfig.of(
            NodeSettings.agent(
                "127.0.0.1", new HostAndPort("127.0.0.1", port), Security.loopback()));
    Config own =
        certificates.map(TlsTransport::config).orElseGet(ConfigFactory::empty).withFallback(plain);
    return new TestNode(overlaid(own, more));
  }

  private static Config overlaid(Config own, String... more) {
    return ConfigFactory.parseString(String.join("\n", more))
        .withFallback(ConfigFactory.parseString(FAST))
        .withFallback(own)
        .resolve();
  }

  ActorTestKit kit() {
    return kit;
  }

  int port() {
    return Cluster.get(kit.system()).selfMember().address().getPort().orElseThrow();
  }

  /** Sends a message of the protocol to another node's inbox, member or not. */
  void send(TestNode to, String runId) {
    sendAny(to, new AgentEvent.Failed(runId, "agent-1", "", false));
  }

  /** Sends anything to another node's inbox. */
  void sendAny(TestNode to, Object message) {
    ActorRefResolver.get(kit.system()).<Object>resolveActorRef(to.inboxAddress()).tell(message);
  }

  private String inboxAddress() {
    return ActorRefResolver.get(kit.system()).toSerializationFormat(inbox.ref());
  }

  /** Waits for the next message in the inbox, whoever sent it. */
  String nextRunId() {
    return inbox.expectMessageClass(AgentEvent.Failed.class, PATIENCE).runId();
  }

  /** Waits until this node has turned away, or was turned away by, a peer as described. */
  RefusedPeer awaitRefused(Predicate<RefusedPeer> wanted) {
    while (true) {
      RefusedPeer next = refused.receiveMessage(PATIENCE);
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  RefusedPeer awaitRefused(String reason) {
    return awaitRefused(peer -> peer.reason().contains(reason));
  }

  /** Waits until so many members are up, this one among them. */
  void awaitMembers(int count) {
    inbox.awaitAssert(
        PATIENCE,
        () -> {
          assertThat(upMembers()).hasSize(count);
          return null;
        });
  }

  /** Ports of the members that are up. */
  TreeSet<Integer> upMembers() {
    Iterable<Member> members = Cluster.get(kit.system()).state().getMembers();
    return StreamSupport.stream(members.spliterator(), false)
        .filter(member -> member.status().equals(MemberStatus.up()))
        .map(member -> member.address().getPort().orElseThrow())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Leaves. Over TLS the library now and then does not end a system whose peer lives on; by then
   * the node has left and its threads are no matter of these tests.
   */
  @Override
  public void close() {
    ActorTestKit.shutdown(kit.system(), LEAVING, false);
  }
}

package dev.rundle.agent.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.rundle.agent.protocol.AgentEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Deploy;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.testkit.typed.javadsl.LoggingTestKit;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.remote.RemoteScope;
import org.apache.pekko.serialization.DisabledJavaSerializer;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Even a member makes a node build nothing but messages of the protocol: sent over the wire by a
 * node whose configuration allows more.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignMessagesTest {
  private static final int JAVA = 1;
  private static final int JACKSON_CBOR = 33;
  private static final AtomicInteger BUILT = new AtomicInteger();

  private TestNode coordinator;
  private TestNode member;

  /** Counts how often it is read. */
  static final class JavaMessage implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      BUILT.incrementAndGet();
    }
  }

  /** Counts how often Jackson makes it. */
  static final class JacksonMessage {
    public final String text;

    JacksonMessage(String text, boolean sending) {
      this.text = text;
    }

    @JsonCreator
    static JacksonMessage read() {
      BUILT.incrementAndGet();
      return new JacksonMessage("", false);
    }
  }

  /** Counts how often it is started. */
  static final class Intruder extends AbstractActor {
    @Override
    public void preStart() {
      BUILT.incrementAndGet();
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().build();
    }
  }

  @BeforeAll
  void start() {
    coordinator = TestNode.coordinator(Optional.empty());
    member =
        TestNode.joining(
            coordinator.port(),
            Optional.empty(),
            "pekko.actor {",
            "  allow-java-serialization = on",
            "  warn-about-java-serializer-usage = off",
            "  serialization-bindings {",
            "    \"" + JavaMessage.class.getName() + "\" = java",
            "    \"" + JacksonMessage.class.getName() + "\" = jackson-cbor",
            "  }",
            "}");
    coordinator.awaitMembers(2);
    member.awaitMembers(2);
  }

  @AfterAll
  void stop() {
    member.close();
    coordinator.close();
  }

  @BeforeEach
  void forget() {
    BUILT.set(0);
  }

  @Test
  void aMessageInJavasOwnFormIsDropped() {
    isDropped(new JavaMessage());
  }

  @Test
  void aMessageOfAnotherClassIsDropped() {
    isDropped(new JacksonMessage("hello", true));
  }

  @Test
  void nobodyStartsActorsHere() {
    var there = Cluster.get(coordinator.kit().system()).selfMember().address();
    LoggingTestKit.error("Received command to create remote Actor, but class")
        .expect(
            coordinator.kit().system(),
            () ->
                member
                    .kit()
                    .spawn(
                        Behaviors.setup(
                            context -> {
                              Adapter.actorOf(
                                  context,
                                  Props.create(Intruder.class)
                                      .withDeploy(new Deploy(new RemoteScope(there))));
                              return Behaviors.empty();
                            })));
    onlyMessagesOfTheProtocolComeThrough();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.HashMap",
        "java.lang.ProcessBuilder",
        "javax.naming.InitialContext",
        "dev.rundle.agent.NodeSettings",
        "dev.rundle.agent.security.ForeignMessagesTest$JacksonMessage",
        "no.such.Class"
      })
  void aManifestThatNamesAnotherClassBuildsNothing(String manifest) {
    byte[] emptyMap = {(byte) 0xBF, (byte) 0xFF};

    var result = serialization().deserialize(emptyMap, JACKSON_CBOR, manifest);

    assertThat(result.isFailure()).isTrue();
    assertThat(BUILT).hasValue(0);
  }

  @Test
  void javasOwnFormIsNotReadWhateverTheManifest() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(new JavaMessage());
    }

    var result =
        serialization().deserialize(bytes.toByteArray(), JAVA, AgentEvent.Failed.class.getName());

    assertThat(result.isFailure()).isTrue();
    assertThat(BUILT).hasValue(0);
  }

  /** Whoever adds a library or a version of Pekko sees here what else the wire may carry now. */
  @Test
  void noSerializerIsThereUnknown() {
    Set<String> names = new TreeSet<>();
    serialization()
        .serializerByIdentity()
        .foreach(
            entry -> {
              names.add(entry._2().getClass().getSimpleName());
              return null;
            });

    assertThat(serialization().serializerByIdentity().apply(JAVA))
        .isInstanceOf(DisabledJavaSerializer.class);
    names.remove("TestJavaSerializer"); // of the library that these tests are made with
    assertThat(names)
        .containsExactly(
            "ArteryMessageSerializer",
            "BooleanSerializer",
            "ByteArraySerializer",
            "ByteStringSerializer",
            "ClusterClientMessageSerializer",
            "ClusterMessageSerializer",
            "ClusterSingletonMessageSerializer",
            "DaemonMsgCreateSerializer",
            "DisabledJavaSerializer",
            "DistributedPubSubMessageSerializer",
            "IntSerializer",
            "JacksonCborSerializer",
            "JacksonJsonSerializer",
            "LongSerializer",
            "MessageContainerSerializer",
            "MiscMessageSerializer",
            "NullSerializer$",
            "PekkoClusterTypedSerializer",
            "ProtobufSerializer",
            "ReliableDeliverySerializer",
            "ReplicatedDataSerializer",
            "ReplicatorMessageSerializer",
            "ServiceKeySerializer",
            "StreamRefSerializer",
            "StringSerializer",
            "SystemMessageSerializer");
  }

  private void isDropped(Object message) {
    LoggingTestKit.error("Failed to deserialize message")
        .expect(
            coordinator.kit().system(),
            () -> {
              member.sendAny(coordinator, message);
              return null;
            });
    onlyMessagesOfTheProtocolComeThrough();
  }

  private void onlyMessagesOfTheProtocolComeThrough() {
    member.send(coordinator, "good");
    assertThat(coordinator.nextRunId()).isEqualTo("good");
    assertThat(BUILT).hasValue(0);
  }

  private Serialization serialization() {
    return SerializationExtension.get(coordinator.kit().system());
  }
}

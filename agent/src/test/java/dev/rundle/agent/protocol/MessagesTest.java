package dev.rundle.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.security.Security;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.outcome.Outcome;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message must survive the wire: what does not is silently lost there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessagesTest {
  private static final ObjectMapper CBOR = new CBORMapper();

  private final ActorTestKit kit =
      ActorTestKit.create(
          "messages", NodeConfig.of(NodeSettings.coordinator("127.0.0.1", 0, Security.loopback())));
  private final TestProbe<AgentEvent> coordinator = kit.createTestProbe(AgentEvent.class);

  @AfterAll
  void shutDown() {
    kit.shutdownTestKit();
  }

  Stream<ClusterMessage> messages() {
    return Stream.of(
        new AgentCommand.Prepare(
            "run-1", "agent-1", target(), 60, Duration.ofSeconds(10), coordinator.ref()),
        new AgentCommand.Introduce("1.2.3", coordinator.ref()),
        new AgentCommand.Refuse("another version"),
        new AgentCommand.Ping("run-1", 12, coordinator.ref()),
        new AgentCommand.HoldRung(
            "run-1",
            7,
            0,
            -9_223_372_036_854L,
            Duration.ofNanos(35_000_001),
            Duration.ofMillis(1_500),
            Duration.ofHours(8),
            "rung-07"),
        new AgentCommand.FetchLog("run-1", 5_000_000_000L, 262_144, coordinator.ref()),
        new AgentEvent.Introduced(
            "5f0c",
            new Capabilities(
                "1.2.3",
                "3.13.5",
                List.of("response-stream"),
                4,
                Long.MAX_VALUE,
                Integer.MAX_VALUE)),
        new AgentEvent.Pong(
            "5f0c", 12, Long.MIN_VALUE, Instant.parse("2026-03-01T10:00:00.123456789Z")),
        new AgentEvent.RungStarted("run-1", "agent-1", 7, -12),
        new AgentCommand.CloseRung("run-1", 7),
        new AgentCommand.Release("run-1"),
        new AgentCommand.Finish("run-1"),
        new AgentEvent.Prepared("run-1", "agent-1", 178, ""),
        new AgentEvent.WindowOpened(
            "run-1", "agent-1", 7, Instant.parse("2026-03-01T10:00:00.123456789Z"), 50),
        new AgentEvent.Finished("run-1", "agent-1", "/var/run/größe/simulation.log"),
        new AgentEvent.Failed("run-1", "agent-1", "no – \"credentials\"\n", true));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageIsEqualAfterTheWire(ClusterMessage message) {
    kit.serializationTestKit().verifySerialization(message, true);
  }

  /** What is absent would be null, and an actor would stumble over it later. */
  @ParameterizedTest
  @MethodSource({"messages", "messagesWithBytes"})
  void aMessageThatLacksOneOfItsPartsIsNotTakenForOne(ClusterMessage message) throws Exception {
    Serialization serialization = SerializationExtension.get(Adapter.toClassic(kit.system()));
    var serializer = (SerializerWithStringManifest) serialization.findSerializerFor(message);
    String manifest = serializer.manifest(message);
    byte[] bytes = serialization.serialize(message).get();
    assertThat(serialization.deserialize(bytes, serializer.identifier(), manifest).isSuccess())
        .isTrue();

    for (RecordComponent part : message.getClass().getRecordComponents()) {
      var lacking = (ObjectNode) CBOR.readTree(bytes);
      assertThat(lacking.remove(part.getName())).as(part.getName()).isNotNull();
      assertThat(
              serialization
                  .deserialize(CBOR.writeValueAsBytes(lacking), serializer.identifier(), manifest)
                  .isFailure())
          .as("without " + part.getName())
          .isEqualTo(!part.getType().isPrimitive());
    }
  }

  Stream<ClusterMessage> messagesWithBytes() {
    return Stream.of(
        AgentEvent.Counted.of("run-1", interval(GeneratorHealth.UNKNOWN)),
        new AgentEvent.LogChunk("run-1", "agent-1", 0, new byte[1], true));
  }

  @Test
  void noMessageWasForgotten() {
    List<Class<?>> all =
        Stream.of(AgentCommand.class, AgentEvent.class)
            .flatMap(MessagesTest::records)
            // Arrays are not equal after a round trip; these two have tests of their own.
            .filter(message -> message != AgentEvent.Counted.class)
            .filter(message -> message != AgentEvent.LogChunk.class)
            .distinct()
            .toList();

    assertThat(messages().<Class<?>>map(Object::getClass).toList())
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void aPieceOfALogIsEqualAfterTheWire() {
    byte[] bytes = new byte[AgentEvent.LogChunk.MOST_BYTES];
    new Random(1).nextBytes(bytes);

    var received =
        kit.serializationTestKit()
            .verifySerialization(
                new AgentEvent.LogChunk("run-1", "agent-1", 5_000_000_000L, bytes, true), false);

    assertThat(received.bytes()).isEqualTo(bytes);
    assertThat(received)
        .usingRecursiveComparison()
        .isEqualTo(new AgentEvent.LogChunk("run-1", "agent-1", 5_000_000_000L, bytes, true));
  }

  @Test
  void anIntervalIsEqualAfterTheWire() {
    Interval interval = interval(GeneratorHealth.UNKNOWN);

    var received =
        kit.serializationTestKit()
            .verifySerialization(AgentEvent.Counted.of("run-1", interval), false);

    assertThat(received.runId()).isEqualTo("run-1");
    assertThat(received.toInterval()).isEqualTo(interval);
  }

  @Test
  void aFullIntervalIsFarFromTheLargestFrame() {
    var histogram = new LatencyHistogram();
    for (long micros = 1; micros < LatencyHistogram.HIGHEST_MICROS; micros += 1 + micros / 2_000) {
      histogram.recordNanos(micros * 1_000);
    }
    Interval small = interval(new GeneratorHealth(0.25, 3, 4));
    var wide =
        new Interval(
            small.agent(),
            small.rung(),
            small.sequence(),
            small.last(),
            small.windowNanos(),
            small.inFlightNanos(),
            small.sent(),
            small.overSlo(),
            small.outcomes(),
            small.completedInWindow(),
            small.endedInWindow(),
            histogram.encode(),
            histogram.encode(),
            histogram.encode(),
            small.fullNanosSum(),
            small.audioBytes(),
            small.audioNanos(),
            small.longestStallNanos(),
            small.health());

    var message = AgentEvent.Counted.of("run-1", wide);

    assertThat(message.ttfab().length + message.full().length + message.connectionWait().length)
        .isLessThan(200_000);
  }

  /** Messages of a family, those of its sub-families too. */
  private static Stream<Class<?>> records(Class<?> family) {
    return family.isSealed()
        ? Arrays.stream(family.getPermittedSubclasses()).flatMap(MessagesTest::records)
        : Stream.of(family);
  }

  private static Interval interval(GeneratorHealth health) {
    var histogram = new LatencyHistogram();
    histogram.recordNanos(25_000_000);
    histogram.recordNanos(2_999_000_000L);
    return new Interval(
        "agent-1",
        7,
        12,
        true,
        1_000_000_000L,
        49.95e9,
        18,
        1,
        Map.of(Outcome.OK, 17L, Outcome.TRUNCATED, 1L),
        16,
        17,
        histogram.encode(),
        histogram.encode(),
        LatencyHistogram.empty(),
        1.5e9,
        480_000,
        10_000_000_000L,
        7,
        health);
  }

  private static AgentCommand.Target target() {
    return new AgentCommand.Target(
        "tts-prod",
        "AllTraffic",
        "eu-central-1",
        "",
        "http://127.0.0.1:4510",
        "application/json",
        "audio/pcm",
        "{\"text\": \"${text}\"}",
        false,
        24_000,
        2,
        1,
        Duration.ofSeconds(3),
        Duration.ofMinutes(8),
        List.of("Hello.", "Grüß Gott."));
  }
}

package dev.rundle.agent.security;

import static dev.rundle.agent.security.TestCertificates.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.apache.pekko.actor.testkit.typed.javadsl.LoggingTestKit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that speaks plain text, and those that come to it. */
@Timeout(120)
class PlainTextTest {
  private static final int CONTROL = 1;
  private static final int ORDINARY = 2;
  private static final int LARGE = 3;

  @TempDir Path folder;

  @Test
  void aNodeThatSpeaksTlsDoesNotGetIn() {
    var certificates =
        Optional.of(
            TestCertificates.folder(
                folder.resolve("node"), OURS, TestCertificates.good("agent-1")));
    try (TestNode coordinator = TestNode.coordinator(Optional.empty())) {
      stayOutside(coordinator, certificates);
      onlyTheGoodOneComes(coordinator);
    }
  }

  @Test
  void aNodeOfAnotherProductDoesNotGetIn() {
    try (TestNode coordinator = TestNode.coordinator(Optional.empty())) {
      stayOutside(
          coordinator, Optional.empty(), "pekko.remote.artery.advanced.tcp-magic = [AKKA, PEKK]");
      onlyTheGoodOneComes(coordinator);
    }
  }

  @Test
  void rubbishDoesNoHarm() throws IOException {
    var random = new Random(7);
    try (TestNode coordinator = TestNode.coordinator(Optional.empty())) {
      int port = coordinator.port();
      say(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      say(port, new byte[0]);
      say(port, "RND".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 3; i++) {
        byte[] noise = new byte[1 + random.nextInt(4_000)];
        random.nextBytes(noise);
        say(port, noise);
        for (int stream : List.of(0, CONTROL, ORDINARY, LARGE, 77, 255)) {
          say(port, frames("AKKA", stream, -1, noise));
          say(port, frames("PEKK", stream, -1, noise));
          say(port, frames("RNDL", stream, noise.length, noise));
          say(port, frames("RNDL", stream, 1_000_000, noise));
        }
      }
      onlyTheGoodOneComes(coordinator);
    }
  }

  /** Waits until a node has tried twice to join and send, and is gone again. */
  private static void stayOutside(
      TestNode coordinator, Optional<Path> certificates, String... more) {
    try (TestNode stranger = TestNode.joining(coordinator.port(), certificates, more)) {
      LoggingTestKit.warn("Couldn't join seed nodes after [3] attempts")
          .expect(
              stranger.kit().system(),
              () -> {
                stranger.send(coordinator, "stranger");
                return null;
              });
    }
  }

  private static void onlyTheGoodOneComes(TestNode coordinator) {
    try (TestNode good = TestNode.joining(coordinator.port(), Optional.empty())) {
      coordinator.awaitMembers(2);
      good.send(coordinator, "good");
      assertThat(coordinator.nextRunId()).isEqualTo("good");
      assertThat(coordinator.upMembers())
          .isEqualTo(new TreeSet<>(List.of(coordinator.port(), good.port())));
    }
  }

  /** The opening of a connection of Pekko's, and three frames that say to be of a length. */
  private static byte[] frames(String magic, int stream, int length, byte[] contents) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(magic.getBytes(StandardCharsets.US_ASCII));
    bytes.write(stream);
    for (int i = 0; i < 3; i++) {
      bytes.writeBytes(
          ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
      bytes.writeBytes(contents);
    }
    return bytes.toByteArray();
  }

  /** Says it, ends, and waits until the other side has hung up too. */
  private static void say(int port, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        InputStream in = socket.getInputStream()) {
      socket.setSoTimeout((int) TestNode.PATIENCE.toMillis());
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      assertThat(in.read()).isEqualTo(-1);
    } catch (SocketException e) {
      assertThat(e.getMessage()).containsAnyOf("reset", "Broken pipe");
    }
  }
}

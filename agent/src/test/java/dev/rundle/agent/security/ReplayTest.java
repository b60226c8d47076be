package dev.rundle.agent.security;

import static dev.rundle.agent.security.TestCertificates.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded on the wire is worth nothing to whoever plays it again. */
class ReplayTest {
  @TempDir Path folder;

  @Test
  @Timeout(120)
  void aRecordedSessionThatIsPlayedAgainDoesNothing() throws IOException {
    int behind = freePort();
    try (RecordingProxy proxy = new RecordingProxy(behind);
        TestNode coordinator = behind(proxy, behind);
        TestNode agent = TestNode.joining(proxy.port(), certificates("agent-1"))) {
      coordinator.awaitMembers(2);
      agent.send(coordinator, "recorded");
      assertThat(coordinator.nextRunId()).isEqualTo("recorded");
      List<byte[]> recorded = proxy.recorded();
      assertThat(recorded).hasSizeGreaterThanOrEqualTo(2).allMatch(said -> said.length > 1_000);
      var members = coordinator.upMembers();

      for (byte[] said : recorded) {
        play(said, behind);
      }

      assertThat(coordinator.awaitRefused(peer -> true).reason())
          .contains("it does not have the keys of this connection");
      agent.send(coordinator, "after");
      assertThat(coordinator.nextRunId()).isEqualTo("after");
      assertThat(coordinator.upMembers())
          .isEqualTo(members)
          .isEqualTo(new TreeSet<>(List.of(proxy.port(), agent.port())));
    }
  }

  /** Says all of it at once and waits until the other side has hung up. */
  private static void play(byte[] said, int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TestNode.PATIENCE.toMillis());
      socket.getOutputStream().write(said);
      while (socket.getInputStream().read() >= 0) {
        continue; // the server's side of the handshake
      }
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  /** Known to others by the proxy's port, listening on another. */
  private TestNode behind(RecordingProxy proxy, int port) {
    return TestNode.coordinator(
        certificates("coordinator"),
        "pekko.remote.artery.canonical.port = " + proxy.port(),
        "pekko.remote.artery.bind.port = " + port);
  }

  private Optional<Path> certificates(String name) {
    return Optional.of(
        TestCertificates.folder(folder.resolve(name), OURS, TestCertificates.good(name)));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

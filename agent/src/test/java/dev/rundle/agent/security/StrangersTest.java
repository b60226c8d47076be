package dev.rundle.agent.security;

import static dev.rundle.agent.security.TestCertificates.OURS;
import static dev.rundle.agent.security.TestCertificates.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rundle.agent.security.CertificateAuthority.Issued;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Who is not of the cluster does not get in, over real sockets. Every test ends with a node that
 * has a good certificate: it joins and its message is the next to arrive, so whatever the stranger
 * sent before would have been seen.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrangersTest {
  @TempDir static Path folder;

  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private TestNode coordinator;

  @BeforeAll
  void startCoordinator() {
    ((Logger) LoggerFactory.getLogger(ReportingSslEngineProvider.class)).addAppender(logged);
    logged.start();
    coordinator = TestNode.coordinator(Optional.of(certificates(OURS, good())));
  }

  @AfterAll
  void stopCoordinator() {
    coordinator.close();
    ((Logger) LoggerFactory.getLogger(ReportingSslEngineProvider.class)).detachAppender(logged);
  }

  @Test
  void aNodeWhoseCertificateHasExpired() {
    nodeIsRefused(certificates(OURS, TestCertificates.expired()), "its certificate has expired");
  }

  @Test
  void aNodeWhoseCertificateIsNotYetValid() {
    nodeIsRefused(
        certificates(OURS, TestCertificates.notYetValid()), "its certificate is not valid yet");
  }

  @Test
  void aNodeWithACertificateForgedByAnotherCa() {
    nodeIsRefused(
        certificates(OURS, TestCertificates.forged()),
        "its certificate is not from this cluster's CA");
  }

  @Test
  void aNodeOfAnotherCluster() {
    nodeIsRefused(
        certificates(THEIRS, TestCertificates.foreign()),
        "it does not accept this node's certificate");
  }

  @Test
  void aNodeThatSpeaksPlainText() {
    try (TestNode stranger = TestNode.joining(coordinator.port(), Optional.empty())) {
      stranger.send(coordinator, "stranger");
      isRefused("it does not speak TLS");
    }
    onlyTheGoodOneComes();
  }

  @Test
  void aClientWithoutACertificate() throws IOException {
    clientIsRefused(TestCertificates.context("TLSv1.3"), "TLSv1.3", "it has no certificate");
  }

  @Test
  void aClientOfTheSameCaButAnotherSubject() throws IOException {
    clientIsRefused(
        TestCertificates.context("TLSv1.3", TestCertificates.otherSubject()),
        "TLSv1.3",
        "its certificate is made out to another cluster");
  }

  @Test
  void aClientOfOursThatSpeaksTls12Only() throws IOException {
    clientIsRefused(
        TestCertificates.context("TLSv1.2", good()), "TLSv1.2", "it does not speak TLS 1.3");
  }

  private void nodeIsRefused(Path certificates, String reason) {
    try (TestNode stranger = TestNode.joining(coordinator.port(), Optional.of(certificates))) {
      stranger.send(coordinator, "stranger");
      isRefused(reason);
    }
    onlyTheGoodOneComes();
  }

  private void clientIsRefused(SSLContext context, String protocol, String reason)
      throws IOException {
    sayHello(context, protocol);
    isRefused(reason);
    onlyTheGoodOneComes();
  }

  private void isRefused(String reason) {
    RefusedPeer refused = coordinator.awaitRefused(reason);
    assertThat(refused.side()).isEqualTo(RefusedPeer.Side.INCOMING);
    assertThat(List.copyOf(logged.list))
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.startsWith("refused a peer") && line.contains(reason));
  }

  private void onlyTheGoodOneComes() {
    Path certificates = certificates(OURS, good());
    try (TestNode good = TestNode.joining(coordinator.port(), Optional.of(certificates))) {
      coordinator.awaitMembers(2);
      good.awaitMembers(2);
      good.send(coordinator, "good");
      assertThat(coordinator.nextRunId()).isEqualTo("good");
      assertThat(coordinator.upMembers())
          .isEqualTo(new TreeSet<>(List.of(coordinator.port(), good.port())));
    }
    coordinator.awaitMembers(1);
  }

  /** Says something and waits until the other side has hung up. */
  private void sayHello(SSLContext context, String protocol) throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), coordinator.port())) {
      socket.setEnabledProtocols(new String[] {protocol});
      socket.setSoTimeout((int) TestNode.PATIENCE.toMillis());
      socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (SSLException | SocketException e) {
      assertThat(e.getMessage()).containsAnyOf("alert", "reset", "Broken pipe");
    }
  }

  private static Issued good() {
    return TestCertificates.good("node");
  }

  private static Path certificates(CertificateAuthority trusted, Issued node) {
    return TestCertificates.folder(folder.resolve(UUID.randomUUID().toString()), trusted, node);
  }
}

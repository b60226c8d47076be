package dev.rundle.agent.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.security.RefusedPeer.Side;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HandshakeFailureTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            caused("PKIX path validation failed", new CertificateExpiredException("NotAfter: x")),
            "its certificate has expired (NotAfter: x)"),
        Arguments.of(
            caused("PKIX path building failed", new CertPathBuilderException("none")),
            "its certificate is not from this cluster's CA"),
        Arguments.of(
            caused("Tag mismatch", new AEADBadTagException("Tag mismatch")),
            "it does not have the keys of this connection (damaged or replayed)"),
        Arguments.of(
            new SSLHandshakeException("Received fatal alert: unknown_ca"),
            "it does not accept this node's certificate (it says unknown_ca)"),
        Arguments.of(
            new SSLHandshakeException("Received fatal alert: handshake_failure"),
            "it broke the handshake off (it says handshake_failure)"),
        Arguments.of(
            new SSLException("closing inbound before receiving peer's close_notify"),
            "it closed the connection during the handshake; it may speak plain text"),
        Arguments.of(
            new SSLHandshakeException("no cipher suites in common"),
            "the TLS handshake failed: no cipher suites in common"),
        Arguments.of(new SSLException((String) null), "the TLS handshake failed"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void isSaidInWords(Throwable failure, String reason) {
    assertThat(HandshakeFailure.reason(Side.INCOMING, failure)).isEqualTo(reason);
  }

  @Test
  void whatIsNotKnownStaysOneShortLine() {
    String reason =
        HandshakeFailure.reason(
            Side.INCOMING, new SSLException("x".repeat(1_000) + "\nrefused a peer: forged line"));

    assertThat(reason).hasSizeLessThan(250).doesNotContain("\n", "forged").endsWith("…");
  }

  private static SSLException caused(String message, Throwable cause) {
    var failure = new SSLHandshakeException(message);
    failure.initCause(cause);
    return failure;
  }
}

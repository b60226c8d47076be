package dev.rundle.agent.security;

import dev.rundle.agent.security.RefusedPeer.Side;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;

/** Says in words why a TLS handshake failed; what is not recognised is shown as Java says it. */
final class HandshakeFailure {
  private static final Pattern ALERT = Pattern.compile("received fatal alert: (\\w+)");
  private static final int LONGEST = 200;

  private HandshakeFailure() {}

  /**
   * The reason, as the end of a sentence about the peer.
   *
   * @param side who opened the connection
   */
  static String reason(Side side, Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      Optional<String> known = known(side, e);
      if (known.isPresent()) {
        return known.get();
      }
    }
    String said = firstLine(failure);
    return said.isEmpty() ? "the TLS handshake failed" : "the TLS handshake failed: " + said;
  }

  private static Optional<String> known(Side side, Throwable e) {
    if (e instanceof CertificateExpiredException) {
      return Optional.of("its certificate has expired (" + e.getMessage() + ")");
    }
    if (e instanceof CertificateNotYetValidException) {
      return Optional.of("its certificate is not valid yet (" + e.getMessage() + ")");
    }
    if (e instanceof CertPathBuilderException) {
      return Optional.of("its certificate is not from this cluster's CA");
    }
    if (e instanceof AEADBadTagException) {
      return Optional.of("it does not have the keys of this connection (damaged or replayed)");
    }
    return e instanceof GeneralSecurityException ? Optional.empty() : byWords(side, e);
  }

  /** JSSE tells these apart by its messages alone. */
  private static Optional<String> byWords(Side side, Throwable e) {
    String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    Matcher alert = ALERT.matcher(said);
    if (alert.find()) {
      return Optional.of(alertFrom(side, alert.group(1)));
    }
    if (said.contains("empty client certificate chain")) {
      return Optional.of("it has no certificate");
    }
    if (said.contains("peer subject names")) {
      return Optional.of("its certificate is made out to another cluster");
    }
    if (said.contains("unrecognized ssl message")) {
      return Optional.of("it does not speak TLS");
    }
    if (said.contains("protocol version") || said.contains("client requested protocol")) {
      return Optional.of("it does not speak TLS 1.3");
    }
    if (said.contains("closing inbound before")) {
      return Optional.of("it closed the connection during the handshake; it may speak plain text");
    }
    return Optional.empty();
  }

  private static String alertFrom(Side side, String alert) {
    String says = " (it says " + alert + ")";
    return switch (alert) {
      case "certificate_unknown", "bad_certificate", "unknown_ca", "certificate_expired" ->
          "it does not accept this node's certificate" + says;
      case "protocol_version" -> "it does not speak TLS 1.3" + says;
      default ->
          (side == Side.INCOMING ? "it broke the handshake off" : "it refused this node") + says;
    };
  }

  private static String firstLine(Throwable failure) {
    String said =
        Objects.requireNonNullElse(failure.getMessage(), "").lines().findFirst().orElse("");
    return said.length() > LONGEST ? said.substring(0, LONGEST) + "…" : said;
  }
}

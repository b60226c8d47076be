package dev.rundle.agent.security;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How members of the cluster talk.
 *
 * @param certificates folder with this node's {@code tls.key}, {@code tls.crt} and {@code ca.crt}:
 *     TLS on both sides; empty for plain text
 * @param plainTextBeyondLoopback true to allow plain text on a network that others can reach
 */
public record Security(Optional<Path> certificates, boolean plainTextBeyondLoopback) {
  public Security {
    Objects.requireNonNull(certificates, "certificates");
  }

  /** Mutual TLS with the certificates in a folder. */
  public static Security tls(Path certificates) {
    return new Security(Optional.of(certificates), false);
  }

  /** Plain text, on the loopback interface alone. */
  public static Security loopback() {
    return new Security(Optional.empty(), false);
  }

  /** Plain text wherever the node listens. */
  public static Security insecure() {
    return new Security(Optional.empty(), true);
  }

  /** True if traffic is encrypted and both sides are authenticated. */
  public boolean isTls() {
    return certificates.isPresent();
  }

  /**
   * Checks, before a node starts, that others will accept what it shows; see {@link
   * NodeCertificate#check}. Plain text needs no check.
   *
   * @return what whoever starts the node should know: that the certificate soon ends, or that
   *     nobody can tell who may read its key
   * @throws dev.rundle.model.failure.BadInput if the certificates are missing or no certificates
   * @throws dev.rundle.model.failure.Refused if they must not be used
   */
  public List<String> check(Clock clock) {
    return certificates
        .map(folder -> NodeCertificate.check(folder, clock).warnings())
        .orElseGet(List::of);
  }
}

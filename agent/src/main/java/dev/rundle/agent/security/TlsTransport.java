package dev.rundle.agent.security;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Map;

/** The configuration of a node that talks TLS 1.3, with certificates on both sides. */
public final class TlsTransport {
  private static final String SSL = "pekko.remote.artery.ssl.";
  private static final String KEYS = SSL + "rotating-keys-engine.";

  private TlsTransport() {}

  /**
   * Only what differs from plain text. Nothing is read here: whoever uses it has {@linkplain
   * NodeCertificate#check checked} the folder.
   *
   * @param folder with {@code tls.key}, {@code tls.crt} and {@code ca.crt}
   */
  public static Config config(Path folder) {
    Path there = folder.toAbsolutePath();
    return ConfigFactory.parseMap(
        Map.of(
            "pekko.remote.artery.transport",
            "tls-tcp",
            SSL + "ssl-engine-provider",
            ReportingSslEngineProvider.class.getName(),
            KEYS + "key-file",
            there.resolve(NodeCertificate.KEY_FILE).toString(),
            KEYS + "cert-file",
            there.resolve(NodeCertificate.CERTIFICATE_FILE).toString(),
            KEYS + "ca-cert-file",
            there.resolve(NodeCertificate.CA_FILE).toString(),
            KEYS + "protocol",
            "TLSv1.3"));
  }
}

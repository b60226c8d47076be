package dev.rundle.agent.security;

import dev.rundle.agent.security.CertificateAuthority.Issued;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Two clusters' CAs, made once, and certificates good and bad from them. */
final class TestCertificates {
  static final Instant NOW = Instant.now();
  static final CertificateAuthority OURS = CertificateAuthority.create(NOW);
  static final CertificateAuthority THEIRS = CertificateAuthority.create(NOW);

  private static final char[] NO_PASSWORD = new char[0];
  private static final Duration DAY = Duration.ofDays(1);

  private TestCertificates() {}

  static Issued good(String node) {
    return OURS.issue(node, NOW, NOW.plus(DAY));
  }

  static Issued expired() {
    return OURS.issue("late", NOW.minus(DAY.multipliedBy(3)), NOW.minus(DAY));
  }

  static Issued notYetValid() {
    return OURS.issue("early", NOW.plus(DAY), NOW.plus(DAY.multipliedBy(3)));
  }

  static Issued otherSubject() {
    return OURS.issue(CertificateAuthority.name("rundle-other", "x"), NOW, NOW.plus(DAY));
  }

  static Issued foreign() {
    return THEIRS.issue("stranger", NOW, NOW.plus(DAY));
  }

  /** From another CA, made out to our cluster. */
  static Issued forged() {
    return THEIRS.issue(CertificateAuthority.name(OURS.cluster(), "agent-1"), NOW, NOW.plus(DAY));
  }

  /** A node's folder, with any certificate beside any CA. */
  static Path folder(Path folder, CertificateAuthority trusted, Issued node) {
    try {
      CertificateFolders.write(PrivateFiles.newFolder(folder), trusted, node);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return folder;
  }

  /** A context of plain JSSE that trusts everybody. */
  static SSLContext context(String protocol, Issued... node) {
    try {
      SSLContext context = SSLContext.getInstance(protocol);
      context.init(keys(node), new TrustManager[] {new TrustingAll()}, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyManager[] keys(Issued... nodes) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    for (Issued node : nodes) {
      PrivateKey key = node.key();
      store.setKeyEntry("node", key, NO_PASSWORD, new Certificate[] {node.certificate()});
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static final class TrustingAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

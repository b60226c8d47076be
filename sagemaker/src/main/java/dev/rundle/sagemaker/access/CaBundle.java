package dev.rundle.sagemaker.access;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificate authorities from a PEM file, as {@code AWS_CA_BUNDLE} names one. */
public final class CaBundle {
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final String TRUST_STORE_TYPE = "javax.net.ssl.trustStoreType";
  private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
  private static final String PASSWORD = "changeit";

  private CaBundle() {}

  static Optional<Path> fromEnvironment() {
    return Optional.ofNullable(System.getenv("AWS_CA_BUNDLE"))
        .filter(p -> !p.isBlank())
        .map(Path::of);
  }

  /**
   * Trust in exactly these authorities.
   *
   * @throws BadInput if the file is missing or no PEM file of certificates
   */
  public static TrustManager[] trustManagers(Path pem) {
    try {
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(keyStore(pem));
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw unreadable(pem, e);
    }
  }

  /**
   * Makes a client that takes its trust store from the JVM's system properties only, as the CRT
   * client does: they name these authorities while it is being made and are put back after.
   */
  public static synchronized <T> T withSystemTrustStore(Path pem, Supplier<T> make) {
    String[] keys = {TRUST_STORE, TRUST_STORE_TYPE, TRUST_STORE_PASSWORD};
    String[] before = new String[keys.length];
    for (int i = 0; i < keys.length; i++) {
      before[i] = System.getProperty(keys[i]);
    }
    Path file = null;
    try {
      file = Files.createTempFile("rundle-trust", ".p12");
      try (var out = Files.newOutputStream(file)) {
        keyStore(pem).store(out, PASSWORD.toCharArray());
      }
      System.setProperty(TRUST_STORE, file.toString());
      System.setProperty(TRUST_STORE_TYPE, "PKCS12");
      System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
      return make.get();
    } catch (GeneralSecurityException | IOException e) {
      throw unreadable(pem, e);
    } finally {
      for (int i = 0; i < keys.length; i++) {
        restore(keys[i], before[i]);
      }
      delete(file);
    }
  }

  private static KeyStore keyStore(Path pem) {
    try (InputStream in = Files.newInputStream(pem)) {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int n = 0;
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + n++, certificate);
      }
      if (n == 0) {
        throw new GeneralSecurityException("no certificate in it");
      }
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw unreadable(pem, e);
    }
  }

  private static void restore(String key, String value) {
    if (value == null) {
      System.clearProperty(key);
    } else {
      System.setProperty(key, value);
    }
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It holds public certificates only; the system clears its temporary files.
      file.toFile().deleteOnExit();
    }
  }

  private static BadInput unreadable(Path pem, Exception e) {
    return new BadInput(
        "the CA bundle " + pem + " cannot be used",
        e instanceof java.nio.file.NoSuchFileException
            ? "there is no such file"
            : Causes.firstLine(e),
        "point AWS_CA_BUNDLE at a PEM file of certificates, or unset it",
        e);
  }
}

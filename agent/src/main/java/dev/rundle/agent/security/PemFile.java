package dev.rundle.agent.security;

import dev.rundle.model.failure.BadInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import org.apache.pekko.pki.pem.PEMDecoder;
import org.apache.pekko.pki.pem.PEMLoadingException;

/**
 * A file with one certificate or one private key in PEM form, read as strictly as Pekko reads it,
 * so that what passes here is what the transport can use.
 */
final class PemFile {
  private static final int LARGEST_BYTES = 100_000;
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";

  private final Path file;
  private final String next;
  private final String label;
  private final byte[] der;

  private PemFile(Path file, String next, String label, byte[] der) {
    this.file = file;
    this.next = next;
    this.label = label;
    this.der = der;
  }

  /**
   * Reads a file.
   *
   * @param next what to do if it cannot be used
   * @throws BadInput if it is missing, unreadable, empty, or not one PEM block
   */
  static PemFile read(Path file, String next) {
    String text = text(file, next);
    if (text.isBlank()) {
      throw new BadInput(file + " is empty", "", next);
    }
    try {
      var data = PEMDecoder.decode(text);
      return new PemFile(file, next, data.label(), data.bytes());
    } catch (PEMLoadingException e) {
      int blocks = text.split("-----BEGIN ", -1).length - 1;
      throw blocks > 1
          ? new BadInput(
              file + " holds " + blocks + " PEM blocks", "one alone is expected there", next, e)
          : new BadInput(file + " is not a PEM file", "or it is cut off", next, e);
    }
  }

  private static String text(Path file, String next) {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > LARGEST_BYTES) {
        throw new BadInput(file + " is not a PEM file", "it is far too large for one", next);
      }
      // Any byte is a character in Latin-1: what is no text will be no PEM.
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new BadInput(file + " is missing", "", next, e);
    } catch (AccessDeniedException e) {
      throw new BadInput(file + " cannot be read", "permission is denied", next, e);
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "it is a folder" : "the file system says no";
      throw new BadInput(file + " cannot be read", why, next, e);
    }
  }

  /**
   * The certificate.
   *
   * @throws BadInput if it is something else
   */
  X509Certificate certificate() {
    if (!label.equals(CERTIFICATE)) {
      throw new BadInput(file + " holds no certificate", "it is a " + label, next);
    }
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new BadInput(file + " holds no certificate", "its contents are damaged", next, e);
    }
  }

  /**
   * The RSA key.
   *
   * @throws BadInput if it is encrypted, another kind of key, or no key
   */
  RSAPrivateKey key() {
    if (label.equals("ENCRYPTED PRIVATE KEY")) {
      throw new BadInput(
          file + " is encrypted",
          "a node that starts by itself has nobody to ask for the password",
          "write it unencrypted: openssl pkcs8 -topk8 -nocrypt -in OLD -out tls.key");
    }
    if (label.endsWith(" PRIVATE KEY")) {
      throw new BadInput(
          file + " has the older form of a key, " + label,
          "PKCS#8 is expected",
          "convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out tls.key");
    }
    if (!label.equals(KEY)) {
      throw new BadInput(file + " holds no private key", "it is a " + label, next);
    }
    try {
      PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
      return (RSAPrivateKey) key;
    } catch (GeneralSecurityException e) {
      throw new BadInput(file + " holds no RSA key", "the cluster takes RSA keys only", next, e);
    }
  }
}

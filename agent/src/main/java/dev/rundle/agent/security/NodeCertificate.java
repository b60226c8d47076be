package dev.rundle.agent.security;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node shows to the others of its cluster, checked before it starts: the others only ever
 * close the connection.
 *
 * @param subject the certificate's subject
 * @param notAfter when it ends
 * @param warnings what whoever starts the node should know
 */
public record NodeCertificate(String subject, Instant notAfter, List<String> warnings) {
  /** The node's private key: PKCS#8, PEM, not encrypted. */
  public static final String KEY_FILE = "tls.key";

  /** The node's certificate, PEM. */
  public static final String CERTIFICATE_FILE = "tls.crt";

  /** The certificate of the cluster's CA, PEM. */
  public static final String CA_FILE = "ca.crt";

  private static final Duration ENDS_SOON = Duration.ofDays(14);
  private static final int FEWEST_BITS = 2_048;
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final String ANY = "2.5.29.37.0";
  private static final String MAKE =
      "make certificates with `rundle certs`, copy this node's folder here"
          + " as it is, and name it with --certs";
  private static final String RENEW =
      "renew it with `rundle certs --nodes NAME --replace` where the cluster's CA is kept, and copy"
          + " the folder here";

  public NodeCertificate {
    warnings = List.copyOf(warnings);
  }

  /**
   * Checks a folder with {@code tls.key}, {@code tls.crt} and {@code ca.crt}: all there and
   * readable, the key for nobody else, the certificate made for the key and issued by the CA
   * itself, both of them valid now.
   *
   * @throws BadInput if a file is missing or is not what it should be
   * @throws Refused if they are what they should be and must not be used
   */
  public static NodeCertificate check(Path folder, Clock clock) {
    if (!Files.isDirectory(folder)) {
      throw new BadInput(
          "there is no folder " + folder + " with certificates",
          Files.exists(folder) ? "it is a file" : "",
          MAKE);
    }
    Path keyFile = folder.resolve(KEY_FILE);
    X509Certificate ca = PemFile.read(folder.resolve(CA_FILE), MAKE).certificate();
    X509Certificate own = PemFile.read(folder.resolve(CERTIFICATE_FILE), MAKE).certificate();
    RSAPrivateKey key = PemFile.read(keyFile, MAKE).key();
    List<String> warnings = new ArrayList<>();
    PrivateFiles.requirePrivate(keyFile).ifPresent(warnings::add);
    requireMatch(key, own, folder);
    requireIssued(own, ca, folder);
    requirePurpose(own, folder);
    requireValid("the CA's certificate", ca, folder.resolve(CA_FILE), clock.instant());
    requireValid("this node's certificate", own, folder.resolve(CERTIFICATE_FILE), clock.instant());
    Instant end = earlier(own.getNotAfter().toInstant(), ca.getNotAfter().toInstant());
    if (end.isBefore(clock.instant().plus(ENDS_SOON))) {
      warnings.add("the certificate in " + folder + " is valid until " + end + " only; " + RENEW);
    }
    return new NodeCertificate(own.getSubjectX500Principal().getName(), end, warnings);
  }

  private static void requireMatch(RSAPrivateKey key, X509Certificate own, Path folder) {
    if (!(own.getPublicKey() instanceof RSAPublicKey)) {
      throw new BadInput(
          folder.resolve(CERTIFICATE_FILE) + " is for another kind of key than RSA",
          "the cluster takes RSA keys only",
          MAKE);
    }
    if (!((RSAPublicKey) own.getPublicKey()).getModulus().equals(key.getModulus())) {
      throw new BadInput(
          folder.resolve(KEY_FILE) + " is not the key of " + folder.resolve(CERTIFICATE_FILE),
          "two nodes' files were mixed, or one of them was renewed alone",
          MAKE);
    }
    if (key.getModulus().bitLength() < FEWEST_BITS) {
      throw new Refused(
          folder.resolve(KEY_FILE) + " has " + key.getModulus().bitLength() + " bits only",
          "such a key can be broken; " + FEWEST_BITS + " are the least",
          MAKE);
    }
  }

  private static void requireIssued(X509Certificate own, X509Certificate ca, Path folder) {
    if (ca.getBasicConstraints() < 0) {
      throw new BadInput(
          folder.resolve(CA_FILE) + " is not the certificate of a CA",
          "no other node would be trusted by it",
          MAKE);
    }
    try {
      own.verify(ca.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw foreign(folder, e);
    }
    if (!own.getIssuerX500Principal().equals(ca.getSubjectX500Principal())) {
      throw foreign(folder, null);
    }
    if (own.getBasicConstraints() >= 0) {
      throw new Refused(
          folder.resolve(CERTIFICATE_FILE) + " is the certificate of a CA",
          "a CA's key stays where certificates are made and is no node's",
          MAKE);
    }
  }

  private static Refused foreign(Path folder, GeneralSecurityException cause) {
    return new Refused(
        folder.resolve(CERTIFICATE_FILE) + " was not issued by " + folder.resolve(CA_FILE),
        "the others would take this node for one of another cluster",
        MAKE,
        cause);
  }

  /** A node is a client of those that it calls and a server of those that call it. */
  private static void requirePurpose(X509Certificate own, Path folder) {
    List<String> purposes;
    try {
      purposes = own.getExtendedKeyUsage();
    } catch (CertificateParsingException e) {
      throw new BadInput(
          folder.resolve(CERTIFICATE_FILE) + " is damaged", "its purposes cannot be read", MAKE, e);
    }
    if (purposes != null
        && !purposes.contains(ANY)
        && !purposes.containsAll(List.of(SERVER, CLIENT))) {
      throw new Refused(
          folder.resolve(CERTIFICATE_FILE) + " is not for both ends of a connection",
          "a node must be allowed to be a TLS server and a TLS client",
          MAKE);
    }
  }

  private static void requireValid(String which, X509Certificate of, Path file, Instant now) {
    Instant from = of.getNotBefore().toInstant();
    Instant to = of.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      throw new Refused(
          which + " (" + file + ") is not valid before " + from,
          "it is " + now + " by this host's clock",
          "set this host's clock, or wait");
    }
    if (now.isAfter(to)) {
      throw new Refused(
          which + " (" + file + ") has expired at " + to,
          "it is " + now + " by this host's clock, and the others refuse it",
          RENEW);
    }
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}

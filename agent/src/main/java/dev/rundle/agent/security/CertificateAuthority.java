package dev.rundle.agent.security;

import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * Makes the certificates of one cluster. The CA has a random name, which all its nodes share as
 * their common name: a node takes another for one of its cluster if the CA and this name are right.
 *
 * @param certificate of the CA, self-signed
 * @param key that signs
 */
record CertificateAuthority(X509Certificate certificate, PrivateKey key) {
  static final String CERTIFICATE_FILE = "ca.crt";
  static final String KEY_FILE = "ca.key";
  static final Duration LIFE = Duration.ofDays(3_650);

  /** Hosts' clocks differ a little: a new certificate must be valid on all of them at once. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(10);

  private static final String CA_SUFFIX = " CA";
  private static final int CA_BITS = 3_072;
  private static final int NODE_BITS = 2_048;
  private static final int SERIAL_BITS = 127;
  private static final int NAME_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A certificate and its key. */
  record Issued(X509Certificate certificate, PrivateKey key) {}

  /** Makes a new CA with a name of its own. */
  static CertificateAuthority create(Instant now) {
    byte[] random = new byte[NAME_BYTES];
    RANDOM.nextBytes(random);
    X500Name name = name("rundle-" + HexFormat.of().formatHex(random) + CA_SUFFIX, "");
    KeyPair pair = newPair(CA_BITS);
    try {
      var builder = builder(name, name, pair.getPublic(), now, now.plus(LIFE));
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(
              Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new CertificateAuthority(sign(builder, pair.getPrivate()), pair.getPrivate());
    } catch (IOException | GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  /**
   * Reads the CA that is there.
   *
   * @throws dev.rundle.model.failure.BadInput if its files are incomplete, not readable or no CA's
   * @throws Refused if it has expired, or others can read its key
   */
  static CertificateAuthority read(Path folder, Instant now) {
    String next =
        "put the two files of one CA there; or move "
            + folder
            + " away to make a new CA, after which every node needs a new certificate";
    X509Certificate certificate =
        PemFile.read(folder.resolve(CERTIFICATE_FILE), next).certificate();
    Path keyFile = folder.resolve(KEY_FILE);
    RSAPrivateKey key = PemFile.read(keyFile, next).key();
    PrivateFiles.requirePrivate(keyFile);
    if (certificate.getBasicConstraints() < 0 || commonName(certificate).isEmpty()) {
      throw new Refused(
          folder.resolve(CERTIFICATE_FILE) + " is not the certificate of a CA",
          "no node would accept what it signs",
          next);
    }
    if (!(certificate.getPublicKey() instanceof RSAPublicKey its)
        || !its.getModulus().equals(key.getModulus())) {
      throw new Refused(
          keyFile + " is not the key of " + folder.resolve(CERTIFICATE_FILE),
          "no node would accept what it signs",
          next);
    }
    Instant end = certificate.getNotAfter().toInstant();
    if (!now.isBefore(end)) {
      throw new Refused(
          folder.resolve(CERTIFICATE_FILE) + " has expired at " + end,
          "no node would accept what it signs",
          "move " + folder + " away to make a new CA; every node then needs a new certificate");
    }
    return new CertificateAuthority(certificate, key);
  }

  /** Name of the cluster: the common name of its nodes. */
  String cluster() {
    String name = commonName(certificate);
    return name.endsWith(CA_SUFFIX) ? name.substring(0, name.length() - CA_SUFFIX.length()) : name;
  }

  /** When the CA ends, and all that it issued with it. */
  Instant notAfter() {
    return certificate.getNotAfter().toInstant();
  }

  /**
   * Makes a node's certificate and key.
   *
   * @param node its own name, for people to tell certificates apart; no node looks at it
   * @param until when it ends; the CA's end if that is earlier
   */
  Issued issue(String node, Instant now, Instant until) {
    return issue(name(cluster(), node), now, until);
  }

  /** The same for any subject, and for a time that need not be now. */
  Issued issue(X500Name subject, Instant from, Instant until) {
    KeyPair pair = newPair(NODE_BITS);
    Instant end = until.isBefore(notAfter()) ? until : notAfter();
    try {
      var issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
      var builder = builder(issuer, subject, pair.getPublic(), from, end);
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
          .addExtension(
              Extension.keyUsage,
              true,
              new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
          .addExtension(
              Extension.extendedKeyUsage,
              false,
              new ExtendedKeyUsage(
                  new KeyPurposeId[] {
                    KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                  }))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate));
      return new Issued(sign(builder, key), pair.getPrivate());
    } catch (IOException | GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  /** A subject of this cluster's form. */
  static X500Name name(String commonName, String node) {
    var builder = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.O, "Rundle");
    if (!node.isEmpty()) {
      builder.addRDN(BCStyle.OU, node);
    }
    return builder.addRDN(BCStyle.CN, commonName).build();
  }

  /** A certificate in PEM form. */
  static String pem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  /** A key in PEM form, PKCS#8, not encrypted. */
  static String pem(PrivateKey key) {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String label, byte[] der) {
    var text = new StringWriter();
    try (var writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(label, der));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant from, Instant until)
      throws IOException, GeneralSecurityException {
    return new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, RANDOM).setBit(0),
            Date.from(from.minus(CLOCKS_DIFFER)),
            // X.509 knows whole seconds
            Date.from(until.truncatedTo(ChronoUnit.SECONDS)),
            subject,
            key)
        .addExtension(
            Extension.subjectKeyIdentifier,
            false,
            new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyPair newPair(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits, RANDOM);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  private static String commonName(X509Certificate certificate) {
    var names =
        X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded())
            .getRDNs(BCStyle.CN);
    return names.length == 0 ? "" : names[0].getFirst().getValue().toString();
  }

  /** Every JVM has RSA, SHA-256 and X.509. */
  private static IllegalStateException impossible(Exception e) {
    return new IllegalStateException(e);
  }
}

package dev.rundle.agent.security;

import static dev.rundle.agent.security.TestCertificates.OURS;
import static dev.rundle.agent.security.TestCertificates.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.NodeConfig;
import dev.rundle.agent.NodeSettings;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RundleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node says itself what is wrong with what it would show. */
class NodeCertificateTest {
  private static final Clock CLOCK = Clock.systemUTC();

  @TempDir Path folder;

  private Path node;

  @BeforeEach
  void makeNode() {
    node =
        TestCertificates.folder(
            folder.resolve("agent-1"),
            OURS,
            OURS.issue(
                "agent-1", TestCertificates.NOW, TestCertificates.NOW.plus(Duration.ofDays(30))));
  }

  @Test
  void goodOnesPassWithoutAWord() {
    NodeCertificate checked = NodeCertificate.check(node, CLOCK);

    assertThat(checked.warnings()).isEmpty();
    assertThat(checked.subject()).isEqualTo("CN=" + OURS.cluster() + ",OU=agent-1,O=Rundle");
    assertThat(checked.notAfter())
        .isBetween(
            TestCertificates.NOW.plus(Duration.ofDays(30)).minusSeconds(1),
            TestCertificates.NOW.plus(Duration.ofDays(30)));
    assertThat(Security.tls(node).check(CLOCK)).isEmpty();
    assertThat(Security.insecure().check(CLOCK)).isEmpty();
  }

  @Test
  void oneThatEndsWithinTwoWeeksIsWarnedAbout() {
    Clock later = Clock.offset(CLOCK, Duration.ofDays(17));

    assertThat(NodeCertificate.check(node, later).warnings())
        .singleElement()
        .asString()
        .contains("is valid until", "--replace");
  }

  @Test
  void theConfigurationOfANodeIsNotMadeWithBadOnes() throws IOException {
    var settings = NodeSettings.coordinator("10.0.0.5", 25_520, Security.tls(node));
    assertThat(NodeConfig.of(settings).getString("pekko.remote.artery.transport"))
        .isEqualTo("tls-tcp");

    Files.delete(node.resolve("tls.key"));

    assertThatThrownBy(() -> NodeConfig.of(settings)).isInstanceOf(BadInput.class);
  }

  @Test
  void aFolderThatIsNotThere() throws IOException {
    refuses(BadInput.class, folder.resolve("none"), "there is no folder", "rundle certs");
    refuses(BadInput.class, Files.createFile(folder.resolve("file")), "there is no folder", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls.key", "tls.crt", "ca.crt"})
  void aFileThatIsNotWhatItShouldBe(String name) throws IOException {
    Path file = node.resolve(name);
    String text = Files.readString(file);
    String next = "rundle certs";

    Files.writeString(file, "");
    refuses(BadInput.class, name + " is empty", next);
    Files.writeString(file, text.substring(0, text.length() * 2 / 3));
    refuses(BadInput.class, name + " is not a PEM file", next);
    Files.write(file, new byte[] {(byte) 0xC3, 0x28, (byte) 0xFF, 0x00});
    refuses(BadInput.class, name + " is not a PEM file", next);
    Files.writeString(file, "x".repeat(200_000));
    refuses(BadInput.class, name + " is not a PEM file", next);
    Files.writeString(file, text + text);
    refuses(BadInput.class, name + " holds 2 PEM blocks", next);
    Files.writeString(file, pem("PGP PUBLIC KEY BLOCK", new byte[9]));
    refuses(BadInput.class, "it is a PGP PUBLIC KEY BLOCK", next);
    Files.writeString(
        file, pem(name.equals("tls.key") ? "PRIVATE KEY" : "CERTIFICATE", new byte[300]));
    refuses(BadInput.class, name + " holds no", next);
    Files.delete(file);
    refuses(BadInput.class, name + " is missing", next);
    Files.createDirectory(file);
    refuses(BadInput.class, name + " cannot be read: it is a folder", next);
  }

  @Test
  void aKeyInAnotherForm() throws Exception {
    Path key = node.resolve("tls.key");

    Files.writeString(key, pem("ENCRYPTED PRIVATE KEY", new byte[300]));
    refuses(BadInput.class, "tls.key is encrypted", "openssl pkcs8 -topk8 -nocrypt");
    Files.writeString(key, pem("RSA PRIVATE KEY", new byte[300]));
    refuses(BadInput.class, "tls.key has the older form", "openssl pkcs8 -topk8 -nocrypt");
    Files.writeString(key, pem("PRIVATE KEY", newKey("EC", 256)));
    refuses(BadInput.class, "tls.key holds no RSA key", "rundle certs");
  }

  @Test
  void aKeyThatOthersCanRead() throws IOException {
    Path key = node.resolve("tls.key");
    for (String permissions : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rwxrwxrwx"}) {
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(permissions));
      refuses(
          Refused.class,
          "tls.key can be read or changed by others (" + permissions + ")",
          "chmod 600");
    }
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
    assertThat(NodeCertificate.check(node, CLOCK).warnings()).isEmpty();
  }

  @Test
  void filesOfTwoNodes() throws Exception {
    var other = TestCertificates.good("agent-2");
    write("tls.key", CertificateAuthority.pem(other.key()));
    refuses(BadInput.class, "tls.key is not the key of", "rundle certs");
  }

  @Test
  void aCertificateOfAnotherCluster() throws IOException {
    write("ca.crt", CertificateAuthority.pem(THEIRS.certificate()));
    refuses(Refused.class, "tls.crt was not issued by", "rundle certs");
  }

  @Test
  void aNodesCertificateInPlaceOfTheCas() throws IOException {
    write("ca.crt", Files.readString(node.resolve("tls.crt")));
    refuses(BadInput.class, "ca.crt is not the certificate of a CA", "rundle certs");
  }

  @Test
  void theCasCertificateInPlaceOfTheNodes() throws IOException {
    write("tls.crt", CertificateAuthority.pem(OURS.certificate()));
    write("tls.key", CertificateAuthority.pem(OURS.key()));
    // It is issued by the CA, being self-signed, and no CA may be a node: a node cannot hold its
    // key.
    refuses(Refused.class, "tls.crt is the certificate of a CA", "rundle certs");
  }

  @Test
  void oneThatHasExpiredOrIsNotValidYet() throws IOException {
    Path late = TestCertificates.folder(folder.resolve("late"), OURS, TestCertificates.expired());
    refuses(Refused.class, late, "has expired at", "--replace");
    Path early =
        TestCertificates.folder(folder.resolve("early"), OURS, TestCertificates.notYetValid());
    refuses(Refused.class, early, "is not valid before", "clock");
    Clock inElevenYears = Clock.offset(CLOCK, Duration.ofDays(4_015));
    assertThatThrownBy(() -> NodeCertificate.check(node, inElevenYears))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the CA's certificate")
        .hasMessageContaining("has expired");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(node.resolve(name), text);
  }

  private void refuses(Class<? extends RundleException> type, String what, String next) {
    refuses(type, node, what, next);
  }

  private static void refuses(
      Class<? extends RundleException> type, Path folder, String what, String next) {
    assertThatThrownBy(() -> NodeCertificate.check(folder, CLOCK))
        .isInstanceOf(type)
        .satisfies(
            e -> {
              var ours = (RundleException) e;
              assertThat(ours.what() + ": " + ours.why()).contains(what);
              assertThat(ours.next()).contains(next);
            });
  }

  private static byte[] newKey(String algorithm, int bits) throws NoSuchAlgorithmException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(bits);
    return generator.generateKeyPair().getPrivate().getEncoded();
  }

  private static String pem(String label, byte[] der) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }
}

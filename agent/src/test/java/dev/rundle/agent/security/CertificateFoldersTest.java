package dev.rundle.agent.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.security.CertificateFolders.Made;
import dev.rundle.agent.security.CertificateFolders.Node;
import dev.rundle.agent.security.CertificateFolders.Order;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RundleException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates as they come to be on the disk. */
class CertificateFoldersTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir static Path template;

  @TempDir Path folder;

  private Path certs;

  /** A CA takes a second or more to make, so one is made for all. */
  @BeforeAll
  static void makeOnce() {
    CertificateFolders.make(order(template.resolve("certs"), false, "agent-1"), CLOCK);
  }

  @BeforeEach
  void nameFolder() {
    certs = folder.resolve("certs");
  }

  /** What {@code rundle certs --nodes agent-1} has left. */
  private void givenAgent1() throws IOException {
    try (Stream<Path> all = Files.walk(template.resolve("certs"))) {
      for (Path path : all.sorted().toList()) {
        Files.copy(
            path, folder.resolve(template.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void aClusterOfThreeIsMadeForItsOwnerAlone() throws IOException {
    Made made = make("coordinator", "agent-1", "agent-2");

    assertThat(files())
        .containsExactly(
            Map.entry("", "rwx------"),
            Map.entry("agent-1", "rwx------"),
            Map.entry("agent-1/ca.crt", "rw-------"),
            Map.entry("agent-1/tls.crt", "rw-------"),
            Map.entry("agent-1/tls.key", "rw-------"),
            Map.entry("agent-2", "rwx------"),
            Map.entry("agent-2/ca.crt", "rw-------"),
            Map.entry("agent-2/tls.crt", "rw-------"),
            Map.entry("agent-2/tls.key", "rw-------"),
            Map.entry("ca", "rwx------"),
            Map.entry("ca/ca.crt", "rw-------"),
            Map.entry("ca/ca.key", "rw-------"),
            Map.entry("coordinator", "rwx------"),
            Map.entry("coordinator/ca.crt", "rw-------"),
            Map.entry("coordinator/tls.crt", "rw-------"),
            Map.entry("coordinator/tls.key", "rw-------"));
    assertThat(made.ca().isNew()).isTrue();
    assertThat(made.ca().notAfter()).isEqualTo(NOW.plus(Duration.ofDays(3_650)));
    assertThat(made.nodes())
        .allSatisfy(
            node -> {
              assertThat(node.notAfter()).isEqualTo(NOW.plus(Duration.ofDays(365)));
              assertThat(node.renewed()).isFalse();
              assertThat(NodeCertificate.check(node.folder(), CLOCK).warnings()).isEmpty();
            });
  }

  @Test
  void theCertificatesAreWhatTheTransportAsksFor() throws Exception {
    Made made = make("coordinator", "agent-1");
    X509Certificate ca = certificate("ca/ca.crt");
    X509Certificate coordinator = certificate("coordinator/tls.crt");
    X509Certificate agent = certificate("agent-1/tls.crt");

    assertThat(ca.getBasicConstraints()).isZero();
    assertThat(ca.getKeyUsage()).containsExactly(usage(5, 6)); // keyCertSign, cRLSign
    assertThat(((RSAPublicKey) ca.getPublicKey()).getModulus().bitLength()).isEqualTo(3_072);
    ca.verify(ca.getPublicKey());
    assertThat(made.ca().cluster()).matches("rundle-[0-9a-f]{16}");
    assertThat(ca.getSubjectX500Principal().getName())
        .isEqualTo("CN=" + made.ca().cluster() + " CA,O=Rundle");
    assertThat(agent.getSubjectX500Principal().getName())
        .isEqualTo("CN=" + made.ca().cluster() + ",OU=agent-1,O=Rundle");
    assertThat(coordinator.getSubjectX500Principal().getName())
        .isEqualTo("CN=" + made.ca().cluster() + ",OU=coordinator,O=Rundle");
    assertThat(agent.getBasicConstraints()).isEqualTo(-1);
    assertThat(agent.getExtendedKeyUsage())
        .containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    assertThat(((RSAPublicKey) agent.getPublicKey()).getModulus().bitLength()).isEqualTo(2_048);
    agent.verify(ca.getPublicKey());
    assertThat(agent.getSerialNumber()).isPositive().isNotEqualTo(coordinator.getSerialNumber());
    assertThat(Files.readString(certs.resolve("agent-1/ca.crt")))
        .isEqualTo(Files.readString(certs.resolve("ca/ca.crt")));
  }

  @Test
  void twoClustersHaveDifferentNames() {
    assertThat(TestCertificates.OURS.cluster()).isNotEqualTo(TestCertificates.THEIRS.cluster());
  }

  @Test
  void aFurtherNodeComesFromTheSameCa() throws IOException {
    givenAgent1();
    Map<String, String> before = contents();

    Made second = make("agent-2");

    assertThat(second.ca().isNew()).isFalse();
    assertThat(second.ca().cluster())
        .isEqualTo(CertificateAuthority.read(template.resolve("certs/ca"), NOW).cluster());
    assertThat(contents()).containsAllEntriesOf(before).hasSize(before.size() + 3);
    NodeCertificate.check(certs.resolve("agent-2"), CLOCK);
  }

  @Test
  void aNodeIsReplacedOnlyIfOneSaysSo() throws IOException {
    givenAgent1();
    Map<String, String> before = contents();

    refused(Refused.class, "agent-1 exists", "--replace", "agent-1", "agent-2");
    assertThat(contents()).isEqualTo(before);

    Made again = CertificateFolders.make(order(certs, true, "agent-1", "agent-2"), CLOCK);
    assertThat(again.nodes()).extracting(Node::renewed).containsExactly(true, false);
    assertThat(contents().get("agent-1/tls.key")).isNotEqualTo(before.get("agent-1/tls.key"));
    assertThat(contents().get("ca/ca.key")).isEqualTo(before.get("ca/ca.key"));
    NodeCertificate.check(certs.resolve("agent-1"), CLOCK);
    assertThat(certs).isDirectoryNotContaining("glob:**.new*");
  }

  @Test
  void aFolderThatIsNoNodesIsNeverReplaced() throws IOException {
    givenAgent1();
    Files.createDirectory(certs.resolve("photos"));
    Files.writeString(certs.resolve("photos/one"), "mine");

    assertThatThrownBy(() -> CertificateFolders.make(order(certs, true, "photos"), CLOCK))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("photos is not the folder of a node");
    assertThat(certs.resolve("photos/one")).hasContent("mine");
  }

  @Test
  void noCertificateOutlivesTheCa() throws IOException {
    givenAgent1();
    Clock nineYearsOn = Clock.offset(CLOCK, Duration.ofDays(3_600));

    Made late = CertificateFolders.make(order(certs, false, "agent-2"), nineYearsOn);

    assertThat(late.nodes().get(0).notAfter()).isEqualTo(NOW.plus(Duration.ofDays(3_650)));
  }

  @Test
  void anExpiredCaSignsNothing() throws IOException {
    givenAgent1();
    Map<String, String> before = contents();
    Clock later = Clock.offset(CLOCK, Duration.ofDays(3_651));

    assertThatThrownBy(() -> CertificateFolders.make(order(certs, false, "agent-2"), later))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("ca.crt has expired at 2036-02-27T12:00:00Z");
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void aCaThatIsIncompleteOrMixedSignsNothing() throws IOException {
    givenAgent1();
    Path key = certs.resolve("ca/ca.key");
    String text = Files.readString(key);

    Files.delete(key);
    refused(BadInput.class, "ca.key is missing", "move", "agent-2");
    Files.writeString(key, "");
    refused(BadInput.class, "ca.key is empty", "move", "agent-2");
    Files.writeString(key, text.substring(0, text.length() / 2));
    refused(BadInput.class, "ca.key is not a PEM file", "move", "agent-2");
    Files.writeString(key, Files.readString(certs.resolve("agent-1/tls.key")));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    refused(Refused.class, "ca.key is not the key of", "move", "agent-2");
    Files.writeString(key, text);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    refused(
        Refused.class, "ca.key can be read or changed by others (rw-r-----)", "chmod", "agent-2");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(
        certs.resolve("ca/ca.crt"), Files.readString(certs.resolve("agent-1/tls.crt")));
    refused(Refused.class, "ca.crt is not the certificate of a CA", "move", "agent-2");
    assertThat(certs.resolve("agent-2")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "ca", "CA", ".", "..", "../x", "a/b", "-x", ".hidden", "a b", "ä", "a.", "a~"
      })
  void whatCannotBeAFolderOfANodeIsNoName(String name) {
    refused(BadInput.class, "cannot be the name of a node", "letters, digits", name);
    assertThat(certs).doesNotExist();
  }

  @Test
  void namesAreDistinctAndNotTooLong() {
    refused(BadInput.class, "names agent-1 twice", "once", "agent-1", "agent-1");
    refused(BadInput.class, "cannot be the name of a node", "63", "x".repeat(64));
    refused(BadInput.class, "0 nodes are named", "--nodes");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3_651, Integer.MAX_VALUE})
  void aLifeOfSoManyDaysIsRefused(int days) {
    assertThatThrownBy(() -> new Order(certs, List.of("agent-1"), days, false))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("--days " + days);
  }

  @Test
  void whereNothingCanBeWrittenNothingIsLeft() throws IOException {
    Files.writeString(certs, "a file");
    refused(BadInput.class, "cannot write certificates to", "--out", "agent-1");
    assertThat(certs).hasContent("a file");
  }

  @Test
  void aFileSystemWithoutPermissionsGetsNoKeys() throws IOException {
    try (var zip = FileSystems.newFileSystem(folder.resolve("x.zip"), Map.of("create", "true"))) {
      Path inside = zip.getPath("/certs");
      assertThatThrownBy(() -> CertificateFolders.make(order(inside, false, "agent-1"), CLOCK))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("has no permissions for owner, group and others");
      assertThat(Files.exists(inside)).isFalse();
    }
  }

  private void refused(
      Class<? extends RundleException> type, String what, String next, String... nodes) {
    assertThatThrownBy(() -> make(nodes))
        .isInstanceOf(type)
        .hasMessageContaining(what)
        .satisfies(e -> assertThat(((RundleException) e).next()).contains(next));
  }

  private Made make(String... nodes) {
    return CertificateFolders.make(order(certs, false, nodes), CLOCK);
  }

  private static Order order(Path folder, boolean replace, String... nodes) {
    return new Order(folder, List.of(nodes), 365, replace);
  }

  private X509Certificate certificate(String file) {
    return PemFile.read(certs.resolve(file), "").certificate();
  }

  private static boolean[] usage(int... bits) {
    boolean[] usage = new boolean[9];
    Arrays.stream(bits).forEach(bit -> usage[bit] = true);
    return usage;
  }

  private TreeMap<String, String> files() throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(certs)) {
      for (Path path : all.toList()) {
        found.put(
            certs.relativize(path).toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      }
    }
    return found;
  }

  private TreeMap<String, String> contents() throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(certs)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        found.put(certs.relativize(path).toString(), Files.readString(path));
      }
    }
    return found;
  }
}

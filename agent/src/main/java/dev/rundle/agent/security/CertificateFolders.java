package dev.rundle.agent.security;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A folder with the certificates of a cluster: {@code ca/} with the CA's certificate and key, which
 * stay where they are, and one folder for each node, which goes to that node's host.
 */
public final class CertificateFolders {
  /** Name of the CA's folder; no node can have it. */
  public static final String CA = "ca";

  /** Longest life of a node's certificate, in days. */
  public static final int LONGEST_DAYS = (int) CertificateAuthority.LIFE.toDays();

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,62}");
  private static final int MOST_NODES = 10_000;

  private CertificateFolders() {}

  /**
   * What to make.
   *
   * @param folder made where it is missing
   * @param nodes their names: letters, digits, dashes and dots
   * @param days life of the nodes' certificates, 1 to {@link #LONGEST_DAYS}
   * @param replace true to renew nodes that are there
   */
  public record Order(Path folder, List<String> nodes, int days, boolean replace) {
    public Order {
      Objects.requireNonNull(folder, "folder");
      nodes = List.copyOf(nodes);
      if (days < 1 || days > LONGEST_DAYS) {
        throw new BadInput(
            "--days " + days + " is out of range",
            "a certificate lives for 1 to " + LONGEST_DAYS + " days",
            "give a number of days, e.g. --days 365");
      }
      requireNames(nodes);
    }
  }

  /**
   * What was made.
   *
   * @param cluster name that all nodes share
   * @param folder with the CA's certificate and key
   * @param isNew false if the CA was there
   * @param notAfter when the CA ends, and every node with it
   */
  public record Ca(String cluster, Path folder, boolean isNew, Instant notAfter) {}

  /**
   * One node's certificate.
   *
   * @param folder with its {@code tls.key}, {@code tls.crt} and {@code ca.crt}
   * @param renewed true if it replaced another
   */
  public record Node(String name, Path folder, boolean renewed, Instant notAfter) {}

  /** All of it. */
  public record Made(Ca ca, List<Node> nodes) {
    public Made {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Makes the CA where there is none, and certificates for nodes. Nothing is changed unless all of
   * it can be made: it is written aside and moved.
   *
   * @throws BadInput if the CA that is there is no CA, or the folder cannot be written
   * @throws Refused if a node is there and may not be replaced, if the CA has expired or others can
   *     read its key, or if the file system cannot keep a key from others
   */
  public static Made make(Order order, Clock clock) {
    Path folder = order.folder();
    Path caFolder = folder.resolve(CA);
    boolean isNew = !Files.exists(caFolder, LinkOption.NOFOLLOW_LINKS);
    requireReplaceable(order);
    Instant now = clock.instant();
    CertificateAuthority ca =
        isNew ? CertificateAuthority.create(now) : CertificateAuthority.read(caFolder, now);
    try {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      if (!Files.isDirectory(folder)) {
        requirePermissions(folder.toAbsolutePath().getParent());
        PrivateFiles.newFolder(folder);
      }
      requirePermissions(folder);
      Path aside = PrivateFiles.newFolder(folder.resolve(".new-" + UUID.randomUUID()));
      try {
        return fill(order, aside, ca, isNew, now);
      } finally {
        PrivateFiles.removeFolder(aside);
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  private static Made fill(
      Order order, Path aside, CertificateAuthority ca, boolean isNew, Instant now)
      throws IOException {
    Instant until = now.plus(Duration.ofDays(order.days()));
    if (isNew) {
      Path made = PrivateFiles.newFolder(aside.resolve(CA));
      PrivateFiles.newFile(
          made.resolve(CertificateAuthority.CERTIFICATE_FILE),
          CertificateAuthority.pem(ca.certificate()));
      PrivateFiles.newFile(
          made.resolve(CertificateAuthority.KEY_FILE), CertificateAuthority.pem(ca.key()));
    }
    List<Node> nodes = new ArrayList<>();
    for (String name : order.nodes()) {
      CertificateAuthority.Issued issued = ca.issue(name, now, until);
      write(PrivateFiles.newFolder(aside.resolve(name)), ca, issued);
      Path target = order.folder().resolve(name);
      nodes.add(
          new Node(
              name,
              target,
              Files.exists(target, LinkOption.NOFOLLOW_LINKS),
              issued.certificate().getNotAfter().toInstant()));
    }
    Path caFolder = order.folder().resolve(CA);
    if (isNew) {
      moveNew(aside.resolve(CA), caFolder);
    }
    for (Node node : nodes) {
      place(aside, node);
    }
    return new Made(new Ca(ca.cluster(), caFolder, isNew, ca.notAfter()), nodes);
  }

  /** The three files of a node. */
  static void write(Path folder, CertificateAuthority ca, CertificateAuthority.Issued node)
      throws IOException {
    PrivateFiles.newFile(
        folder.resolve(NodeCertificate.KEY_FILE), CertificateAuthority.pem(node.key()));
    PrivateFiles.newFile(
        folder.resolve(NodeCertificate.CERTIFICATE_FILE),
        CertificateAuthority.pem(node.certificate()));
    PrivateFiles.newFile(
        folder.resolve(NodeCertificate.CA_FILE), CertificateAuthority.pem(ca.certificate()));
  }

  private static void place(Path aside, Node node) throws IOException {
    Path made = aside.resolve(node.name());
    if (!node.renewed()) {
      moveNew(made, node.folder());
      return;
    }
    Path old = aside.resolve(node.name() + "~");
    Files.move(node.folder(), old, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.move(made, node.folder(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.move(old, node.folder(), StandardCopyOption.ATOMIC_MOVE);
      throw e;
    }
  }

  /** Somebody else may have made it meanwhile; a rename does not go over a folder with files. */
  private static void moveNew(Path made, Path target) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void requireNames(List<String> nodes) {
    if (nodes.isEmpty() || nodes.size() > MOST_NODES) {
      throw new BadInput(
          nodes.size() + " nodes are named",
          "",
          "name 1 to " + MOST_NODES + " nodes, e.g. --nodes coordinator,agent-1");
    }
    Set<String> seen = new HashSet<>();
    for (String name : nodes) {
      if (!NAME.matcher(name).matches() || name.endsWith(".") || name.equalsIgnoreCase(CA)) {
        throw new BadInput(
            "\"" + name + "\" cannot be the name of a node",
            name.equalsIgnoreCase(CA)
                ? "the folder of that name is the CA's"
                : "it becomes the name of a folder",
            "use letters, digits, dashes and dots, at most 63, e.g. --nodes coordinator,agent-1");
      }
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new BadInput("--nodes names " + name + " twice", "", "name every node once");
      }
    }
  }

  private static void requireReplaceable(Order order) {
    List<String> there =
        order.nodes().stream()
            .filter(name -> Files.exists(order.folder().resolve(name), LinkOption.NOFOLLOW_LINKS))
            .toList();
    for (String name : there) {
      if (!order.replace()) {
        throw new Refused(
            order.folder().resolve(name) + " exists",
            "a node's key is never overwritten silently",
            "leave "
                + String.join(", ", there)
                + " out with --nodes, or make new certificates in place of the old ones with"
                + " --replace");
      }
      if (!Files.isDirectory(order.folder().resolve(name), LinkOption.NOFOLLOW_LINKS)
          || !Files.exists(order.folder().resolve(name).resolve(NodeCertificate.KEY_FILE))) {
        throw new Refused(
            order.folder().resolve(name) + " is not the folder of a node",
            "there is no " + NodeCertificate.KEY_FILE + " in it, so --replace leaves it alone",
            "remove it yourself, or choose another name");
      }
    }
  }

  private static void requirePermissions(Path folder) {
    if (!PrivateFiles.knowsPermissions(folder)) {
      throw new Refused(
          "the file system of " + folder + " has no permissions for owner, group and others",
          "the keys could not be kept from others there",
          "name a folder on a local file system with --out");
    }
  }

  private static BadInput unwritable(Path folder, IOException e) {
    String why = "the file system does not allow it";
    if (e instanceof AccessDeniedException) {
      why = "permission is denied";
    } else if (e instanceof FileAlreadyExistsException exists) {
      why = exists.getFile() + " is in the way";
    } else if (e instanceof FileSystemException system && system.getReason() != null) {
      why = system.getReason();
    }
    return new BadInput(
        "cannot write certificates to " + folder, why, "name another folder with --out", e);
  }
}

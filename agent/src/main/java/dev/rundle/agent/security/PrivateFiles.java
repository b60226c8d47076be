package dev.rundle.agent.security;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Files and folders that their owner alone may read. */
final class PrivateFiles {
  private static final Set<PosixFilePermission> FOR_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /**
   * Refuses a file that others may read or change.
   *
   * @return a warning where the file system has no permissions to look at
   * @throws Refused if others may read or change it
   * @throws BadInput if its permissions cannot be read
   */
  static Optional<String> requirePrivate(Path file) {
    if (!knowsPermissions(file)) {
      return Optional.of(
          "the file system of " + file + " does not say who may read it; keep it to yourself");
    }
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (IOException e) {
      throw new BadInput(
          "the permissions of " + file + " cannot be read",
          "it must be known that nobody else can read it",
          "copy it to a local folder",
          e);
    }
    if (permissions.stream().anyMatch(FOR_OTHERS::contains)) {
      throw new Refused(
          file
              + " can be read or changed by others ("
              + PosixFilePermissions.toString(permissions)
              + ")",
          "whoever has this key is a member of the cluster",
          "chmod 600 " + file + "; if others may have read it, make a new one with `rundle certs`");
    }
    return Optional.empty();
  }

  /** Whether the file system tells owner, group and others apart. */
  static boolean knowsPermissions(Path path) {
    return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
  }

  /** Makes a folder for the owner alone, which must not be there yet. */
  static Path newFolder(Path folder) throws IOException {
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    Files.setPosixFilePermissions(folder, FOLDER);
    return folder;
  }

  /** Writes a file for the owner alone, which must not be there yet. */
  static void newFile(Path file, String text) throws IOException {
    // Private from its first moment on, whatever the umask.
    Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
    Files.setPosixFilePermissions(file, FILE);
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Removes a folder of ours with the files in it; what cannot be removed stays. */
  static void removeFolder(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var inside = Files.walk(folder)) {
      for (Path path : inside.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // Its name says that it is left over, and nobody else can read it.
      return;
    }
  }
}

package dev.rundle.coordinator.cluster.logs;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A run's logs on disk: each grows under a name of its own that ends in {@code .part}, and gets its
 * true name once nothing more will come. Files are opened for each piece, so that a thousand logs
 * need no thousand file descriptors.
 */
final class LogFolder {
  /** Left free on the disk: the run's results must still find room when its logs do not. */
  static final long RESERVED_BYTES = 64L << 20;

  private final Path folder;
  private final LongSupplier usableBytes;

  LogFolder(Path folder) {
    this(folder, () -> folder.toFile().getUsableSpace());
  }

  /**
   * @param usableBytes room on the disk, once the folder is there
   */
  LogFolder(Path folder, LongSupplier usableBytes) {
    this.folder = folder;
    this.usableBytes = usableBytes;
  }

  /**
   * Appends a piece.
   *
   * @param first true for the log's first piece; no file of that name may be there
   * @throws IOException if it cannot be written, with the cause in words
   */
  void append(String agent, byte[] bytes, boolean first) throws IOException {
    if (first) {
      Files.createDirectories(folder);
      if (Files.exists(whole(agent))) {
        throw new FileAlreadyExistsException(whole(agent).toString());
      }
    }
    if (usableBytes.getAsLong() - bytes.length < RESERVED_BYTES) {
      throw new IOException("less than " + (RESERVED_BYTES >> 20) + " MiB are free on its disk");
    }
    Files.write(
        part(agent),
        bytes,
        first ? StandardOpenOption.CREATE_NEW : StandardOpenOption.APPEND,
        StandardOpenOption.WRITE);
  }

  /**
   * Gives a log its name.
   *
   * @return where it is; empty if nothing of it was written
   * @throws IOException if it cannot be moved
   */
  Optional<Path> settle(String agent) throws IOException {
    return Files.exists(part(agent))
        ? Optional.of(Files.move(part(agent), whole(agent)))
        : Optional.of(whole(agent)).filter(Files::exists);
  }

  /** Where a log grows. */
  Path part(String agent) {
    return folder.resolve(agent + ".log.part");
  }

  private Path whole(String agent) {
    return folder.resolve(agent + ".log");
  }
}

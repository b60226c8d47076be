package dev.rundle.coordinator.freeze;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/**
 * One freeze's record on disk: a file of JSON lines, each synced before what it announces is done,
 * so that the prior state survives a SIGKILL or a power cut. The first line is the record; a later
 * one that was cut is ignored, because then its step was not begun.
 */
final class FreezeJournal {
  private final Path file;
  private final FreezeRecord record;
  private final Optional<JournalStep> lastStep;

  private FreezeJournal(Path file, FreezeRecord record, Optional<JournalStep> lastStep) {
    this.file = file;
    this.record = record;
    this.lastStep = lastStep;
  }

  /**
   * Writes a new journal and syncs it and its folder.
   *
   * @throws BadInput if the folder cannot be written
   */
  static FreezeJournal create(Path folder, FreezeRecord record) {
    return create(folder, record, record.runId());
  }

  /** As {@link #create(Path, FreezeRecord)}, for a record that was read from a tag. */
  static FreezeJournal createFromTag(Path folder, FreezeRecord record) {
    return create(folder, record, record.runId() + "-from-tag");
  }

  private static FreezeJournal create(Path folder, FreezeRecord record, String name) {
    Path file =
        folder.resolve(
            fileNamePrefix(record.prior().endpoint())
                + record.prior().variant()
                + "-"
                + name
                + JournalFolder.SUFFIX);
    try {
      Files.createDirectories(folder);
      try (var channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        write(channel, FreezeRecordJson.encode(record) + "\n");
      }
      syncFolder(folder);
    } catch (IOException e) {
      throw new BadInput(
          "the freeze journal " + file + " cannot be written: " + e.getMessage(),
          "without it the endpoint could not be put back after a crash, so nothing was changed",
          "name a work folder that can be written",
          e);
    }
    return new FreezeJournal(file, record, Optional.empty());
  }

  /**
   * Reads a journal.
   *
   * @throws UnreadableRecord if its first line is no record
   */
  static FreezeJournal read(Path file) throws UnreadableRecord {
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UnreadableRecord("it cannot be read: " + e.getMessage());
    }
    if (text.isBlank()) {
      throw new UnreadableRecord("it is empty");
    }
    String[] lines = text.split("\n");
    FreezeRecord record = FreezeRecordJson.decode(lines[0]);
    Optional<JournalStep> last = Optional.empty();
    for (int i = 1; i < lines.length; i++) {
      Optional<JournalStep> step = FreezeRecordJson.decodeStep(lines[i]);
      last = step.isPresent() ? step : last;
    }
    return new FreezeJournal(file, record, last);
  }

  static String fileNamePrefix(String endpoint) {
    return JournalFolder.PREFIX + endpoint + "-";
  }

  FreezeRecord record() {
    return record;
  }

  Path file() {
    return file;
  }

  boolean isClosed() {
    return lastStep.filter(JournalStep.CLOSED::equals).isPresent();
  }

  /** True if the endpoint was put back and only the record's own traces were left. */
  boolean isRestored() {
    return lastStep.filter(JournalStep.RESTORED::equals).isPresent() || isClosed();
  }

  /**
   * Announces a step and syncs.
   *
   * @throws BadInput if the file cannot be written any more
   */
  void note(JournalStep step, Instant at) {
    try {
      // A line cut by a power failure must not swallow this one.
      String separator = endsLine(file) ? "" : "\n";
      try (var channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
        write(channel, separator + FreezeRecordJson.encode(step, at) + "\n");
      }
    } catch (IOException e) {
      throw new BadInput(
          "the freeze journal " + file + " cannot be written: " + e.getMessage(),
          "a step that is not written down first must not be taken",
          "free some space, or name another work folder",
          e);
    }
  }

  private static void write(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  private static boolean endsLine(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      return channel.size() == 0
          || (channel.read(one, channel.size() - 1) == 1 && one.get(0) == '\n');
    }
  }

  /** Makes the file's name survive a power cut, where the system allows to sync a folder. */
  private static void syncFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notPossibleHere) {
      // Windows cannot; the file itself is synced.
    }
  }
}

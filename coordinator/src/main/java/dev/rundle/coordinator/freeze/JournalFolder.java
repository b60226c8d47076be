package dev.rundle.coordinator.freeze;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The work folder, as far as freeze journals go. */
final class JournalFolder {
  static final String PREFIX = "freeze-";
  static final String SUFFIX = ".jsonl";

  private final Path folder;

  JournalFolder(Path folder) {
    this.folder = folder;
  }

  Path path() {
    return folder;
  }

  /** Journals of an endpoint, oldest record first. */
  Contents look(String endpoint) {
    List<FreezeJournal> open = new ArrayList<>();
    List<FreezeJournal> closed = new ArrayList<>();
    List<Unreadable> unreadable = new ArrayList<>();
    for (Path file : files(endpoint)) {
      try {
        FreezeJournal journal = FreezeJournal.read(file);
        if (journal.record().prior().endpoint().equals(endpoint)) {
          (journal.isClosed() ? closed : open).add(journal);
        }
      } catch (UnreadableRecord e) {
        unreadable.add(new Unreadable(file, e.getMessage()));
      }
    }
    Comparator<FreezeJournal> byAge = Comparator.comparing(journal -> journal.record().at());
    open.sort(byAge);
    closed.sort(byAge);
    return new Contents(open, closed, unreadable);
  }

  private List<Path> files(String endpoint) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> isOf(endpoint, file.getFileName().toString())).sorted().toList();
    } catch (IOException e) {
      throw new BadInput(
          "the work folder " + folder + " cannot be read: " + e.getMessage(),
          "a freeze that is recorded there would go unnoticed",
          "name a work folder that can be read",
          e);
    }
  }

  /** By name; an endpoint's name may be the beginning of another's, so the content decides. */
  private static boolean isOf(String endpoint, String fileName) {
    return fileName.startsWith(FreezeJournal.fileNamePrefix(endpoint)) && fileName.endsWith(SUFFIX);
  }

  /** What was found. */
  record Contents(
      List<FreezeJournal> open, List<FreezeJournal> closed, List<Unreadable> unreadable) {
    Contents {
      open = List.copyOf(open);
      closed = List.copyOf(closed);
      unreadable = List.copyOf(unreadable);
    }
  }

  /** A file that is named like a journal but cannot be used. */
  record Unreadable(Path file, String reason) {}
}

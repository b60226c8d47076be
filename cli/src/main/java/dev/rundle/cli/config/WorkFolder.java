package dev.rundle.cli.config;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that holds artifacts, reports, journals and logs. */
public final class WorkFolder {
  private WorkFolder() {}

  /**
   * Makes it where it is missing.
   *
   * @throws BadInput if it cannot be written
   */
  public static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
    if (!Files.isWritable(folder)) {
      throw unusable(folder, null);
    }
  }

  private static BadInput unusable(Path folder, IOException cause) {
    return new BadInput(
        "cannot write into the work folder " + folder,
        cause == null ? "it is not writable" : FileTrouble.why(cause),
        "name a folder that can be written with --work",
        cause);
  }
}

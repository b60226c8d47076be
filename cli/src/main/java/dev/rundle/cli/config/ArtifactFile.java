package dev.rundle.cli.config;

import dev.rundle.cli.options.OutputFileOptions;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Chooses where an artifact goes, before the measurement that fills it. */
public final class ArtifactFile {
  private static final String SUFFIX = ".json";
  private static final String EXAMPLE = "--output result.json";

  private ArtifactFile() {}

  /**
   * The file that was named, or the next free one of the default name: {@code x.json}, {@code
   * x-2.json}, {@code x-3.json}.
   *
   * @param defaultName without folder and suffix; asked for only if no file was named
   * @throws Refused if the named file exists and may not be replaced
   * @throws BadInput if it can be no file, or its folder cannot be made or written
   */
  public static Path choose(
      OutputFileOptions options,
      Surroundings surroundings,
      Path work,
      Supplier<String> defaultName) {
    if (options.output().isEmpty()) {
      WorkFolder.create(work);
      String name = defaultName.get();
      Path plain = work.resolve(name + SUFFIX);
      return options.force() ? plain : nextFree(work, name, plain);
    }
    Path named = surroundings.directory().resolve(options.output().get());
    if (Files.exists(named) && !Files.isRegularFile(named)) {
      throw new BadInput(
          "--output " + options.output().get() + " is not a file",
          Files.isDirectory(named)
              ? "it is a folder"
              : "it is a device or the like, which an artifact must not replace",
          "name a file for the artifact, e.g. " + EXAMPLE);
    }
    if (Files.exists(named) && !options.force()) {
      throw new Refused(
          named + " exists",
          "an artifact is never overwritten silently, and the measurement would be lost",
          "name another file with --output, or replace it with --force");
    }
    createFolder(named);
    return named;
  }

  /**
   * Writes an artifact to the file that was chosen.
   *
   * @throws Refused if somebody else has written that file meanwhile and it may not be replaced
   * @throws BadInput if it cannot be written
   */
  public static void write(Path file, Object artifact, OutputFileOptions options) {
    try {
      Artifacts.write(file, artifact, options.force());
    } catch (BadInput e) {
      throw e.getCause() instanceof IOException cause ? unwritable(file, cause) : e;
    }
  }

  private static void createFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
    if (!Files.isWritable(folder)) {
      throw unwritable(file, new AccessDeniedException(folder.toString()));
    }
  }

  private static BadInput unwritable(Path file, IOException cause) {
    return new BadInput(
        "cannot write the artifact " + file,
        FileTrouble.why(cause),
        "name a file in a folder that can be written, e.g. " + EXAMPLE,
        cause);
  }

  private static Path nextFree(Path work, String name, Path plain) {
    Path candidate = plain;
    for (int i = 2; Files.exists(candidate); i++) {
      candidate = work.resolve(name + "-" + i + SUFFIX);
    }
    return candidate;
  }
}

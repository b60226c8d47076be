package dev.rundle.cli.config;

import dev.rundle.cli.options.OutputFileOptions;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Chooses where an artifact goes, before the measurement that fills it. */
public final class ArtifactFile {
  private static final String SUFFIX = ".json";

  private ArtifactFile() {}

  /**
   * The file that was named, or the next free one of the default name: {@code x.json}, {@code
   * x-2.json}, {@code x-3.json}.
   *
   * @param defaultName without folder and suffix; asked for only if no file was named
   * @throws Refused if the named file exists and may not be replaced
   */
  public static Path choose(
      OutputFileOptions options,
      Surroundings surroundings,
      Path work,
      Supplier<String> defaultName) {
    if (options.output().isEmpty()) {
      String name = defaultName.get();
      Path plain = work.resolve(name + SUFFIX);
      return options.force() ? plain : nextFree(work, name, plain);
    }
    Path named = surroundings.directory().resolve(options.output().get());
    if (Files.exists(named) && !options.force()) {
      throw new Refused(
          named + " exists",
          "an artifact is never overwritten silently, and the measurement would be lost",
          "name another file with --output, or replace it with --force");
    }
    return named;
  }

  private static Path nextFree(Path work, String name, Path plain) {
    Path candidate = plain;
    for (int i = 2; Files.exists(candidate); i++) {
      candidate = work.resolve(name + "-" + i + SUFFIX);
    }
    return candidate;
  }
}

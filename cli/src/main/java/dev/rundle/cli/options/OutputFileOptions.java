package dev.rundle.cli.options;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where an artifact is written, and whether it may replace another. */
public final class OutputFileOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File for the artifact (default: named after what it is, in the work folder).")
  private Path output;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  public Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  public boolean force() {
    return force;
  }
}

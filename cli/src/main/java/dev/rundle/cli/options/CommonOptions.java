package dev.rundle.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that every command has. */
public final class CommonOptions {
  @Option(
      names = "--json",
      description =
          "Print the result as JSON on stdout instead of a table, and progress on stderr as one JSON"
              + " object a line.")
  private boolean json;

  @Option(
      names = "--debug",
      description = "Show stack traces, and log in detail to the work folder's rundle.log.")
  private boolean debug;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      defaultValue = "rundle-work",
      description = "Folder for artifacts, reports, journals and logs (default: ./rundle-work).")
  private Path work;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  public boolean json() {
    return json;
  }

  public boolean debug() {
    return debug;
  }

  /** The work folder, not yet resolved against the current directory. */
  public Path work() {
    return work;
  }
}

package dev.rundle.cli;

import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * Runs what calls nothing, so that the JVM that the launcher starts with {@code
 * -XX:ArchiveClassesAtExit} has loaded the classes which every later start finds in its archive.
 */
public final class ClassArchive {
  private static final String[][] COMMAND_LINES = {
    {"--help"},
    {"--version"},
    {"qmax", "--dry-run"},
    {"qmax", "--dry-run", "--json"},
    {"plan", "--qmax", "missing.json", "--ttotal", "missing.json"},
    {"drift", "--config", "missing.yaml"},
  };

  private ClassArchive() {}

  /** Runs them all, printing nothing. */
  public static void main(String[] args) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Surroundings surroundings =
        new Surroundings(nowhere, nowhere, false, false, Map.of(), Path.of(""), Clock.systemUTC());
    for (String[] line : COMMAND_LINES) {
      CommandLineRunner.run(line, surroundings, new Interrupts());
    }
  }
}

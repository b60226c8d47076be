package dev.rundle.cli;

import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Runs whole command lines inside the test's JVM and keeps what they print. */
public final class CommandLineFixture {
  private final Path folder;
  private final Map<String, String> environment;

  private CommandLineFixture(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  public static CommandLineFixture in(Path folder) {
    return new CommandLineFixture(folder, Map.of());
  }

  /** What a command line left behind. */
  public record Ended(int exitCode, String out, String err) {}

  public Ended run(String... args) {
    return run(new Interrupts(), args);
  }

  public Ended run(Interrupts interrupts, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        CommandLineRunner.run(
            args,
            new Surroundings(
                printer(out), printer(err), false, false, environment, folder, Clock.systemUTC()),
            interrupts);
    return new Ended(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream printer(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}

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
  private final String awaited;
  private final Runnable action;

  private CommandLineFixture(Path folder, String awaited, Runnable action) {
    this.folder = folder;
    this.awaited = awaited;
    this.action = action;
  }

  public static CommandLineFixture in(Path folder) {
    return new CommandLineFixture(folder, "", () -> {});
  }

  /** Acts as soon as a line on stderr holds this. */
  public CommandLineFixture when(String lineHolds, Runnable then) {
    return new CommandLineFixture(folder, lineHolds, then);
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
                printer(out), watched(err), false, false, Map.of(), folder, Clock.systemUTC()),
            interrupts);
    return new Ended(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private PrintStream watched(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8) {
      @Override
      public void println(String line) {
        super.println(line);
        if (!awaited.isEmpty() && line.contains(awaited)) {
          action.run();
        }
      }
    };
  }

  private static PrintStream printer(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}

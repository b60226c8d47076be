package dev.rundle.sandbox.world;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads a file of service times: one number a line, blank lines and lines from # on skipped. */
public final class DurationsFile {
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();
  private static final int MOST_LINES = 1_000_000;

  private DurationsFile() {}

  /** What the numbers count. */
  public enum Unit {
    SECONDS(1e9),
    MILLISECONDS(1e6);

    private final double nanos;

    Unit(double nanos) {
      this.nanos = nanos;
    }
  }

  /**
   * Reads the whole file.
   *
   * @throws BadInput if it cannot be read, holds no number, or any line is not a number above zero
   *     and at most one hour
   */
  public static ServiceTime.Empirical read(Path file, Unit unit) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInput(
          "The service times in " + file + " cannot be read",
          String.valueOf(e.getMessage()),
          "name a text file with one duration a line",
          e);
    }
    var times = new ArrayList<Duration>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        times.add(parse(file, i + 1, line, unit));
      }
    }
    if (times.isEmpty() || times.size() > MOST_LINES) {
      throw new BadInput(
          file + " holds " + times.size() + " service times",
          "between 1 and " + MOST_LINES + " are needed",
          "write one duration a line, in seconds or milliseconds");
    }
    return new ServiceTime.Empirical(times);
  }

  private static Duration parse(Path file, int lineNumber, String line, Unit unit) {
    double nanos;
    try {
      nanos = Double.parseDouble(line) * unit.nanos;
    } catch (NumberFormatException e) {
      nanos = Double.NaN;
    }
    // Written so that NaN is refused too.
    if (!(nanos >= 1 && nanos <= LONGEST_NANOS)) {
      String shown = line.length() > 40 ? line.substring(0, 40) + "…" : line;
      throw new BadInput(
          file + ", line " + lineNumber + ": \"" + shown + "\" is not a service time",
          "a number above 0 and at most 1 hour is needed",
          "correct or remove the line");
    }
    return Duration.ofNanos(Math.round(nanos));
  }
}

package dev.rundle.cli.output;

import java.io.PrintStream;
import java.time.Clock;

/** What happens, as one JSON object a line, each with {@code at} and the name of its event. */
public final class JsonLines {
  private final PrintStream to;
  private final Clock clock;

  public JsonLines(PrintStream to, Clock clock) {
    this.to = to;
    this.clock = clock;
  }

  /**
   * Writes a line.
   *
   * @param event its name, stable for those who read it
   * @param fields a record whose components follow
   */
  public void event(String event, Object fields) {
    String line = Json.line(clock.instant(), event, fields);
    synchronized (to) {
      to.println(line);
      to.flush();
    }
  }

  /** Some text and nothing more. */
  public record Text(String text) {}
}

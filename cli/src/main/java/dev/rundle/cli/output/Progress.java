package dev.rundle.cli.output;

import dev.rundle.cli.process.Surroundings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * What is going on, on stderr: on a terminal one line that is redrawn, with its expected end;
 * elsewhere a line whenever the phase changes.
 */
public final class Progress implements AutoCloseable {
  private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Surroundings surroundings;
  private final boolean json;
  private final Clock clock;
  private final int columns;
  private final Optional<LiveBlock> block;
  private volatile Doing doing = new Doing("", "", Instant.EPOCH);

  private record Doing(String phase, String length, Instant since) {}

  /** Progress as text. */
  public Progress(Surroundings surroundings) {
    this(surroundings, false);
  }

  /** Progress as text, or as JSON lines. */
  public Progress(Surroundings surroundings, boolean json) {
    this.surroundings = surroundings;
    this.json = json;
    this.clock = surroundings.clock();
    this.columns = TerminalSize.of(surroundings.environment()).columns();
    this.block =
        !json && surroundings.isErrRedrawn()
            ? Optional.of(new LiveBlock(surroundings.err(), this::content))
            : Optional.empty();
  }

  /** A new phase whose end is not known. */
  public void phase(String what) {
    begin(what, "");
  }

  /** A new phase that should take so long. */
  public void phase(String what, Duration expected) {
    begin(what, expected(expected, clock.instant()));
  }

  /** A new phase that is over sooner, or else given up after so long. */
  public void phaseOfAtMost(String what, Duration bound) {
    begin(what, atMost(bound));
  }

  /** {@code (240 s, until 21:05:12)}. */
  public static String expected(Duration expected, Instant from) {
    return "(" + Figures.duration(expected) + ", until " + timeOfDay(from.plus(expected)) + ")";
  }

  /** {@code (at most 240 s)}. */
  public static String atMost(Duration bound) {
    return "(at most " + Figures.duration(bound) + ")";
  }

  /** A moment as clocks on the wall show it. */
  public static String timeOfDay(Instant instant) {
    return TIME_OF_DAY.format(LocalTime.ofInstant(instant, ZoneId.systemDefault()));
  }

  private void begin(String what, String length) {
    if (what.equals(doing.phase())) {
      return;
    }
    doing = new Doing(what, length, clock.instant());
    if (json) {
      new JsonLines(surroundings.err(), clock).event("phase", new JsonLines.Text(what));
    } else {
      block.ifPresentOrElse(LiveBlock::redraw, () -> line(join(what, length)));
    }
  }

  /** A line that stays. */
  public void line(String text) {
    block.ifPresentOrElse(b -> b.line(text), () -> surroundings.err().println(text));
  }

  private List<String> content() {
    Doing now = doing;
    if (now.phase().isEmpty()) {
      return List.of();
    }
    String elapsed = Figures.clock(Duration.between(now.since(), clock.instant()));
    return List.of(Words.cut(now.phase() + "  " + elapsed + join("", now.length()), columns));
  }

  private static String join(String what, String length) {
    return length.isEmpty() ? what : what + " " + length;
  }

  /** Takes the line away. */
  @Override
  public void close() {
    block.ifPresent(LiveBlock::close);
    surroundings.err().flush();
  }
}

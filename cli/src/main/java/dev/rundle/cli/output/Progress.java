package dev.rundle.cli.output;

import dev.rundle.cli.process.Surroundings;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What is going on, on stderr: on a terminal one line that is redrawn every half second with its
 * expected end, elsewhere a line whenever the phase changes.
 */
public final class Progress implements AutoCloseable {
  private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final PrintStream err;
  private final boolean redraw;
  private final Clock clock;
  private final Optional<ScheduledThreadPoolExecutor> painter;

  private String phase = "";
  private String detail = "";
  private Instant since = Instant.EPOCH;
  private String phaseLength = "";
  private boolean drawn;

  public Progress(Surroundings surroundings) {
    this.err = surroundings.err();
    this.redraw = surroundings.errIsTerminal();
    this.clock = surroundings.clock();
    this.painter = redraw ? Optional.of(startPainter()) : Optional.empty();
  }

  private ScheduledThreadPoolExecutor startPainter() {
    var executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "rundle-progress");
              thread.setDaemon(true);
              return thread;
            });
    executor.scheduleAtFixedRate(this::draw, 500, 500, TimeUnit.MILLISECONDS);
    return executor;
  }

  /** A new phase whose end is not known. */
  public synchronized void phase(String what) {
    begin(what, "");
  }

  /** A new phase that should take so long. */
  public synchronized void phase(String what, Duration expected) {
    Instant end = clock.instant().plus(expected);
    String at = TIME_OF_DAY.format(LocalTime.ofInstant(end, ZoneId.systemDefault()));
    begin(what, " (" + Figures.duration(expected) + ", until " + at + ")");
  }

  /** A new phase that is over sooner, or else given up after so long. */
  public synchronized void phaseOfAtMost(String what, Duration bound) {
    begin(what, " (at most " + Figures.duration(bound) + ")");
  }

  private void begin(String what, String length) {
    if (what.equals(phase)) {
      return;
    }
    phase = what;
    detail = "";
    since = clock.instant();
    phaseLength = length;
    if (redraw) {
      draw();
    } else {
      err.println(what + length);
    }
  }

  /** A live figure of the current phase; shown on a terminal only. */
  public synchronized void detail(String figures) {
    detail = figures;
  }

  /** A line that stays. */
  public synchronized void line(String text) {
    erase();
    err.println(text);
  }

  private synchronized void draw() {
    if (phase.isEmpty()) {
      return;
    }
    String elapsed = Figures.clock(Duration.between(since, clock.instant()));
    String line = phase + "  " + elapsed + phaseLength + (detail.isEmpty() ? "" : "  " + detail);
    err.print("\r\u001B[K" + line);
    err.flush();
    drawn = true;
  }

  private void erase() {
    if (drawn) {
      err.print("\r\u001B[K");
      drawn = false;
    }
  }

  /** Takes the line away. */
  @Override
  public synchronized void close() {
    painter.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    phase = "";
    erase();
    err.flush();
  }
}

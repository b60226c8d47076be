package dev.rundle.cli.output;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lines at the foot of a terminal that are redrawn in place every half second. Lines that stay are
 * printed above them.
 */
public final class LiveBlock implements AutoCloseable {
  private static final String CLEAR_LINE_END = "\u001B[K";
  private static final String CLEAR_BELOW = "\u001B[J";
  private static final String NO_WRAP = "\u001B[?7l";
  private static final String WRAP = "\u001B[?7h";
  private static final long EVERY_MILLIS = 500;

  private final PrintStream terminal;
  private final Supplier<List<String>> content;
  private final ScheduledThreadPoolExecutor painter;
  private int drawn;
  private boolean closed;

  /**
   * A block that is drawn from now on.
   *
   * @param content what it shows now, no more lines than the terminal has; called on any thread,
   *     while this block is locked
   */
  public LiveBlock(PrintStream terminal, Supplier<List<String>> content) {
    this.terminal = terminal;
    this.content = content;
    this.painter =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "rundle-progress");
              thread.setDaemon(true);
              return thread;
            });
    painter.scheduleAtFixedRate(this::redraw, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Draws what there is to show now. */
  public synchronized void redraw() {
    if (closed) {
      return;
    }
    List<String> lines = content.get();
    StringBuilder out = new StringBuilder(toFirstLine());
    for (int i = 0; i < lines.size(); i++) {
      out.append(i == 0 ? "" : "\n").append(lines.get(i)).append(CLEAR_LINE_END);
    }
    // A window that was made narrower cuts lines that no longer fit instead of wrapping them, which
    // would leave the block taller than it is taken for.
    terminal.print(NO_WRAP + out + CLEAR_BELOW + WRAP);
    terminal.flush();
    drawn = lines.size();
  }

  /** A line that stays, above the block. */
  public synchronized void line(String text) {
    erase();
    terminal.println(text);
    redraw();
  }

  private void erase() {
    if (drawn > 0) {
      terminal.print(toFirstLine() + CLEAR_BELOW);
      drawn = 0;
    }
  }

  /** The cursor rests at the end of the block's last line. */
  private String toFirstLine() {
    return drawn > 1 ? "\r\u001B[" + (drawn - 1) + "A" : "\r";
  }

  /** Takes the block away. */
  @Override
  public synchronized void close() {
    painter.shutdownNow();
    erase();
    closed = true;
    terminal.flush();
  }
}

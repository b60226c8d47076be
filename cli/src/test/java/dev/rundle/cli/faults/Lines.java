package dev.rundle.cli.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Lines that somebody prints, with the time at which each came. */
public final class Lines implements Consumer<String> {
  private static final int SHOWN = 40;

  private final List<Line> all = new ArrayList<>();

  /** A line and when it came, by {@link System#nanoTime()}. */
  public record Line(long nanos, String text) {}

  @Override
  public synchronized void accept(String text) {
    all.add(new Line(System.nanoTime(), text));
    notifyAll();
  }

  /** How many there are: a mark to look for later ones from. */
  public synchronized int mark() {
    return all.size();
  }

  /** Waits for a line from the mark on that holds the text. */
  public Line await(int mark, String text, Duration bound) {
    return await(mark, line -> line.contains(text), "\"" + text + "\"", bound);
  }

  synchronized Line await(int mark, Predicate<String> wanted, String what, Duration bound) {
    long giveUp = System.nanoTime() + bound.toNanos();
    while (true) {
      Optional<Line> found = find(mark, wanted);
      if (found.isPresent()) {
        return found.get();
      }
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(giveUp - System.nanoTime());
      if (leftMillis <= 0) {
        throw new AssertionError(
            what + " did not come within " + bound.toSeconds() + " s; the last was:\n" + last());
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for " + what, e);
      }
    }
  }

  synchronized Optional<Line> find(int mark, Predicate<String> wanted) {
    return all.stream().skip(mark).filter(line -> wanted.test(line.text())).findFirst();
  }

  private String last() {
    return String.join(
        "\n",
        all.subList(Math.max(0, all.size() - SHOWN), all.size()).stream().map(Line::text).toList());
  }

  synchronized List<Line> all() {
    return List.copyOf(all);
  }

  /** All of them. */
  public synchronized String text() {
    return String.join("\n", all.stream().map(Line::text).toList());
  }
}

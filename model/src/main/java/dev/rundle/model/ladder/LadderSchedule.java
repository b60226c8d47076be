package dev.rundle.model.ladder;

import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Explicit rungs in ascending order, how long each is held and which last part of it is measured,
 * and the rest between two rungs.
 *
 * <p>Rung 1 (service time, first-chunk alarm) and the pair N/2, N of the recovery test are read by
 * later steps. Where they are missing they are <em>added</em>, with a note, rather than refused: a
 * ladder without them would have to be run again.
 *
 * @param required concurrencies that are measured in any case
 * @param notes what was added and why
 */
public record LadderSchedule(
    List<Rung> rungs, Duration rest, List<Integer> required, List<String> notes) {
  /** Largest concurrency accepted. */
  public static final int HIGHEST_CONCURRENCY = 100_000;

  /** Concurrency of the scale-out probe unless chosen otherwise; its half is the reference. */
  public static final int DEFAULT_PROBE = 10;

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final String HELP =
      "give rungs in ascending order, e.g. --concurrency 1,5,10,20,30,40,50,60";

  public LadderSchedule {
    rungs = List.copyOf(rungs);
    required = List.copyOf(required);
    notes = List.copyOf(notes);
  }

  /** One rung of the schedule; the first {@code hold − window} let it settle. */
  public record Rung(int concurrency, Duration hold, Duration window) {}

  /** A schedule with the recovery pair of {@link #DEFAULT_PROBE}. */
  public static LadderSchedule of(
      List<Integer> concurrencies, List<Duration> holds, List<Duration> windows, Duration rest) {
    return of(concurrencies, holds, windows, rest, DEFAULT_PROBE);
  }

  /**
   * Checks and completes a schedule.
   *
   * @param holds one for all rungs, or one for each
   * @param windows likewise; none longer than its rung's hold
   * @param probeConcurrency N of the recovery pair N/2, N
   * @throws BadInput if anything is empty, not positive, too large, not ascending or of another
   *     number than the rungs
   */
  public static LadderSchedule of(
      List<Integer> concurrencies,
      List<Duration> holds,
      List<Duration> windows,
      Duration rest,
      int probeConcurrency) {
    requireAscending(concurrencies);
    requireConcurrency(probeConcurrency);
    requireRest(rest);
    var byConcurrency = new TreeMap<Integer, Rung>();
    for (int i = 0; i < concurrencies.size(); i++) {
      var rung =
          new Rung(
              concurrencies.get(i),
              pick("hold", holds, i, concurrencies.size()),
              pick("window", windows, i, concurrencies.size()));
      requireTimes(rung);
      byConcurrency.put(rung.concurrency(), rung);
    }
    var required = new TreeSet<>(List.of(1, Math.max(1, probeConcurrency / 2), probeConcurrency));
    List<String> notes = new ArrayList<>();
    for (int concurrency : required) {
      if (!byConcurrency.containsKey(concurrency)) {
        var like = byConcurrency.ceilingEntry(concurrency);
        var times = (like == null ? byConcurrency.lastEntry() : like).getValue();
        byConcurrency.put(concurrency, new Rung(concurrency, times.hold(), times.window()));
        notes.add("rung " + concurrency + " added: " + reason(concurrency, probeConcurrency));
      }
    }
    return new LadderSchedule(
        List.copyOf(byConcurrency.values()), rest, List.copyOf(required), notes);
  }

  /**
   * Reads {@code 1,5,10}.
   *
   * @throws BadInput if it is empty or a part is no whole number
   */
  public static List<Integer> parseConcurrencies(String text) {
    List<Integer> concurrencies = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      try {
        concurrencies.add(Integer.parseInt(part.strip()));
      } catch (NumberFormatException e) {
        throw new BadInput(
            "\""
                + part
                + "\" in the list of rungs \""
                + text
                + "\" is no whole number up to "
                + HIGHEST_CONCURRENCY,
            "",
            HELP,
            e);
      }
    }
    return concurrencies;
  }

  /** All holds and the rests between them. */
  public Duration totalWallClock() {
    return rungs.stream()
        .map(Rung::hold)
        .reduce(rest.multipliedBy(rungs.size() - 1L), Duration::plus);
  }

  /** The order for a rung. */
  RungOrder order(int position, int index, int attempt) {
    Rung rung = rungs.get(position);
    boolean isLast = position == rungs.size() - 1;
    return new RungOrder(
        index,
        rung.concurrency(),
        rung.hold().minus(rung.window()),
        rung.window(),
        isLast ? Duration.ZERO : rest,
        attempt);
  }

  private static String reason(int concurrency, int probeConcurrency) {
    return concurrency == 1
        ? "the service time and the first-chunk alarm come from it"
        : "the recovery test of a scale-out compares the probe of "
            + probeConcurrency
            + " with half of it";
  }

  private static void requireAscending(List<Integer> concurrencies) {
    if (concurrencies.isEmpty()) {
      throw new BadInput("the list of rungs is empty", "", HELP);
    }
    int previous = 0;
    for (int concurrency : concurrencies) {
      requireConcurrency(concurrency);
      if (concurrency <= previous) {
        throw new BadInput(
            "rung " + concurrency + " follows rung " + previous,
            "a ladder is climbed once, each rung higher than the one before",
            HELP);
      }
      previous = concurrency;
    }
  }

  private static void requireConcurrency(int concurrency) {
    if (concurrency < 1 || concurrency > HIGHEST_CONCURRENCY) {
      throw new BadInput(
          "a concurrency of " + concurrency + " is not possible",
          "it is a number of outstanding requests from 1 to " + HIGHEST_CONCURRENCY,
          HELP);
    }
  }

  private static void requireRest(Duration rest) {
    if (rest.isNegative() || rest.compareTo(LONGEST) > 0) {
      throw new BadInput(
          "a rest of " + seconds(rest) + " is not possible", "", "give 0 s to 86400 s");
    }
  }

  private static void requireTimes(Rung rung) {
    for (Duration time : List.of(rung.hold(), rung.window())) {
      if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
        throw new BadInput(
            "rung "
                + rung.concurrency()
                + ": a hold or window of "
                + seconds(time)
                + " is not possible",
            "",
            "give more than 0 s and at most 86400 s");
      }
    }
    if (rung.window().compareTo(rung.hold()) > 0) {
      throw new BadInput(
          "rung "
              + rung.concurrency()
              + ": the window of "
              + seconds(rung.window())
              + " is longer than the hold of "
              + seconds(rung.hold()),
          "the window is the last part of the hold; what comes before lets the rung settle",
          "lengthen the hold or shorten the window");
    }
  }

  private static Duration pick(String name, List<Duration> given, int i, int rungs) {
    if (given.size() == 1) {
      return given.get(0);
    }
    if (given.size() != rungs) {
      throw new BadInput(
          given.size() + " " + name + " times were given for " + rungs + " rungs",
          "",
          "give one " + name + " time for all rungs, or one for each");
    }
    return given.get(i);
  }

  private static String seconds(Duration duration) {
    return String.format(java.util.Locale.ROOT, "%.3f s", duration.toMillis() / 1e3);
  }
}

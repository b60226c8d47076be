package dev.rundle.simulations.report;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What agents' logs hold, before anything is written: which of them can be used, and which rungs
 * have exactly the rows that the measurement counted. A rung with one row more or less would show
 * percentiles of something else than what was measured, so it is not shown at all.
 */
final class Census {
  /** Times farther from the ladder than this are wrong clocks or damage. */
  private static final Duration FARTHEST = Duration.ofDays(7);

  private static final String UNGROUPED = "(no group)";

  private final List<Counted> logs = new ArrayList<>();
  private final Map<String, Rows> rows = new TreeMap<>();
  private final Map<String, String> labels = new HashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private int incomplete;
  private BadInput firstFailure;

  private Census() {}

  /**
   * A log that can be used.
   *
   * @param records how many were counted
   * @param startMillis the earliest time in it, as it will be shown
   */
  record Counted(LogSource source, LogHeader header, long records, long startMillis) {}

  /** Rows of one group: requests, and passages through the group. */
  private record Rows(long requests, long groups) {
    private static final Rows NONE = new Rows(0, 0);

    Rows plus(Rows other) {
      return new Rows(requests + other.requests, groups + other.groups);
    }

    boolean areEach(long count) {
      return requests == count && groups == count;
    }
  }

  /**
   * Counts.
   *
   * @throws BadInput if no log can be used
   */
  static Census of(List<LogSource> logs, Staircase staircase, List<RungGroup> rungs) {
    if (logs.isEmpty()) {
      throw new BadInput("There is no log to make a report of", "", "run a ladder first");
    }
    var census = new Census();
    Map<Object, Path> seen = new HashMap<>();
    for (LogSource log : logs) {
      census.add(log, staircase, seen);
    }
    if (census.logs.isEmpty()) {
      throw census.firstFailure;
    }
    census.judge(rungs);
    return census;
  }

  /** Logs that can be used. */
  List<Counted> logs() {
    return logs;
  }

  /** Names in the report of the groups that are shown, by their names in the logs. */
  Map<String, String> labels() {
    return labels;
  }

  /** Rungs of the measurement that are not shown, because the logs hold other rows of them. */
  int incomplete() {
    return incomplete;
  }

  /** Requests of the rungs that are shown. */
  long requests() {
    return labels.keySet().stream()
        .mapToLong(group -> rows.getOrDefault(group, Rows.NONE).requests())
        .sum();
  }

  /** What is not shown and why, a sentence each. */
  List<String> leftOut() {
    return leftOut;
  }

  private void add(LogSource source, Staircase staircase, Map<Object, Path> seen) {
    try (LogReader reader = LogReader.open(source.log())) {
      refuseIfSeen(source, reader.header(), seen);
      var counter = new Counter();
      long records = source.whole() ? reader.forEach(counter) : reader.forEachWhole(counter);
      refuseIfTimesAreWrong(source, reader.header(), counter, staircase);
      long start = Math.min(reader.header().start().toEpochMilli(), counter.earliestMillis);
      logs.add(new Counted(source, reader.header(), records, start + source.shiftMillis()));
      counter.rows.forEach((group, tally) -> rows.merge(group, tally.rows(), Rows::plus));
    } catch (BadInput e) {
      leftOut.add("log left out: " + e.what() + (e.why().isEmpty() ? "" : " (" + e.why() + ")"));
      firstFailure = firstFailure == null ? e : firstFailure;
    }
  }

  /** A log that is given twice, or that was copied, would count every request twice. */
  private static void refuseIfSeen(LogSource source, LogHeader header, Map<Object, Path> seen) {
    try {
      Path same = seen.putIfAbsent(source.log().toRealPath(), source.log());
      Path copy = seen.putIfAbsent(List.of(header.simulation(), header.start()), source.log());
      if (same != null || copy != null) {
        throw new BadInput(
            source.log() + " is given twice",
            "it is the same log as " + (same == null ? copy : same) + ", which is used",
            "give each log once");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void refuseIfTimesAreWrong(
      LogSource source, LogHeader header, Counter counter, Staircase staircase) {
    if (counter.endsBeforeItBegan) {
      throw new BadInput(
          source.log() + " has a request that ended before it began",
          "it is damaged",
          "copy it again, or measure again");
    }
    long start = header.start().toEpochMilli() + source.shiftMillis();
    long ladder =
        !staircase.steps().isEmpty()
            ? staircase.steps().get(0).at().toEpochMilli()
            : logs.isEmpty() ? start : logs.get(0).startMillis();
    long earliest = Math.min(start, counter.earliestMillis + source.shiftMillis());
    long latest = Math.max(start, counter.latestMillis + source.shiftMillis());
    long off = Math.max(ladder - earliest, latest - ladder);
    if (off > FARTHEST.toMillis()) {
      throw new BadInput(
          String.format(
              Locale.ROOT,
              "%s has times %,d days from the ladder's",
              source.log(),
              Duration.ofMillis(off).toDays()),
          "its clock was measured wrongly, or it is damaged, or a log of another ladder",
          "give the logs of one ladder");
    }
  }

  private void judge(List<RungGroup> rungs) {
    for (RungGroup rung : rungs) {
      Rows found = rows.getOrDefault(rung.group(), Rows.NONE);
      if (found.areEach(rung.sent())) {
        labels.put(rung.group(), rung.label());
      } else {
        leftOut.add(differing(rung, found));
        incomplete++;
      }
    }
    Map<String, Rows> unnamed = new LinkedHashMap<>(rows);
    rungs.forEach(rung -> unnamed.remove(rung.group()));
    unnamed.forEach(
        (group, found) ->
            leftOut.add(
                String.format(
                    Locale.ROOT,
                    "group \"%s\" is left out: the logs hold %,d requests of it, the measurement"
                        + " knows of no such rung",
                    group,
                    found.requests())));
  }

  private static String differing(RungGroup rung, Rows found) {
    return found.requests() == found.groups()
        ? String.format(
            Locale.ROOT,
            "rung \"%s\" is left out: the logs hold %,d requests of it, the measurement counted"
                + " %,d",
            rung.label(),
            found.requests(),
            rung.sent())
        : String.format(
            Locale.ROOT,
            "rung \"%s\" is left out: the logs hold %,d requests and %,d times to first audio of"
                + " it, the measurement counted %,d",
            rung.label(),
            found.requests(),
            found.groups(),
            rung.sent());
  }

  /** Counts one log; it is added to the census only if the log proves good to its end. */
  private static final class Counter implements LogVisitor {
    final Map<String, Tally> rows = new HashMap<>();
    long earliestMillis = Long.MAX_VALUE / 2;
    long latestMillis = Long.MIN_VALUE / 2;
    boolean endsBeforeItBegan;

    @Override
    public void request(
        List<String> groups, String name, long start, long end, boolean ok, String message) {
      tally(groups).requests++;
      see(start, end);
    }

    @Override
    public void group(List<String> groups, long start, long end, int cumulated, boolean ok) {
      tally(groups).groups++;
      see(start, end);
    }

    @Override
    public void user(String scenario, boolean start, long atMillis) {
      // A user of the pool; not carried over.
    }

    @Override
    public void error(String message, long atMillis) {
      see(atMillis, atMillis);
    }

    private Tally tally(List<String> groups) {
      return rows.computeIfAbsent(LadderLog.nameOf(groups).orElse(UNGROUPED), g -> new Tally());
    }

    private void see(long start, long end) {
      earliestMillis = Math.min(earliestMillis, start);
      latestMillis = Math.max(latestMillis, end);
      endsBeforeItBegan |= end < start;
    }
  }

  private static final class Tally {
    long requests;
    long groups;

    Rows rows() {
      return new Rows(requests, groups);
    }
  }
}

package dev.rundle.simulations.report;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import dev.rundle.simulations.log.LogWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Makes one log of a ladder from the logs of its agents. Gatling's own log knows the users of the
 * pool, parked or not; here they are replaced by the concurrency that was really held. Times are
 * those of one clock, groups get the names that are known only after their rungs. Logs are read
 * twice, as streams: first to count, then to carry over what was found good.
 */
public final class LadderLog {
  private static final String USERS = "requests in flight";

  private final Staircase staircase;
  private final List<RungGroup> rungs;
  private final String title;

  /**
   * @param staircase concurrency of all agents together
   * @param rungs the groups to carry over, each under a label of its own
   * @param title name of the simulation in the new log
   * @throws IllegalArgumentException if two rungs share a group or a label
   */
  public LadderLog(Staircase staircase, List<RungGroup> rungs, String title) {
    this.staircase = staircase;
    this.rungs = List.copyOf(rungs);
    this.title = title;
    refuseIfShared(rungs, RungGroup::group);
    refuseIfShared(rungs, RungGroup::label);
  }

  /** What was carried over. */
  public record Carried(long requests, long groups, long errors) {}

  /**
   * A new log.
   *
   * @param leftOut what is not in it and why, a sentence each
   */
  public record Rewritten(Carried carried, List<String> leftOut) {
    public Rewritten {
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * Rewrites. A log that cannot be used is left out; so is a rung whose rows are then not exactly
   * as many as the measurement counted, and what belongs to no rung.
   *
   * @param logs logs of the agents
   * @param out is created or emptied
   * @throws BadInput if there is no log that can be used, or they change meanwhile
   * @throws java.io.UncheckedIOException if the new log cannot be written
   */
  public Rewritten rewrite(List<LogSource> logs, Path out) {
    var census = Census.of(logs, staircase, rungs);
    try (LogWriter writer = LogWriter.create(out, header(census))) {
      var carrier = new Carrier(writer, census.labels());
      for (Census.Counted log : census.logs()) {
        carrier.shiftMillis = log.source().shiftMillis();
        try (LogReader reader = LogReader.open(log.source().log())) {
          // No more than was counted: a log that is still being brought here may have grown.
          reader.forFirst(log.records(), carrier);
        }
      }
      if (carrier.requests != census.requests()) {
        throw new BadInput(
            "The logs have changed while they were read",
            census.requests() + " requests were counted, then " + carrier.requests + " read",
            "keep the files as they are and try again");
      }
      staircase.forEachUser(
          carrier.latestMillis, (start, atMillis) -> writer.user(USERS, start, atMillis));
      return new Rewritten(
          new Carried(carrier.requests, carrier.groups, carrier.errors), census.leftOut());
    }
  }

  /** The rung's group of a row; empty if the row is in none, or deeper than a rung's rows are. */
  static Optional<String> nameOf(List<String> groups) {
    return groups.size() == 1 ? Optional.of(groups.get(0)) : Optional.empty();
  }

  private LogHeader header(Census census) {
    long start =
        LongStream.concat(
                census.logs().stream().mapToLong(Census.Counted::startMillis),
                staircase.steps().stream().mapToLong(step -> step.at().toEpochMilli()))
            .min()
            .orElseThrow();
    return new LogHeader(
        census.logs().get(0).header().gatlingVersion(),
        title,
        Instant.ofEpochMilli(start),
        description(census),
        List.of(USERS),
        0);
  }

  private static String description(Census census) {
    int agents = census.logs().size();
    int incomplete = census.incomplete();
    return "A rung's time is the time to first audio byte (the full time where a request failed);"
        + " the time of full responses stands below it, and the ranges of the first page count"
        + " those. Concurrent users are requests in flight. Load came from "
        + (agents == 1 ? "1 agent." : agents + " agents.")
        + switch (incomplete) {
          case 0 -> "";
          case 1 -> " 1 rung is left out: its logs do not match the measurement.";
          default ->
              " " + incomplete + " rungs are left out: their logs do not match the measurement.";
        };
  }

  private static void refuseIfShared(List<RungGroup> rungs, Function<RungGroup, String> name) {
    Set<String> seen = new HashSet<>();
    rungs.stream()
        .map(name)
        .filter(value -> !seen.add(value))
        .findFirst()
        .ifPresent(
            twice -> {
              throw new IllegalArgumentException("two rungs are called " + twice);
            });
  }

  /** Hands the rows of rungs on, users left out. */
  private static final class Carrier implements LogVisitor {
    private final LogWriter writer;
    private final Map<String, List<String>> paths = new HashMap<>();
    private long shiftMillis;
    private long latestMillis = Long.MIN_VALUE;
    private long requests;
    private long groups;
    private long errors;

    Carrier(LogWriter writer, Map<String, String> labels) {
      this.writer = writer;
      labels.forEach((group, label) -> paths.put(group, List.of(label)));
    }

    @Override
    public void request(
        List<String> path, String name, long start, long end, boolean ok, String message) {
      List<String> renamed = renamed(path);
      if (renamed == null) {
        return;
      }
      writer.request(renamed, name, start + shiftMillis, end + shiftMillis, ok, message);
      latestMillis = Math.max(latestMillis, end + shiftMillis);
      requests++;
    }

    @Override
    public void group(List<String> path, long start, long end, int cumulated, boolean ok) {
      List<String> renamed = renamed(path);
      if (renamed == null) {
        return;
      }
      writer.group(renamed, start + shiftMillis, end + shiftMillis, cumulated, ok);
      latestMillis = Math.max(latestMillis, end + shiftMillis);
      groups++;
    }

    @Override
    public void user(String scenario, boolean start, long atMillis) {
      // A user of the pool; parked most of the time.
    }

    @Override
    public void error(String message, long atMillis) {
      writer.error(message, atMillis + shiftMillis);
      latestMillis = Math.max(latestMillis, atMillis + shiftMillis);
      errors++;
    }

    /** Null for what is not carried over. */
    private List<String> renamed(List<String> path) {
      return path.size() == 1 ? paths.get(path.get(0)) : null;
    }
  }
}

package dev.rundle.simulations.report;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import dev.rundle.simulations.log.LogWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes one log of a ladder from the logs of its agents. Gatling's own log knows the users of the
 * pool, parked or not; here they are replaced by the concurrency that was really held. Groups get
 * the names that are known only after their rungs. Requests and groups are carried over one by one,
 * in a stream.
 */
public final class LadderLog {
  private static final String USERS = "requests in flight";

  private final Staircase staircase;
  private final Map<String, String> labels;
  private final String title;

  /**
   * @param staircase concurrency of all agents together
   * @param labels new names of groups by their old ones; others stay
   * @param title name of the simulation in the new log
   */
  public LadderLog(Staircase staircase, Map<String, String> labels, String title) {
    this.staircase = staircase;
    this.labels = Map.copyOf(labels);
    this.title = title;
  }

  /** What was carried over. */
  public record Carried(long requests, long groups, long errors) {}

  /**
   * Rewrites.
   *
   * @param logs logs of the agents, at least one
   * @param out is created or emptied
   * @throws BadInput if a log cannot be read to its end
   * @throws java.io.UncheckedIOException if the new log cannot be written
   */
  public Carried rewrite(List<Path> logs, Path out) {
    if (logs.isEmpty()) {
      throw new BadInput("There is no log to make a report of", "", "run a ladder first");
    }
    var header =
        new LogHeader(
            firstHeader(logs).gatlingVersion(),
            title,
            start(logs),
            description(logs.size()),
            List.of(USERS),
            0);
    try (LogWriter writer = LogWriter.create(out, header)) {
      var carrier = new Carrier(writer);
      for (Path log : logs) {
        try (LogReader reader = LogReader.open(log)) {
          reader.forEach(carrier);
        }
      }
      staircase.forEachUser(
          carrier.latestMillis, (start, atMillis) -> writer.user(USERS, start, atMillis));
      return new Carried(carrier.requests, carrier.groups, carrier.errors);
    }
  }

  private static LogHeader firstHeader(List<Path> logs) {
    try (LogReader reader = LogReader.open(logs.get(0))) {
      return reader.header();
    }
  }

  /** The earliest time that any record can have. */
  private Instant start(List<Path> logs) {
    List<Instant> starts = new ArrayList<>();
    for (Path log : logs) {
      try (LogReader reader = LogReader.open(log)) {
        starts.add(reader.header().start());
      }
    }
    staircase.steps().forEach(step -> starts.add(step.at()));
    return starts.stream().min(Instant::compareTo).orElseThrow();
  }

  private static String description(int agents) {
    return "A rung's time is the time to first audio byte (the full time where a request failed);"
        + " the time of full responses stands below it. Load came from "
        + (agents == 1 ? "1 agent." : agents + " agents.");
  }

  /** Hands records on, users left out. */
  private final class Carrier implements LogVisitor {
    private final LogWriter writer;
    private long latestMillis = Long.MIN_VALUE;
    private long requests;
    private long groups;
    private long errors;

    Carrier(LogWriter writer) {
      this.writer = writer;
    }

    @Override
    public void request(
        List<String> path, String name, long start, long end, boolean ok, String message) {
      writer.request(relabelled(path), name, start, end, ok, message);
      latestMillis = Math.max(latestMillis, end);
      requests++;
    }

    @Override
    public void group(List<String> path, long start, long end, int cumulated, boolean ok) {
      writer.group(relabelled(path), start, end, cumulated, ok);
      latestMillis = Math.max(latestMillis, end);
      groups++;
    }

    @Override
    public void user(String scenario, boolean start, long atMillis) {
      // A user of the pool; parked most of the time.
    }

    @Override
    public void error(String message, long atMillis) {
      writer.error(message, atMillis);
      latestMillis = Math.max(latestMillis, atMillis);
      errors++;
    }

    private List<String> relabelled(List<String> path) {
      return path.stream().map(group -> labels.getOrDefault(group, group)).toList();
    }
  }
}

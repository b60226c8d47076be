package dev.rundle.cli.faults;

import dev.rundle.cli.faults.FaultNetwork.Host;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** The endpoint under load, on a host of its own, and what it sees. */
final class Endpoint implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  private final HostProcess process;
  private final Lines lines;
  private final Host host;

  /**
   * What the endpoint sees.
   *
   * @param at by its wall clock
   * @param nanos when it was heard of, by {@link System#nanoTime()}
   * @param inFlight requests that it has and has not answered
   * @param frozen whether its auto scaling is suspended
   */
  record Seen(
      Instant at, long nanos, int inFlight, boolean frozen, int min, int max, int instances) {
    static Seen of(Lines.Line line) {
      String[] words = line.text().split(" ");
      return new Seen(
          Instant.ofEpochMilli(Long.parseLong(words[1])),
          line.nanos(),
          Integer.parseInt(words[2]),
          words[3].equals("1"),
          Integer.parseInt(words[4]),
          Integer.parseInt(words[5]),
          Integer.parseInt(words[6]));
    }

    /** As it was before anybody measured. */
    boolean isAsItWas() {
      return !frozen
          && min == EndpointMain.INSTANCES
          && max == EndpointMain.MOST_INSTANCES
          && instances == EndpointMain.INSTANCES;
    }
  }

  private Endpoint(HostProcess process, Lines lines, Host host) {
    this.process = process;
    this.lines = lines;
    this.host = host;
  }

  static Endpoint start(Host host, Path folder, int slots, Duration serviceTime) {
    var lines = new Lines();
    var process =
        HostProcess.java(
            host,
            folder,
            List.of("-Xmx512m"),
            EndpointMain.class.getName(),
            List.of(host.address(), String.valueOf(slots), String.valueOf(serviceTime.toMillis())),
            lines);
    var endpoint = new Endpoint(process, lines, host);
    endpoint.await(0, seen -> true, "the endpoint's first word", START);
    return endpoint;
  }

  String url() {
    return "http://" + host.address() + ":" + EndpointMain.PORT;
  }

  /** A mark to look from for what is seen later. */
  int mark() {
    return lines.mark();
  }

  /** Waits until it sees this, from the mark on. */
  Seen await(int mark, Predicate<Seen> wanted, String what, Duration bound) {
    return Seen.of(
        lines.await(
            mark,
            line -> line.startsWith("seen ") && wanted.test(Seen.of(new Lines.Line(0, line))),
            what,
            bound));
  }

  /** Waits until it sees this, from now on. */
  Seen await(Predicate<Seen> wanted, String what, Duration bound) {
    return await(mark(), wanted, what, bound);
  }

  /** Mean number in flight between two moments of the wall clock; NaN if nothing was seen. */
  double meanInFlight(Instant from, Instant to) {
    return lines.all().stream()
        .filter(Endpoint::isSeen)
        .map(Seen::of)
        .filter(seen -> !seen.at().isBefore(from) && seen.at().isBefore(to))
        .mapToInt(Seen::inFlight)
        .average()
        .orElse(Double.NaN);
  }

  private static boolean isSeen(Lines.Line line) {
    return line.text().startsWith("seen ");
  }

  @Override
  public void close() {
    process.close();
  }
}

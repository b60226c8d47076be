package dev.rundle.sandbox.world;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Log groups, streams and events. Guarded by the engine's lock. */
final class LogStore {
  private static final int MOST_EVENTS = 10_000;

  private final Duration lag;
  private final Map<String, Group> groups = new TreeMap<>();
  private long events;

  LogStore(Duration lag) {
    this.lag = lag;
  }

  static String groupOf(String endpoint) {
    return "/aws/sagemaker/Endpoints/" + endpoint;
  }

  void createGroup(String name, Instant at) {
    groups.put(name, new Group(at.truncatedTo(ChronoUnit.MILLIS), new TreeMap<>()));
  }

  /** Appends; CloudWatch's time stamps have milliseconds. The oldest events make room. */
  void append(String group, String stream, Instant at, String message) {
    Instant stamp = at.truncatedTo(ChronoUnit.MILLIS);
    List<LogEvent> log =
        groups.get(group).streams().computeIfAbsent(stream, unused -> new ArrayList<>());
    if (log.size() == MOST_EVENTS) {
      log.subList(0, MOST_EVENTS / 10).clear();
    }
    String id = String.format(Locale.ROOT, "%056d", ++events);
    log.add(new LogEvent(id, stream, stamp, stamp.plus(lag), message));
  }

  Map<String, Group> groups() {
    return groups;
  }

  /** A group with its streams' events, oldest first. */
  record Group(Instant createdAt, Map<String, List<LogEvent>> streams) {}
}

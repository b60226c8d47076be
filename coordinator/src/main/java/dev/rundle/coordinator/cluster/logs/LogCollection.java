package dev.rundle.coordinator.cluster.logs;

import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * Decides which agent to ask for which piece of its log, and which answers to take. At most one
 * piece of each log is asked for at a time and at most {@value #MOST_OUTSTANDING} altogether,
 * whoever has waited longest first; that bounds memory, and an answer is its own acknowledgement.
 *
 * <p>While the run goes on logs are followed gently: a small piece every 2 s, sooner where one lags
 * behind and later where nothing is written. After {@link #hurry} they are brought to their end
 * without a pause, and one that does not move is given up. Not thread-safe; times are readings of
 * one ticker, passed in.
 */
final class LogCollection {
  static final int MOST_OUTSTANDING = 16;

  /** While the run goes on; larger ones would hold up the pings that share their connection. */
  static final int GENTLE_BYTES = 64 * 1024;

  /** After the run; still below the size from which the cluster logs every frame. */
  static final int HURRIED_BYTES = 128 * 1024;

  static final Duration BETWEEN_PIECES = Duration.ofSeconds(2);
  static final Duration WHILE_BEHIND = Duration.ofMillis(200);
  static final Duration WHILE_SILENT = Duration.ofSeconds(5);

  /** Without an answer for so long, the same piece is asked for again. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** After the run a log that has not grown for so long is given up. */
  static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(20);

  private final String runId;
  private final Map<String, Log> logs = new LinkedHashMap<>();
  private final Set<Log> open = new LinkedHashSet<>();

  /** Of those that are open: the ones to ask, by the moment at which that is due. */
  private final Queue<Log> waiting =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos - b.dueNanos));

  /** Of those that are open: the ones that were asked, in that order. */
  private final Set<Log> asked = new LinkedHashSet<>();

  private boolean hurried;

  LogCollection(String runId) {
    this.runId = runId;
  }

  /** A piece to ask an agent for. */
  record Ask(String agent, long offset, int mostBytes) {}

  /** The agent has begun a log; the first time counts. */
  void begin(String agent, long nowNanos) {
    if (!logs.containsKey(agent)) {
      var log = new Log(agent);
      logs.put(agent, log);
      open.add(log);
      waitUntil(log, nowNanos);
    }
  }

  /** The run is over: from now on all that is left, as fast as it comes. */
  void hurry(long nowNanos) {
    hurried = true;
    waiting.clear();
    for (Log log : open) {
      log.movedNanos = nowNanos;
      if (!asked.contains(log)) {
        waitUntil(log, nowNanos);
      }
    }
  }

  /** No more of this log will come; one that is here to its end stays so. */
  void lost(String agent) {
    Log log = logs.get(agent);
    if (log != null) {
      close(log);
    }
  }

  /**
   * What was taken of this log could not be kept, so it is not here to its end and never will be.
   */
  void unwritable(String agent) {
    Log log = logs.get(agent);
    log.whole = false;
    close(log);
  }

  /** What to ask for now; each is asked from then on. */
  List<Ask> due(long nowNanos) {
    askAgain(nowNanos);
    List<Ask> asks = new ArrayList<>();
    while (asked.size() < MOST_OUTSTANDING
        && !waiting.isEmpty()
        && nowNanos - waiting.peek().dueNanos >= 0) {
      Log log = waiting.remove();
      log.askedNanos = nowNanos;
      // A late answer to an earlier question may be of that one's size.
      log.askedBytes = Math.max(log.askedBytes, hurried ? HURRIED_BYTES : GENTLE_BYTES);
      asked.add(log);
      asks.add(new Ask(log.agent, log.offset, log.askedBytes));
    }
    return asks;
  }

  /** Those that do not answer go behind all others, whom they must not keep waiting. */
  private void askAgain(long nowNanos) {
    for (Log log : List.copyOf(asked)) {
      if (nowNanos - log.askedNanos < PATIENCE.toNanos()) {
        return;
      }
      asked.remove(log);
      waitUntil(log, nowNanos);
    }
  }

  /**
   * Takes an answer, or drops it: one of another run or agent, at another place than the next, of
   * more bytes than were asked for, or to a log that is over.
   *
   * @return true if its bytes are the next of this agent's log
   */
  boolean takes(LogChunk chunk, long nowNanos) {
    Log log = logs.get(chunk.agent());
    if (log == null
        || !open.contains(log)
        || !runId.equals(chunk.runId())
        || chunk.offset() != log.offset
        || chunk.bytes().length > log.askedBytes) {
      return false;
    }
    int bytes = chunk.bytes().length;
    log.offset += bytes;
    log.movedNanos = bytes > 0 ? nowNanos : log.movedNanos;
    if (chunk.end()) {
      log.whole = true;
      close(log);
    } else {
      asked.remove(log);
      waiting.remove(log);
      waitUntil(log, nowNanos + pauseAfter(bytes).toNanos());
    }
    return true;
  }

  private Duration pauseAfter(int bytes) {
    boolean behind = bytes >= GENTLE_BYTES;
    if (hurried) {
      return behind ? Duration.ZERO : WHILE_BEHIND;
    }
    return behind ? WHILE_BEHIND : bytes > 0 ? BETWEEN_PIECES : WHILE_SILENT;
  }

  /**
   * After the run: logs that are asked for and do not grow. They are given up.
   *
   * @return their agents
   */
  List<String> standstills(long nowNanos) {
    List<Log> still =
        open.stream()
            .filter(log -> hurried && nowNanos - log.movedNanos >= LONGEST_STANDSTILL.toNanos())
            .toList();
    still.forEach(this::close);
    return still.stream().map(log -> log.agent).toList();
  }

  /** True if nothing more will be asked for. */
  boolean isOver() {
    return open.isEmpty();
  }

  /** True if the agent's log is here to its end. */
  boolean isWhole(String agent) {
    Log log = logs.get(agent);
    return log != null && log.whole;
  }

  /** Agents whose logs are neither here to their end nor given up. */
  List<String> missing() {
    return open.stream().map(log -> log.agent).toList();
  }

  /** All agents that have begun a log, in that order. */
  List<String> agents() {
    return List.copyOf(logs.keySet());
  }

  private void waitUntil(Log log, long nanos) {
    log.dueNanos = nanos;
    waiting.add(log);
  }

  private void close(Log log) {
    open.remove(log);
    asked.remove(log);
    waiting.remove(log);
  }

  /** One agent's log. */
  private static final class Log {
    final String agent;
    boolean whole;
    long offset;
    int askedBytes;
    long askedNanos;
    long dueNanos;
    long movedNanos;

    Log(String agent) {
      this.agent = agent;
    }
  }
}

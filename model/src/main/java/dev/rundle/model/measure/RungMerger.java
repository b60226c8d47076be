package dev.rundle.model.measure;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Merges what all agents counted of one rung into a {@link RungMeasurement}. A report that is
 * missing, doubled or of an agent that holds no share of the rung voids the measurement and names
 * the agent: a sum with a hole in it is worse than none. Reports may come in any order. Not
 * thread-safe.
 */
public final class RungMerger {
  /** Agents' windows may differ by this share: closing early reaches them at different times. */
  private static final double WINDOW_TOLERANCE = 0.10;

  private final RungOrder order;
  private final Map<String, Share> shares = new TreeMap<>();
  private final Map<String, String> lost = new TreeMap<>();
  private final TreeSet<String> strangers = new TreeSet<>();
  private final TreeMap<Long, long[]> endedAndOverBySequence = new TreeMap<>();
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final LatencyHistogram ttfab = new LatencyHistogram();
  private final LatencyHistogram full = new LatencyHistogram();
  private final LatencyHistogram connectionWait = new LatencyHistogram();
  private long sent;
  private long overSlo;
  private double fullNanosSum;
  private long audioBytes;
  private long audioNanos;
  private long longestStallNanos;
  private GeneratorHealth worst = GeneratorHealth.UNKNOWN;

  /**
   * @param agents names of the agents that hold a share of the rung, a share of 0 included if that
   *     agent reports
   */
  public RungMerger(RungOrder order, Collection<String> agents) {
    if (agents.isEmpty()) {
      throw new IllegalArgumentException("a rung is held by at least one agent");
    }
    this.order = order;
    agents.forEach(agent -> shares.put(agent, new Share()));
  }

  /** Adds a report; one of another rung is dropped. */
  public void accept(Interval interval) {
    if (interval.rung() != order.index()) {
      return;
    }
    Share share = shares.get(interval.agent());
    if (share == null) {
      strangers.add(interval.agent());
      return;
    }
    if (!share.isNew(interval)) {
      return;
    }
    share.add(interval);
    addTotals(interval);
  }

  /** Says that no more reports of this agent can be relied on. */
  public void agentLost(String agent, String reason) {
    lost.putIfAbsent(agent, reason);
  }

  /** True when every agent has either sent its last interval with none missing or is lost. */
  public boolean isComplete() {
    return waitingFor().isEmpty();
  }

  /** Agents whose reports are not all in, lost ones excepted. */
  public List<String> waitingFor() {
    return shares.entrySet().stream()
        .filter(e -> !lost.containsKey(e.getKey()) && !e.getValue().isWhole())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Attempts that have ended so far. */
  public long ended() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Of those, over the SLO. */
  public long overSlo() {
    return overSlo;
  }

  /** p95 of the time to first audio of the ok attempts so far; empty before the first one. */
  public OptionalDouble ttfabP95Millis() {
    return ttfab.count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ttfab.quantileMillis(0.95));
  }

  /** Time-weighted mean number in flight over the window so far, all agents together. */
  public double meanInFlight() {
    return shares.values().stream().mapToDouble(s -> s.perWindow(s.inFlightNanos)).sum();
  }

  /**
   * Everything received so far as one measurement; void as long as it is not complete.
   *
   * @param windowStart wall-clock start of the measuring window
   */
  public RungMeasurement measurement(Instant windowStart) {
    long windowNanos = shares.values().stream().mapToLong(s -> s.windowNanos).max().orElse(0);
    long ended = ended();
    return new RungMeasurement(
        order,
        windowStart,
        windowStart.plusNanos(windowNanos),
        windowNanos,
        meanInFlight(),
        sent,
        overSlo,
        outcomes,
        shares.values().stream().mapToDouble(s -> s.perWindow(s.completedInWindow)).sum() * 1e9,
        shares.values().stream().mapToDouble(s -> s.perWindow(s.endedInWindow)).sum() * 1e9,
        ended == 0 ? 0 : fullNanosSum / ended,
        ttfab.encode(),
        full.encode(),
        connectionWait.encode(),
        audioBytes,
        windowNanos == 0 ? 0 : (double) audioNanos / windowNanos,
        longestStallNanos,
        counts(),
        worst,
        voidReasons(windowNanos));
  }

  private void addTotals(Interval interval) {
    long[] endedAndOver =
        endedAndOverBySequence.computeIfAbsent(interval.sequence(), s -> new long[2]);
    endedAndOver[0] += interval.ended();
    endedAndOver[1] += interval.overSlo();
    interval.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Long::sum));
    ttfab.add(interval.ttfab());
    full.add(interval.full());
    connectionWait.add(interval.connectionWait());
    sent += interval.sent();
    overSlo += interval.overSlo();
    fullNanosSum += interval.fullNanosSum();
    audioBytes += interval.audioBytes();
    audioNanos += interval.audioNanos();
    longestStallNanos = Math.max(longestStallNanos, interval.longestStallNanos());
    worst = worse(worst, interval.health());
  }

  /** Intervals before the first and after the last ending say nothing; zeros between them do. */
  private List<RungMeasurement.IntervalCount> counts() {
    List<RungMeasurement.IntervalCount> counts = new ArrayList<>();
    int used = 0;
    for (long[] endedAndOver : endedAndOverBySequence.values()) {
      if (!counts.isEmpty() || endedAndOver[0] > 0) {
        counts.add(new RungMeasurement.IntervalCount(endedAndOver[0], endedAndOver[1]));
        used = endedAndOver[0] > 0 ? counts.size() : used;
      }
    }
    return counts.subList(0, used);
  }

  private List<String> voidReasons(long windowNanos) {
    List<String> reasons = new ArrayList<>();
    lost.forEach((agent, why) -> reasons.add("agent " + agent + " was lost: " + why));
    strangers.forEach(
        agent -> reasons.add("agent " + agent + " reported without a share of this rung"));
    shares.forEach(
        (agent, share) -> {
          share.doubled.stream()
              .forEach(s -> reasons.add("agent " + agent + " sent report " + s + " twice"));
          if (!lost.containsKey(agent)) {
            share
                .firstMissing()
                .ifPresent(s -> reasons.add("agent " + agent + ": report " + s + " is missing"));
            share.flaw(windowNanos).ifPresent(flaw -> reasons.add("agent " + agent + " " + flaw));
          }
        });
    return reasons;
  }

  private static GeneratorHealth worse(GeneratorHealth a, GeneratorHealth b) {
    double cpu =
        Double.isNaN(a.cpuLoad())
            ? b.cpuLoad()
            : Double.isNaN(b.cpuLoad()) ? a.cpuLoad() : Math.max(a.cpuLoad(), b.cpuLoad());
    return new GeneratorHealth(
        cpu,
        Math.max(a.gcPauseNanos(), b.gcPauseNanos()),
        Math.max(a.eventLoopLatenessNanos(), b.eventLoopLatenessNanos()));
  }

  /** One agent's part. */
  private static final class Share {
    final BitSet received = new BitSet();
    final BitSet doubled = new BitSet();
    int last = -1;
    long windowNanos;
    double inFlightNanos;
    long completedInWindow;
    long endedInWindow;

    boolean isNew(Interval interval) {
      int sequence = Math.toIntExact(interval.sequence());
      if (received.get(sequence)) {
        doubled.set(sequence);
        return false;
      }
      received.set(sequence);
      return true;
    }

    void add(Interval interval) {
      last = interval.last() ? Math.toIntExact(interval.sequence()) : last;
      windowNanos += interval.windowNanos();
      inFlightNanos += interval.inFlightNanos();
      completedInWindow += interval.completedInWindow();
      endedInWindow += interval.endedInWindow();
    }

    boolean isWhole() {
      return last >= 0 && received.nextClearBit(0) > last;
    }

    OptionalLong firstMissing() {
      int missing = received.nextClearBit(0);
      int end = Math.max(received.length(), last + 1);
      return missing < end ? OptionalLong.of(missing) : OptionalLong.empty();
    }

    /** What is wrong with its end; empty if nothing. */
    Optional<String> flaw(long longestWindowNanos) {
      if (last < 0) {
        return Optional.of("has not sent its last report");
      }
      if (received.length() > last + 1) {
        return Optional.of("sent reports after its last");
      }
      return windowNanos >= longestWindowNanos * (1 - WINDOW_TOLERANCE)
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "measured %.2f s of a window of %.2f s",
                  windowNanos / 1e9,
                  longestWindowNanos / 1e9));
    }

    double perWindow(double amount) {
      return windowNanos == 0 ? 0 : amount / windowNanos;
    }
  }
}

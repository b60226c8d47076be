package dev.rundle.model.measure;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Merges what all agents counted of one rung into a {@link RungMeasurement}. A report that is
 * missing, doubled, impossible, sent after the agent's last one, or of an agent that holds no share
 * of the rung voids the measurement and names the agent: a sum with a hole in it is worse than
 * none. Such a report is left out of the sums, and so is everything that comes from an agent after
 * it was lost. Reports may come in any order; those of another rung are dropped without a word.
 * What is kept is bounded by the number of agents and of intervals. Not thread-safe.
 */
public final class RungMerger {
  /** agent-9 before agent-10. */
  private static final Comparator<String> BY_NAME =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private static final int MOST_STRANGERS = 20;

  private final RungOrder order;
  private final Map<String, AgentTally> tallies = new TreeMap<>(BY_NAME);
  private final Set<String> awaited = new TreeSet<>(BY_NAME);
  private final Map<String, String> unreliable = new TreeMap<>(BY_NAME);
  private final Set<String> reasons = new LinkedHashSet<>();
  private final Set<String> strangers = new LinkedHashSet<>();
  private final TreeMap<Integer, long[]> endedAndOverBySequence = new TreeMap<>();
  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final LatencyHistogram ttfab = new LatencyHistogram();
  private final LatencyHistogram full = new LatencyHistogram();
  private final LatencyHistogram connectionWait = new LatencyHistogram();
  private long sent;
  private long ended;
  private long overSlo;
  private double fullNanosSum;
  private long audioBytes;
  private double audioNanos;
  private long longestStallNanos;

  /**
   * @param shares requests that each agent was told to keep outstanding; an agent with a share of 0
   *     reports too. The rung is void if they do not sum to its concurrency.
   * @throws IllegalArgumentException if there is no agent, or a share is negative
   */
  public RungMerger(RungOrder order, Map<String, Integer> shares) {
    if (shares.isEmpty() || shares.values().stream().anyMatch(share -> share < 0)) {
      throw new IllegalArgumentException("a rung is held by agents, not by " + shares);
    }
    this.order = order;
    shares.forEach((agent, share) -> tallies.put(agent, new AgentTally(share)));
    awaited.addAll(shares.keySet());
    long sum = shares.values().stream().mapToLong(Integer::longValue).sum();
    if (sum != order.concurrency()) {
      voidBecause("the agents' shares sum to " + sum + " instead of " + order.concurrency());
    }
  }

  /** Adds a report; one of another rung is dropped. Never throws, whatever the report holds. */
  public void accept(Interval interval) {
    if (interval.rung() != order.index()) {
      return;
    }
    String agent = interval.agent();
    AgentTally tally = tallies.get(agent);
    if (tally == null) {
      if (strangers.size() < MOST_STRANGERS) {
        strangers.add(agent);
      }
    } else if (!unreliable.containsKey(agent)) {
      try {
        count(interval, tally);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // The latter where a histogram's counts would overflow.
        relyNoMore(agent, "sent a report that cannot be true: " + e.getMessage());
      }
      if (tally.isWhole()) {
        awaited.remove(agent);
      }
    }
  }

  private void count(Interval interval, AgentTally tally) {
    int sequence = Report.sequence(interval);
    if (tally.expects(sequence, interval.last())) {
      var report = Report.of(interval);
      tally.add(report);
      addTotals(report, sequence);
    }
  }

  /** Says that no more reports of this agent can be relied on; only the first reason is kept. */
  public void agentLost(String agent, String reason) {
    relyNoMore(agent, "was lost: " + reason);
  }

  private void relyNoMore(String agent, String why) {
    unreliable.putIfAbsent(agent, why);
    awaited.remove(agent);
  }

  /** Voids the rung for a reason that no report shows. */
  public void voidBecause(String reason) {
    reasons.add(reason);
  }

  /**
   * True when every agent has either sent its last interval with none missing or is no longer
   * relied on.
   */
  public boolean isComplete() {
    return awaited.isEmpty();
  }

  /** Agents whose reports are not all in, those excepted that are no longer relied on. */
  public List<String> waitingFor() {
    return List.copyOf(awaited);
  }

  /** Attempts that have ended so far. */
  public long ended() {
    return ended;
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
    return sum(AgentTally::meanInFlight);
  }

  /** Each agent's part so far, in the order of their names. */
  public List<AgentFigures> agents() {
    return tallies.entrySet().stream().map(e -> e.getValue().figures(e.getKey())).toList();
  }

  /** Without a measured start skew, see {@link #measurement(Instant, Optional)}. */
  public RungMeasurement measurement(Instant windowStart) {
    return measurement(windowStart, Optional.empty());
  }

  /**
   * Everything received so far as one measurement; void as long as it is not complete.
   *
   * @param windowStart wall-clock start of the measuring window
   * @param startSkew how far apart the agents began; empty if it is not known
   */
  public RungMeasurement measurement(Instant windowStart, Optional<StartSkew> startSkew) {
    long windowNanos =
        tallies.values().stream().mapToLong(AgentTally::windowNanos).max().orElseThrow();
    return new RungMeasurement(
        order,
        windowStart,
        windowStart.plusNanos(windowNanos),
        windowNanos,
        meanInFlight(),
        sent,
        overSlo,
        outcomes,
        sum(AgentTally::completedPerNano) * 1e9,
        sum(AgentTally::endedPerNano) * 1e9,
        ended == 0 ? 0 : fullNanosSum / ended,
        ttfab.encode(),
        full.encode(),
        connectionWait.encode(),
        audioBytes,
        windowNanos == 0 ? 0 : audioNanos / windowNanos,
        longestStallNanos,
        counts(),
        agents(),
        startSkew,
        voidReasons(windowNanos));
  }

  private void addTotals(Report report, int sequence) {
    Interval interval = report.interval();
    long[] endedAndOver = endedAndOverBySequence.computeIfAbsent(sequence, s -> new long[2]);
    endedAndOver[0] += interval.ended();
    endedAndOver[1] += interval.overSlo();
    interval.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Long::sum));
    ttfab.add(report.ttfab());
    full.add(report.full());
    connectionWait.add(report.connectionWait());
    sent += interval.sent();
    ended += interval.ended();
    overSlo += interval.overSlo();
    fullNanosSum += interval.fullNanosSum();
    audioBytes += interval.audioBytes();
    audioNanos += interval.audioNanos();
    longestStallNanos = Math.max(longestStallNanos, interval.longestStallNanos());
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
    List<String> all = new ArrayList<>(reasons);
    unreliable.forEach((agent, why) -> all.add("agent " + agent + " " + why));
    strangers.forEach(
        agent -> all.add("agent " + agent + " reported without a share of this rung"));
    tallies.forEach(
        (agent, tally) -> {
          all.addAll(tally.doubled(agent));
          if (!unreliable.containsKey(agent)) {
            all.addAll(tally.flaws(agent, order.measure().toNanos(), windowNanos));
          }
        });
    return all;
  }

  private double sum(ToDoubleFunction<AgentTally> figure) {
    return tallies.values().stream().mapToDouble(figure).sum();
  }
}

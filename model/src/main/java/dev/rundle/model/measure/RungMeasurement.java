package dev.rundle.model.measure;

import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One rung as measured by all agents together: merged counts and merged histograms, no verdict yet.
 *
 * @param windowStart wall-clock start of the measuring window, for joining with AWS
 * @param windowEnd wall-clock end of the window
 * @param windowNanos length of the window by the monotonic clock
 * @param meanInFlight time-weighted mean number in flight over the window
 * @param sent attempts sent in the window; all of them have ended
 * @param overSlo of those, over the SLO, failures included
 * @param outcomes of those, by outcome
 * @param completedPerSecond successful completions inside the window per second
 * @param endedPerSecond all endings inside the window per second: Little's X
 * @param meanFullNanos mean full response time over all ended attempts: Little's R
 * @param ttfab time to first audio of ok attempts, µs
 * @param full full response time of ok attempts, µs
 * @param overPerInterval per interval of about a second: ended and over the SLO, in time order, for
 *     the effective sample size
 * @param agents each agent's part, in the order of their names
 * @param startSkew how far apart the agents began; empty where it was not measured
 * @param voidReasons why the rung cannot be judged as measured (agent lost, reports missing …);
 *     empty when it can
 */
public record RungMeasurement(
    RungOrder order,
    Instant windowStart,
    Instant windowEnd,
    long windowNanos,
    double meanInFlight,
    long sent,
    long overSlo,
    Map<Outcome, Long> outcomes,
    double completedPerSecond,
    double endedPerSecond,
    double meanFullNanos,
    EncodedHistogram ttfab,
    EncodedHistogram full,
    EncodedHistogram connectionWait,
    long audioBytes,
    double audioSecondsPerSecond,
    long longestStallNanos,
    List<IntervalCount> overPerInterval,
    List<AgentFigures> agents,
    Optional<StartSkew> startSkew,
    List<String> voidReasons) {
  public RungMeasurement {
    outcomes = Map.copyOf(outcomes);
    overPerInterval = List.copyOf(overPerInterval);
    agents = List.copyOf(agents);
    voidReasons = List.copyOf(voidReasons);
  }

  /** Ended and over the SLO in one interval. */
  public record IntervalCount(long ended, long over) {}
}

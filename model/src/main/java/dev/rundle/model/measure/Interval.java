package dev.rundle.model.measure;

import dev.rundle.model.outcome.Outcome;
import java.util.Map;
import java.util.Objects;

/**
 * What one agent counted in one interval (about a second) of one rung. Only attempts <em>sent</em>
 * inside the rung's measuring window are counted; an attempt appears in the interval in which it
 * ended, so intervals go on after the window until the last open attempt has ended.
 *
 * @param sequence 0, 1, 2 … without gaps within a rung; a gap or a repetition is a lost or doubled
 *     report
 * @param last true on the rung's final interval: the window is over and nothing sent in it is open
 * @param windowNanos part of the measuring window that this interval covers
 * @param inFlightNanos integral of the number in flight over {@code windowNanos}
 * @param sent attempts sent in the window during this interval
 * @param overSlo ended attempts over the SLO, failures included
 * @param outcomes ended attempts by outcome
 * @param completedInWindow successful attempts that <em>ended</em> inside the measuring window,
 *     whenever sent: the numerator of completions per second
 * @param endedInWindow all attempts that ended inside the measuring window, whenever sent: Little's
 *     X
 * @param ttfab time to first audio of ok attempts, µs
 * @param full full response time of ok attempts, µs
 * @param fullNanosSum sum over all ended attempts (failures too) of the full response time:
 *     Little's R
 */
public record Interval(
    String agent,
    int rung,
    long sequence,
    boolean last,
    long windowNanos,
    double inFlightNanos,
    long sent,
    long overSlo,
    Map<Outcome, Long> outcomes,
    long completedInWindow,
    long endedInWindow,
    EncodedHistogram ttfab,
    EncodedHistogram full,
    EncodedHistogram connectionWait,
    double fullNanosSum,
    long audioBytes,
    long audioNanos,
    long longestStallNanos,
    GeneratorHealth health) {
  public Interval {
    Objects.requireNonNull(agent, "agent");
    outcomes = Map.copyOf(outcomes);
    Objects.requireNonNull(ttfab, "ttfab");
    Objects.requireNonNull(full, "full");
    Objects.requireNonNull(connectionWait, "connectionWait");
    Objects.requireNonNull(health, "health");
  }

  /** Attempts that ended in this interval. */
  public long ended() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }
}

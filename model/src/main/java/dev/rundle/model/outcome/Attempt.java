package dev.rundle.model.outcome;

import java.util.Objects;

/**
 * One request from just before the invoke call to its last byte or error. Times are readings of one
 * {@link dev.rundle.model.time.Ticker}; durations are in nanoseconds.
 *
 * @param sentNanos ticker reading just before the invoke call
 * @param ttfabNanos from {@code sentNanos} to the first non-empty audio payload handed over, WAV
 *     header not counted; −1 if none came
 * @param fullNanos from {@code sentNanos} to the last byte or the error
 * @param connectionWaitNanos waiting for a connection, set-up included; −1 where the client cannot
 *     tell
 * @param audioBytes audio payload bytes received
 * @param audioNanos playing time of the audio received; 0 if unknown
 * @param longestStallNanos longest time playback would have stood still waiting for a chunk
 * @param message short reason for a failure, empty when ok; never contains credentials
 */
public record Attempt(
    long sentNanos,
    long ttfabNanos,
    long fullNanos,
    long connectionWaitNanos,
    long audioBytes,
    long audioNanos,
    long longestStallNanos,
    Outcome outcome,
    String message) {
  public Attempt {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(message, "message");
    if (fullNanos < 0) {
      throw new IllegalArgumentException("fullNanos is negative: " + fullNanos);
    }
    if (outcome.isOk() && ttfabNanos < 0) {
      throw new IllegalArgumentException("an ok attempt has a first audio byte");
    }
  }

  /** True if this attempt breaks the promise: it failed, or its first audio came later. */
  public boolean isOver(long sloNanos) {
    return !outcome.isOk() || ttfabNanos > sloNanos;
  }
}

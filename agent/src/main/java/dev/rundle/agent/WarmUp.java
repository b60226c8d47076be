package dev.rundle.agent;

import dev.rundle.model.outcome.Attempt;

/**
 * Decides when the JVM has warmed up: after the given time and at least {@value #LEAST_CALLS}
 * calls. If the first {@value #LEAST_CALLS} calls all failed it is over at once: going on would
 * only hammer an endpoint that does not answer. Not thread-safe: calls come one at a time.
 */
final class WarmUp {
  static final int LEAST_CALLS = 5;

  private final long endsAtNanos;
  private int calls;
  private int ok;
  private String lastFailure = "";

  WarmUp(long endsAtNanos) {
    this.endsAtNanos = endsAtNanos;
  }

  /** Counts a call that has ended; true if the warm-up is over with it. */
  boolean isOverWith(Attempt attempt, long nowNanos) {
    calls++;
    if (attempt.outcome().isOk()) {
      ok++;
    } else {
      lastFailure = attempt.outcome() + ": " + attempt.message();
    }
    return calls >= LEAST_CALLS && (ok == 0 || nowNanos - endsAtNanos >= 0);
  }

  int calls() {
    return calls;
  }

  /** Why all calls failed; empty if one was ok. */
  String failure() {
    return ok > 0 || calls == 0
        ? ""
        : "all " + calls + " calls of the warm-up failed, the last with " + lastFailure;
  }
}

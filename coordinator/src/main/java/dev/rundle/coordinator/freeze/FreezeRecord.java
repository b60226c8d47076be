package dev.rundle.coordinator.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A freeze as written down before the first change: who, when, and what to go back to.
 *
 * @param at when it was written, whole seconds
 * @param host name of the host that froze
 * @param pid process that froze
 */
public record FreezeRecord(String runId, Instant at, String host, long pid, PriorState prior) {
  public FreezeRecord {
    Objects.requireNonNull(runId, "runId");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(prior, "prior");
  }

  /** E.g. {@code run 7f3a (host build-4, 12 min ago)}. */
  String describe(Instant now) {
    long minutes = Math.max(0, Duration.between(at, now).toMinutes());
    String ago = minutes == 0 ? "less than a minute ago" : minutes + " min ago";
    return "run " + runId + " (host " + host + ", " + ago + ")";
  }
}

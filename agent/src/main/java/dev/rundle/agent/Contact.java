package dev.rundle.agent;

import dev.rundle.model.time.Ticker;
import java.time.Duration;

/**
 * When a coordinator was last heard of, whatever the cluster says about it: a member counts as
 * unreachable for all as soon as one of them has lost it. Thread-safe.
 */
final class Contact {
  private final Ticker ticker;
  private volatile long heardNanos;

  /** As if one had been heard of now. */
  Contact(Ticker ticker) {
    this.ticker = ticker;
    heard();
  }

  void heard() {
    heardNanos = ticker.nanos();
  }

  /** Since then. */
  Duration silence() {
    return Duration.ofNanos(ticker.nanos() - heardNanos);
  }
}

package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.model.time.Ticker;
import java.time.Duration;

/**
 * The licence to load an endpoint for a run. It ends {@link AgentCommand#LEASE} after the last word
 * of the run's coordinator and never comes back: a word that lay in a buffer while this process was
 * stopped must not revive what its coordinator has given up. Thread-safe.
 */
final class Lease {
  private static final long LENGTH_NANOS = AgentCommand.LEASE.toNanos();

  private final Ticker ticker;
  private volatile long heardNanos;
  private volatile boolean over;

  /** A licence that begins now. */
  Lease(Ticker ticker) {
    this.ticker = ticker;
    this.heardNanos = ticker.nanos();
  }

  /** The coordinator was heard of now; without effect if the licence is over. */
  void renew() {
    if (!isOver()) {
      heardNanos = ticker.nanos();
    }
  }

  boolean isOver() {
    if (!over && ticker.nanos() - heardNanos > LENGTH_NANOS) {
      over = true;
    }
    return over;
  }

  /** True if the coordinator was heard of lately: what others say of it is their own trouble. */
  boolean isFresh() {
    return !isOver() && ticker.nanos() - heardNanos < LENGTH_NANOS / 2;
  }

  /** Nothing may be sent any more, whoever is heard of. */
  void end() {
    over = true;
  }

  /** Until it would be over without another word; never negative. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, heardNanos + LENGTH_NANOS - ticker.nanos()));
  }
}

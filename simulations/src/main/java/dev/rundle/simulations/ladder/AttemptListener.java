package dev.rundle.simulations.ladder;

import dev.rundle.model.outcome.Attempt;

/**
 * Told of every attempt. Called on event loops and client threads, several at a time; must return
 * quickly.
 */
public interface AttemptListener {
  /**
   * An attempt is about to be made: the very next thing is the invoke call.
   *
   * @return true if the attempt is part of the results and belongs into the report
   */
  boolean onSent(long sentNanos);

  /**
   * The attempt has ended; {@link Attempt#sentNanos()} is what {@link #onSent} was told, so that
   * both fall on the same side of a window's edge.
   */
  void onEnded(Attempt attempt);
}

package dev.rundle.model.ladder;

/**
 * Decides which rung comes next and when the answer is known. Pure: observing returns the next
 * search and changes nothing, so that whole ladders run in simulated time.
 */
public interface LadderSearch {
  /** What to do now. */
  Step next();

  /** The search after the result of the rung that {@link #next()} ordered. */
  LadderSearch observe(RungResult result);
}

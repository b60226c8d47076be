package dev.rundle.simulations.engine;

/** What every virtual user of a run does, over and over. Called on event loops; must not block. */
public interface UserLoop {
  /** Asked before every turn; a user for whom the answer is no leaves the run. */
  boolean goesOn();

  /** One turn. Must lead to exactly one {@link VirtualUser#next()}, sooner or later. */
  void turn(VirtualUser user);
}

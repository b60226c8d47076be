package dev.rundle.simulations.engine;

/** One looping user of a Gatling run, during one turn. */
public interface VirtualUser {
  /** Runs something on the user's event loop; it must not block. */
  void execute(Runnable task);

  /**
   * Logs one call: a group with the time that the report shows for the group, and one request below
   * it. The group is KO if the call failed.
   *
   * @param startMillis wall clock
   * @param endMillis wall clock
   * @param groupMillis the group's time, ms
   * @param failure message of a failed call; null if it was ok
   */
  void log(
      String group,
      String request,
      long startMillis,
      long endMillis,
      int groupMillis,
      String failure);

  /** Ends the turn; the next one begins if the loop goes on. To be called once per turn. */
  void next();
}

package dev.rundle.simulations.log;

import java.util.List;

/** Receives the records of a log in the order in which they stand. Times are epoch milliseconds. */
public interface LogVisitor {
  /**
   * One request.
   *
   * @param message why it failed; empty if it was ok
   */
  void request(
      List<String> groups,
      String name,
      long startMillis,
      long endMillis,
      boolean ok,
      String message);

  /**
   * One passage through a group.
   *
   * @param cumulatedMillis the time that the report shows for the group
   */
  void group(
      List<String> groups, long startMillis, long endMillis, int cumulatedMillis, boolean ok);

  /** A virtual user came or went. */
  void user(String scenario, boolean start, long atMillis);

  /** Something went wrong outside a request. */
  void error(String message, long atMillis);
}

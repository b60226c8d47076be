package dev.rundle.simulations.log;

import java.time.Instant;
import java.util.List;

/**
 * The first record of a log: what was run, and the origin of all times in it.
 *
 * @param gatlingVersion only this very version of Gatling can read the log
 * @param simulation name of the simulation, the report's title
 * @param start times in the log are milliseconds after it
 * @param description shown by the report below the title
 * @param scenarios names of the scenarios that user records refer to
 * @param assertions number of assertions; carried by Gatling, not by us
 */
public record LogHeader(
    String gatlingVersion,
    String simulation,
    Instant start,
    String description,
    List<String> scenarios,
    int assertions) {
  public LogHeader {
    scenarios = List.copyOf(scenarios);
  }
}

package dev.rundle.simulations.report;

import java.nio.file.Path;
import java.util.List;

/**
 * A report.
 *
 * @param html its first page
 * @param leftOut what is not in it and why, a sentence each: logs that could not be used, rungs
 *     whose rows are not exactly as many as the measurement counted
 * @param carried what is in it
 */
public record Rendered(Path html, List<String> leftOut, LadderLog.Carried carried) {
  public Rendered {
    leftOut = List.copyOf(leftOut);
  }
}

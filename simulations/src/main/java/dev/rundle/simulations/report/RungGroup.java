package dev.rundle.simulations.report;

/**
 * A rung as a group of the report.
 *
 * @param group its name in the agents' logs
 * @param label its name in the report, which may hold figures that are known only after the rung
 * @param sent requests of its measuring window, as the measurement itself counted them
 */
public record RungGroup(String group, String label, long sent) {
  public RungGroup {
    if (group.isBlank() || label.isBlank()) {
      throw new IllegalArgumentException("a rung has a group and a label");
    }
    if (sent < 0) {
      throw new IllegalArgumentException("not a number of requests: " + sent);
    }
  }
}

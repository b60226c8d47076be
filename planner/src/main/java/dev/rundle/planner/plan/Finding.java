package dev.rundle.planner.plan;

/**
 * One check of a plan.
 *
 * @param id stable identifier, e.g. {@code surge_survival}
 * @param detail what was found, with the figures that led to it
 * @param recommendation what to do; empty where nothing is to be done
 */
public record Finding(String id, Level level, String detail, String recommendation) {
  static Finding ok(String id, String detail) {
    return new Finding(id, Level.OK, detail, "");
  }
}

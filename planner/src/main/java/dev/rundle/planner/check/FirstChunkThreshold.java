package dev.rundle.planner.check;

import java.util.OptionalDouble;

/**
 * Which thresholds of the first-chunk alarm are accepted.
 *
 * @param millis the one it should have; empty if any up to the SLO will do
 * @param earlyMillis one that is tolerated but alarms on healthy traffic; empty if there is none
 */
record FirstChunkThreshold(OptionalDouble millis, OptionalDouble earlyMillis, double sloMillis) {
  private static final double MICROS_PER_MILLI = 1_000;

  void compare(Findings findings, String field, double actualMicros, String advice) {
    double actual = actualMicros / MICROS_PER_MILLI;
    String shown = Tolerance.text(actual) + " ms";
    if (millis.isEmpty()) {
      findings.verdict(
          Rule.ALARM_VALUE,
          field,
          "above 0 and at most the SLO, " + Tolerance.text(sloMillis) + " ms",
          shown,
          actual > 0 && (actual <= sloMillis || Tolerance.isSame(sloMillis, actual)),
          advice);
      return;
    }
    double expected = millis.getAsDouble();
    String expectedText = Tolerance.text(expected) + " ms";
    boolean isSame = Tolerance.isSameOrRounded(expected, actual);
    if (!isSame && earlyMillis.isPresent() && Tolerance.isSame(earlyMillis.getAsDouble(), actual)) {
      findings.info(
          Rule.ALARM_VALUE,
          field,
          expectedText,
          shown,
          "at the p95 of one outstanding request it alarms on healthy queueing");
      return;
    }
    findings.verdict(Rule.ALARM_VALUE, field, expectedText, shown, isSame, advice);
  }
}

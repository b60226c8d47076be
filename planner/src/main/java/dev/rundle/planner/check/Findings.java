package dev.rundle.planner.check;

import dev.rundle.planner.check.CheckFinding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects comparisons while a check goes through them. */
final class Findings {
  private final List<CheckFinding> collected = new ArrayList<>();

  void ok(Rule rule, String field, String actual) {
    add(rule, Severity.OK, field, actual, actual, "");
  }

  void finding(Rule rule, String field, String expected, String actual, String advice) {
    add(rule, Severity.FINDING, field, expected, actual, advice);
  }

  void info(Rule rule, String field, String expected, String actual, String advice) {
    add(rule, Severity.INFO, field, expected, actual, advice);
  }

  void same(Rule rule, String field, Object expected, Object actual, String advice) {
    verdict(rule, field, text(expected), text(actual), Objects.equals(expected, actual), advice);
  }

  /** A concurrency, exact or rounded to three decimals. */
  void sameConcurrency(Rule rule, String field, double expected, double actual, String advice) {
    verdict(
        rule,
        field,
        Tolerance.text(expected),
        Tolerance.text(actual),
        Tolerance.isSameOrRounded(expected, actual),
        advice);
  }

  void verdict(
      Rule rule, String field, String expected, String actual, boolean isSame, String advice) {
    add(
        rule,
        isSame ? Severity.OK : Severity.FINDING,
        field,
        expected,
        actual,
        isSame ? "" : advice);
  }

  CheckReport report() {
    return new CheckReport(collected);
  }

  private void add(
      Rule rule, Severity severity, String field, String expected, String actual, String advice) {
    collected.add(new CheckFinding(rule.id(), severity, field, expected, actual, advice));
  }

  static String text(Object value) {
    if (value instanceof Duration duration) {
      return Tolerance.text(duration.toMillis() / 1e3) + " s";
    }
    return value instanceof Double number ? Tolerance.text(number) : String.valueOf(value);
  }
}

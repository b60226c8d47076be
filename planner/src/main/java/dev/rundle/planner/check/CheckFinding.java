package dev.rundle.planner.check;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * One thing that was compared.
 *
 * @param id the rule's stable identifier, see {@link Rule}
 * @param field what exactly was compared, e.g. {@code scale_out_cooldown_s}
 * @param expected in words or figures, with the unit
 * @param actual in words or figures, with the unit
 * @param advice what to do next; empty where nothing is to be done
 */
public record CheckFinding(
    String id, Severity severity, String field, String expected, String actual, String advice) {
  public CheckFinding {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(actual, "actual");
    Objects.requireNonNull(advice, "advice");
  }

  /** Worst first. */
  public enum Severity {
    /** Differs, is missing, or could not be judged where it must be. */
    FINDING("finding"),
    /** Worth knowing; the check is still clean. */
    INFO("info"),
    OK("ok");

    private final String id;

    Severity(String id) {
      this.id = id;
    }

    /** Name in tables and JSON. */
    @JsonValue
    public String id() {
      return id;
    }
  }
}

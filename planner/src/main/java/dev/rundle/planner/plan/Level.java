package dev.rundle.planner.plan;

import com.fasterxml.jackson.annotation.JsonValue;

/** How serious a finding is; worst first. */
public enum Level {
  /** The plan must not be deployed. */
  STOP("stop"),
  /** Deployable, with a risk that is stated. */
  WARN("warn"),
  /** Could not be checked with what was given. */
  NOT_CHECKED("not checked"),
  OK("ok");

  private final String id;

  Level(String id) {
    this.id = id;
  }

  /** Name in artifacts and tables. */
  @JsonValue
  public String id() {
    return id;
  }
}

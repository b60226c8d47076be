package dev.rundle.planner.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How requests per second become instances. */
public enum Sizing {
  /** By the completions per second that the ladder measured at the operating point. */
  @JsonProperty("measured")
  MEASURED,
  /**
   * By peak × uncontended service time ÷ C_scale_max, a published rule that takes an instance to
   * serve C_scale_max requests at once without slowing down. Kept to reproduce its example.
   */
  @JsonProperty("uncontended")
  UNCONTENDED
}

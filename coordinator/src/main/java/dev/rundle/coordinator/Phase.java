package dev.rundle.coordinator;

/** What a run is doing, for progress lines. */
public enum Phase {
  CHECKING("checking preconditions"),
  WAITING_FOR_AGENTS("waiting for agents", true),
  FREEZING("suspending auto scaling and pinning capacity"),
  WARMING_UP("warming up the load generator"),
  TAKING_IN("before the next rung, waiting for", true),
  MEASURING("measuring"),
  RESTING("resting"),
  PROBING("holding the probe until it is steady"),
  SCALING_OUT("waiting for the new instance"),
  RECOVERING("waiting for traffic to recover"),
  RESTORING("restoring capacity and auto scaling"),
  COLLECTING_LOGS("closing the load generator's log"),
  JOINING_METRICS("waiting for CloudWatch to publish", true);

  private final String text;
  private final boolean bounded;

  Phase(String text) {
    this(text, false);
  }

  Phase(String text, boolean bounded) {
    this.text = text;
    this.bounded = bounded;
  }

  /** Words for a person. */
  public String text() {
    return text;
  }

  /** True if the end that is told with it is the latest one, not the expected one. */
  public boolean isBounded() {
    return bounded;
  }
}

package dev.rundle.model.scaleout;

/** Stages of a forced scale-out in their causal order; equal time stamps keep this order. */
public enum Stage {
  LOAD_APPLIED("load_applied"),
  DESIRED_SET("desired_set"),
  INSTANCE_LOGGING("instance_logging"),
  CONTAINER_STARTED("container_started"),
  FRAMEWORK_INIT("framework_init"),
  WEIGHTS_FETCHED("weights_fetched"),
  WEIGHTS_READY("weights_ready"),
  WARMUP_DONE("warmup_done"),
  READY("ready"),
  IN_SERVICE("in_service"),
  TRAFFIC_RECOVERED("traffic_recovered");

  private final String id;

  Stage(String id) {
    this.id = id;
  }

  /** Name in logs, artifacts and tables. */
  public String id() {
    return id;
  }
}

package dev.rundle.model.scaleout;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

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
  @JsonValue
  public String id() {
    return id;
  }

  /** The stage of that name, as it stands in logs and artifacts. */
  public static Optional<Stage> find(String id) {
    return Arrays.stream(values()).filter(stage -> stage.id.equals(id)).findFirst();
  }
}

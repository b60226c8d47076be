package dev.rundle.coordinator.freeze;

import java.util.Arrays;
import java.util.Optional;

/** Steps of a freeze as its journal names them: what is about to be done, or has been. */
enum JournalStep {
  TAGGING("tagging"),
  SUSPENDING("suspending"),
  PINNING("pinning"),
  PINNED("pinned"),
  RESTORING("restoring"),
  /** The prior state was read back: from here on only the record itself is left to clear. */
  RESTORED("restored"),
  CLOSED("closed");

  private final String id;

  JournalStep(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  static Optional<JournalStep> find(String id) {
    return Arrays.stream(values()).filter(step -> step.id.equals(id)).findFirst();
  }
}

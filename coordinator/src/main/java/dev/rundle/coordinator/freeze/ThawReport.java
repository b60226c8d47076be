package dev.rundle.coordinator.freeze;

import java.util.List;

/**
 * What thawing did.
 *
 * @param actions one sentence each, in order; empty if nothing had to be done
 * @param warnings what could not be known or was found changed
 */
public record ThawReport(
    String endpoint, Source source, List<String> actions, List<String> warnings) {
  public ThawReport {
    actions = List.copyOf(actions);
    warnings = List.copyOf(warnings);
  }

  /** Where the prior state was read from. */
  public enum Source {
    JOURNAL,
    TAGS,
    /** No record: only suspensions were cleared, the capacity before is unknown. */
    NONE
  }
}

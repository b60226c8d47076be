package dev.rundle.coordinator.freeze;

/** A journal or tag that cannot be used, with the reason in words for a person. */
final class UnreadableRecord extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableRecord(String message) {
    super(message);
  }
}

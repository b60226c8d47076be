package dev.rundle.model.control;

/** The service did not accept a change of capacity; tells the reasons apart that callers handle. */
public final class CapacityChangeRejected extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why it was rejected. */
  public enum Reason {
    /** The endpoint is Updating: wait and ask again. */
    UPDATE_IN_PROGRESS,
    /** ResourceLimitExceeded: the account's quota is in the way. */
    QUOTA,
    /** Throttled: ask again later. */
    THROTTLED,
    OTHER
  }

  private final Reason reason;

  public CapacityChangeRejected(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}

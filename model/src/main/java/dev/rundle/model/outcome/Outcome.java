package dev.rundle.model.outcome;

/**
 * How one attempt ended. Everything but {@link #OK} counts as over the SLO: dropping a failure from
 * the percentile would flatter p95 exactly when the endpoint drowns.
 */
public enum Outcome {
  /** All audio arrived and the stream ended as it should. */
  OK,
  /** Refused for want of room: 503, from the service or from the container. */
  REJECTED,
  /** 429 or ThrottlingException, from the service or from the container. */
  THROTTLED,
  /** The container answered with another error (ModelError 424 with its original status). */
  MODEL_ERROR,
  /** An exception event inside the stream (ModelStreamError, InternalStreamFailure). */
  STREAM_ERROR,
  /** The stream ended without its end marker or short of the announced audio. */
  TRUNCATED,
  /** No first audio, no next chunk or no end within the limit; also 408. */
  TIMEOUT,
  /** No connection, or one that broke before the response began. */
  CONNECTION,
  /** The request itself is not acceptable: ValidationError, access denied, unknown endpoint. */
  INVALID,
  /** The service failed: InternalFailure and other 5xx that are not 503. */
  SERVICE_ERROR;

  public boolean isOk() {
    return this == OK;
  }
}

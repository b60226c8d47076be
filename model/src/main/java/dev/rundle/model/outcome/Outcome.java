package dev.rundle.model.outcome;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How one attempt ended. Everything but {@link #OK} counts as over the SLO: dropping a failure from
 * the percentile would flatter p95 exactly when the endpoint drowns.
 */
public enum Outcome {
  /** All audio arrived and the stream ended as it should. */
  @JsonProperty("ok")
  OK,
  /** Refused for want of room: 503, from the service or from the container. */
  @JsonProperty("rejected")
  REJECTED,
  /** 429 or ThrottlingException, from the service or from the container. */
  @JsonProperty("throttled")
  THROTTLED,
  /** The container answered with another error (ModelError 424 with its original status). */
  @JsonProperty("model_error")
  MODEL_ERROR,
  /** An exception event inside the stream (ModelStreamError, InternalStreamFailure). */
  @JsonProperty("stream_error")
  STREAM_ERROR,
  /** The stream ended without its end marker or short of the announced audio. */
  @JsonProperty("truncated")
  TRUNCATED,
  /** No first audio, no next chunk or no end within the limit; also 408. */
  @JsonProperty("timeout")
  TIMEOUT,
  /** No connection, or one that broke before the response began. */
  @JsonProperty("connection")
  CONNECTION,
  /** The request itself is not acceptable: ValidationError, access denied, unknown endpoint. */
  @JsonProperty("invalid")
  INVALID,
  /** The service failed: InternalFailure and other 5xx that are not 503. */
  @JsonProperty("service_error")
  SERVICE_ERROR;

  public boolean isOk() {
    return this == OK;
  }
}

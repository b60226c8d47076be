package dev.rundle.sandbox.world;

import java.util.Optional;

/**
 * Why a request is not served.
 *
 * @param error the service's error; ModelError 424 around what a container answered
 * @param container the container's own answer, if it was the container that refused
 */
public record Refusal(Kind kind, WorldError error, Optional<ContainerAnswer> container) {
  /** What refused. */
  public enum Kind {
    ENDPOINT_NOT_FOUND,
    VARIANT_NOT_FOUND,
    REQUEST_TOO_LARGE,
    NO_INSTANCE,
    QUEUE_SATURATED,
    THROTTLED,
    SERVICE_UNAVAILABLE,
    INTERNAL_FAILURE,
    CONTAINER_ERROR
  }

  /** A container's HTTP answer: OriginalStatusCode and OriginalMessage. */
  public record ContainerAnswer(int status, String body, String logStreamArn) {}
}

package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.function.Function;

/**
 * A failure on demand. {@link Answer} faults replace the response before anything reaches an
 * instance's queue; the world refuses the request accordingly. {@link Stream} faults hit a response
 * that is being served; the data plane enacts them, except {@link SlowFirstByte}, which is already
 * in the plan's times.
 */
public sealed interface Fault {
  /** Decided at admission. */
  sealed interface Answer extends Fault {
    <T> T fold(
        Function<ContainerError, T> containerError,
        Function<ServiceUnavailable, T> serviceUnavailable,
        Function<Throttled, T> throttled,
        Function<InternalFailure, T> internalFailure);
  }

  /** Enacted while streaming. */
  sealed interface Stream extends Fault {
    <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte);
  }

  /** The connection is closed after so many parts, without an end marker. */
  record CutAfterParts(int parts) implements Stream {
    public CutAfterParts {
      Checks.that(parts >= 0, "parts: " + parts);
    }

    @Override
    public <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte) {
      return cut.apply(this);
    }
  }

  /** After so many parts nothing is sent for this long; then the rest follows. */
  record Stall(int afterParts, Duration stall) implements Stream {
    public Stall {
      Checks.that(afterParts >= 0, "parts: " + afterParts);
      Checks.positive(stall, "stall");
    }

    @Override
    public <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte) {
      return stall.apply(this);
    }
  }

  /** After so many parts the stream ends with {@code ModelStreamError}. */
  record ModelStreamError(int afterParts, String errorCode, String message) implements Stream {
    public ModelStreamError {
      Checks.that(afterParts >= 0, "parts: " + afterParts);
    }

    @Override
    public <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte) {
      return modelStreamError.apply(this);
    }
  }

  /** After so many parts the stream ends with {@code InternalStreamFailure}. */
  record InternalStreamFailure(int afterParts, String message) implements Stream {
    public InternalStreamFailure {
      Checks.that(afterParts >= 0, "parts: " + afterParts);
    }

    @Override
    public <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte) {
      return internalStreamFailure.apply(this);
    }
  }

  /** Everything of the response comes this much later; the slot is free at its usual time. */
  record SlowFirstByte(Duration delay) implements Stream {
    public SlowFirstByte {
      Checks.positive(delay, "delay");
    }

    @Override
    public <T> T fold(
        Function<CutAfterParts, T> cut,
        Function<Stall, T> stall,
        Function<ModelStreamError, T> modelStreamError,
        Function<InternalStreamFailure, T> internalStreamFailure,
        Function<SlowFirstByte, T> slowFirstByte) {
      return slowFirstByte.apply(this);
    }
  }

  /** The container answers with this status: ModelError 424 around 503, 429, 408, 500 … */
  record ContainerError(int status, String body) implements Answer {
    public ContainerError {
      Checks.that(status >= 400 && status <= 599, "an error status is 400..599: " + status);
    }

    @Override
    public <T> T fold(
        Function<ContainerError, T> containerError,
        Function<ServiceUnavailable, T> serviceUnavailable,
        Function<Throttled, T> throttled,
        Function<InternalFailure, T> internalFailure) {
      return containerError.apply(this);
    }
  }

  /** The service itself answers 503 ServiceUnavailable. */
  record ServiceUnavailable() implements Answer {
    @Override
    public <T> T fold(
        Function<ContainerError, T> containerError,
        Function<ServiceUnavailable, T> serviceUnavailable,
        Function<Throttled, T> throttled,
        Function<InternalFailure, T> internalFailure) {
      return serviceUnavailable.apply(this);
    }
  }

  /** The service itself answers 429 ThrottlingException. */
  record Throttled() implements Answer {
    @Override
    public <T> T fold(
        Function<ContainerError, T> containerError,
        Function<ServiceUnavailable, T> serviceUnavailable,
        Function<Throttled, T> throttled,
        Function<InternalFailure, T> internalFailure) {
      return throttled.apply(this);
    }
  }

  /** The service itself answers 500 InternalFailure. */
  record InternalFailure() implements Answer {
    @Override
    public <T> T fold(
        Function<ContainerError, T> containerError,
        Function<ServiceUnavailable, T> serviceUnavailable,
        Function<Throttled, T> throttled,
        Function<InternalFailure, T> internalFailure) {
      return internalFailure.apply(this);
    }
  }
}

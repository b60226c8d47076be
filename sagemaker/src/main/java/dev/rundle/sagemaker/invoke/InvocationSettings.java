package dev.rundle.sagemaker.invoke;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import java.time.Duration;
import java.util.Objects;

/**
 * What is invoked and within which limits.
 *
 * @param variant sent as TargetVariant; empty lets the endpoint choose
 * @param accept media type asked of the container; empty asks for none
 * @param audio how the answer's bytes are audio; a WAV header overrules it
 * @param invocationLimit from the call to the last byte; beyond it an attempt is a TIMEOUT
 * @param stallLimit longest silence on an open request, before the first part as between parts;
 *     beyond it an attempt is a TIMEOUT
 * @param maxConcurrency connections; at least the number of requests held open at once
 */
public record InvocationSettings(
    String endpoint,
    String variant,
    String contentType,
    String accept,
    BodyTemplate body,
    AudioFormat audio,
    Duration invocationLimit,
    Duration stallLimit,
    int maxConcurrency) {
  /** SageMaker ends a streaming invocation after 8 minutes. */
  public static final Duration STREAMING_LIMIT = Duration.ofMinutes(8);

  /** A little more than SageMaker itself waits for a container to say something. */
  public static final Duration DEFAULT_STALL_LIMIT = Duration.ofSeconds(75);

  public InvocationSettings {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(variant, "variant");
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(accept, "accept");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(audio, "audio");
    if (endpoint.isBlank()) {
      throw new IllegalArgumentException("endpoint is blank");
    }
    if (invocationLimit.isNegative() || invocationLimit.isZero()) {
      throw new IllegalArgumentException("invocationLimit is not positive: " + invocationLimit);
    }
    if (stallLimit.isNegative() || stallLimit.isZero()) {
      throw new IllegalArgumentException("stallLimit is not positive: " + stallLimit);
    }
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException("maxConcurrency is not positive: " + maxConcurrency);
    }
  }

  /** A workload on an endpoint with the streaming limits of SageMaker. */
  public static InvocationSettings of(
      String endpoint, String variant, Workload workload, int maxConcurrency) {
    return new InvocationSettings(
        endpoint,
        variant,
        workload.contentType(),
        workload.accept(),
        BodyTemplate.of(workload.bodyTemplate(), workload.contentType()),
        workload.audio(),
        STREAMING_LIMIT,
        DEFAULT_STALL_LIMIT,
        maxConcurrency);
  }

  /** The same with other limits. */
  public InvocationSettings withLimits(Duration newInvocationLimit, Duration newStallLimit) {
    return new InvocationSettings(
        endpoint,
        variant,
        contentType,
        accept,
        body,
        audio,
        newInvocationLimit,
        newStallLimit,
        maxConcurrency);
  }
}

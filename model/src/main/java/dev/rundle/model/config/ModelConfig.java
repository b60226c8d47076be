package dev.rundle.model.config;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One model's entry in {@code rundle.yaml}: where it runs, what is promised, and what is (to be)
 * deployed.
 *
 * @param slo p95 of the time to first audio byte
 * @param surgeRatio factor by which traffic may grow within one T_total, 1 ≤ ratio &lt; 1.5
 * @param scalingTargetValue target tracking's target; empty while unknown
 * @param scaleInThreshold the scale-in alarm's threshold; empty while unknown
 * @param queueMaxDepth the container's admission bound; empty while unknown
 */
public record ModelConfig(
    String name,
    String endpoint,
    String variant,
    int minInstances,
    int maxInstances,
    Duration slo,
    double surgeRatio,
    OptionalDouble scalingTargetValue,
    OptionalDouble scaleInThreshold,
    Duration scaleOutCooldown,
    Duration scaleInCooldown,
    OptionalInt queueMaxDepth,
    Workload workload) {
  /**
   * What is sent and what comes back.
   *
   * @param contentType of the request body
   * @param accept what the container is asked for
   * @param bodyTemplate the request body; {@code ${text}} is replaced by the next text,
   *     JSON-escaped
   * @param audio how the answer's bytes are audio
   */
  public record Workload(
      String contentType, String accept, String bodyTemplate, AudioFormat audio) {}

  /** How bytes become playing time, and whether a WAV header leads. */
  public record AudioFormat(boolean wav, int sampleRateHertz, int bytesPerSample, int channels) {
    public static final AudioFormat PCM_24K = new AudioFormat(false, 24_000, 2, 1);

    /** Playing time of so many audio bytes, nanoseconds. */
    public long nanosOf(long bytes) {
      return (long) (bytes * 1e9 / ((double) sampleRateHertz * bytesPerSample * channels));
    }
  }
}

package dev.rundle.sandbox.runtime;

import dev.rundle.sandbox.world.ServicePlan;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Headers of a served response: SageMaker's own, the attributes by which the container announces
 * its audio, and two of the sandbox for tests.
 *
 * <ul>
 *   <li>{@code X-Amzn-SageMaker-Custom-Attributes: audio-bytes=76800;sample-rate=24000}: bytes of
 *       16-bit mono samples that the whole answer has, a WAV header not counted.
 *   <li>{@code x-rundle-first-byte-micros}: from the last byte of the request read to the first
 *       byte of the response written; what a client measures beyond that was added by the client
 *       and the network between. A PCM stream's first byte is followed by its first audio at once.
 *   <li>{@code x-rundle-instance}: which instance answers.
 * </ul>
 */
final class ResponseHeaders {
  static final String FIRST_BYTE_MICROS = "x-rundle-first-byte-micros";

  private ResponseHeaders() {}

  static Map<String, String> of(
      ServicePlan plan, AudioFormat format, String contentType, long firstByteNanos) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", contentType);
    headers.put("X-Amzn-SageMaker-Content-Type", format.contentType());
    headers.put("x-Amzn-Invoked-Production-Variant", plan.variant());
    headers.put(
        "X-Amzn-SageMaker-Custom-Attributes",
        "audio-bytes=" + plan.audio().bytes() + ";sample-rate=" + plan.audio().sampleRateHz());
    headers.put(FIRST_BYTE_MICROS, Long.toString(firstByteNanos / 1_000));
    headers.put("x-rundle-instance", plan.instanceId());
    return headers;
  }
}

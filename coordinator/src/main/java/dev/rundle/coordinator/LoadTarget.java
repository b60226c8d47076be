package dev.rundle.coordinator;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * How the load reaches the endpoint; with a {@link ModelConfig} everything an agent needs.
 *
 * @param region AWS region
 * @param profile profile of the AWS configuration on each agent's host; empty for the default chain
 * @param endpointUrl override of the service's address; empty for AWS
 * @param transport name of the transport in artifacts, e.g. {@code response-stream}
 * @param texts what to speak, in order, round and round
 * @param invocationLimit longest time one request may take
 */
public record LoadTarget(
    String region,
    String profile,
    String endpointUrl,
    String transport,
    List<String> texts,
    Duration invocationLimit) {
  public static final String RESPONSE_STREAM = "response-stream";

  /** Of a frame of 1 MiB, so that there is room for escapes and for what else is told. */
  static final long MOST_BYTES = 700_000;

  /** Quotes and comma. */
  private static final int BYTES_PER_TEXT = 3;

  public LoadTarget {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("no text to speak");
    }
  }

  /** Mean length of the texts, characters. */
  public double meanChars() {
    return texts.stream().mapToInt(String::length).average().orElseThrow();
  }

  /**
   * Checks that agents can be told all this in one message, wherever they are: beyond a frame of
   * the cluster messages vanish without a word.
   *
   * @throws Refused if the texts and the body template are too long
   */
  public void requireFitsMessage(ModelConfig model) {
    long bytes =
        utf8(model.workload().bodyTemplate())
            + texts.stream().mapToLong(text -> utf8(text) + BYTES_PER_TEXT).sum();
    if (bytes > MOST_BYTES) {
      throw new Refused(
          "the texts and the body template have %,d bytes, more than %,d"
              .formatted(bytes, MOST_BYTES),
          "each agent is told all of them in one message, and a larger one would not arrive",
          "use fewer or shorter texts: they are spoken in turn, round and round");
    }
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The order for an agent. */
  public AgentCommand.Target forAgents(ModelConfig model) {
    ModelConfig.Workload workload = model.workload();
    ModelConfig.AudioFormat audio = workload.audio();
    return new AgentCommand.Target(
        model.endpoint(),
        model.variant(),
        region,
        profile,
        endpointUrl,
        workload.contentType(),
        workload.accept(),
        workload.bodyTemplate(),
        audio.wav(),
        audio.sampleRateHertz(),
        audio.bytesPerSample(),
        audio.channels(),
        model.slo(),
        invocationLimit,
        texts);
  }
}

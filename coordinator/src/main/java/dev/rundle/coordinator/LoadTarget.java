package dev.rundle.coordinator;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.model.config.ModelConfig;
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

package dev.rundle.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/** What a coordinator tells an agent. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentCommand.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = AgentCommand.HoldRung.class, name = "hold-rung"),
  @JsonSubTypes.Type(value = AgentCommand.CloseRung.class, name = "close-rung"),
  @JsonSubTypes.Type(value = AgentCommand.Release.class, name = "release"),
  @JsonSubTypes.Type(value = AgentCommand.Finish.class, name = "finish")
})
public sealed interface AgentCommand extends ClusterMessage, AgentMessage {
  /** The run this belongs to; an agent ignores commands of another run. */
  String runId();

  /**
   * Get ready for a run: make the client, start Gatling with a pool of parked users, warm up at
   * concurrency 1. Answered by {@link AgentEvent.Prepared} or {@link AgentEvent.Failed}.
   */
  record Prepare(
      String runId,
      String agentName,
      Target target,
      int pool,
      Duration warmUp,
      ActorRef<AgentEvent> replyTo)
      implements AgentCommand {}

  /**
   * Hold a share of a rung from now on. The window opens {@code settle} after the gate moved and
   * closes {@code measure} later, or at {@link CloseRung} if that comes first; load goes on until
   * {@link Release} or the next rung. Intervals are reported once a second.
   *
   * @param share requests to keep outstanding on this agent; may be 0
   */
  record HoldRung(
      String runId, int rung, int share, Duration settle, Duration measure, String group)
      implements AgentCommand {}

  /** Close the window now: the verdict is certain. The last interval follows as usual. */
  record CloseRung(String runId, int rung) implements AgentCommand {}

  /** Hold nothing: park all users, stay ready. */
  record Release(String runId) implements AgentCommand {}

  /** End the run. Answered by {@link AgentEvent.Finished}. */
  record Finish(String runId) implements AgentCommand {}

  /**
   * What to call and how.
   *
   * @param credentialsProfile profile of the AWS configuration on the agent's host; empty for the
   *     default chain. Credentials themselves never cross the cluster.
   * @param endpointUrl override, empty for AWS
   * @param texts what to speak, in order, round and round
   */
  record Target(
      String endpoint,
      String variant,
      String region,
      String credentialsProfile,
      String endpointUrl,
      String contentType,
      String accept,
      String bodyTemplate,
      boolean wav,
      int sampleRateHertz,
      int bytesPerSample,
      int channels,
      Duration slo,
      Duration invocationLimit,
      List<String> texts) {
    public Target {
      texts = List.copyOf(texts);
    }
  }
}

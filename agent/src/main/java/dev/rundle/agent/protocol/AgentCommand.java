package dev.rundle.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What a coordinator tells an agent. No part is null: a message that lacks one on the wire is not
 * taken for one.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentCommand.Introduce.class, name = "introduce"),
  @JsonSubTypes.Type(value = AgentCommand.Refuse.class, name = "refuse"),
  @JsonSubTypes.Type(value = AgentCommand.Ping.class, name = "ping"),
  @JsonSubTypes.Type(value = AgentCommand.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = AgentCommand.HoldRung.class, name = "hold-rung"),
  @JsonSubTypes.Type(value = AgentCommand.CloseRung.class, name = "close-rung"),
  @JsonSubTypes.Type(value = AgentCommand.Release.class, name = "release"),
  @JsonSubTypes.Type(value = AgentCommand.Finish.class, name = "finish"),
  @JsonSubTypes.Type(value = AgentCommand.FetchLog.class, name = "fetch-log")
})
public sealed interface AgentCommand extends ClusterMessage, AgentMessage {
  /** A command that belongs to one run; an agent ignores those of any run but its own. */
  sealed interface OfRun extends AgentCommand {
    String runId();
  }

  /**
   * Say who you are and what you can do. Answered by {@link AgentEvent.Introduced}.
   *
   * @param productVersion the coordinator's
   */
  record Introduce(String productVersion, ActorRef<AgentEvent> replyTo) implements AgentCommand {
    public Introduce {
      Objects.requireNonNull(productVersion, "productVersion");
      Objects.requireNonNull(replyTo, "replyTo");
    }
  }

  /** You cannot take part in this coordinator's runs; the agent says so and waits for another. */
  record Refuse(String reason) implements AgentCommand {
    public Refuse {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * Answer at once with your clocks, by {@link AgentEvent.Pong}. Sent several times a second as
   * long as there is a coordinator; for an agent with load it is also the licence to go on: when
   * none of its own coordinator has come for {@link #LEASE}, the agent stops its load by itself.
   *
   * @param runId run in hand; empty if there is none
   */
  record Ping(String runId, long sequence, ActorRef<AgentEvent> replyTo) implements AgentCommand {
    public Ping {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(replyTo, "replyTo");
    }
  }

  /**
   * How long an agent goes on without a word from its coordinator. Giving up may take a second more
   * where a client blocks; all of it ends within 5 s of the coordinator's death.
   */
  Duration LEASE = Duration.ofMillis(3_500);

  /**
   * How long connections may be taken as open while nothing is held; less than the client keeps an
   * idle one. A rung that begins later opens all of its connections anew.
   */
  Duration CONNECTIONS_KEPT = Duration.ofSeconds(40);

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
      implements OfRun {
    public Prepare {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agentName, "agentName");
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(warmUp, "warmUp");
      Objects.requireNonNull(replyTo, "replyTo");
    }
  }

  /**
   * Hold a share of a rung from a moment on. The gate begins to move at {@code startAtNanos}; what
   * it opens of connections that were never open before is spread evenly over {@code ramp}; the
   * window opens {@code settle} after the ramp and closes {@code measure} later, or at {@link
   * CloseRung} if that comes first; load goes on until {@link Release} or the next rung. Answered
   * by {@link AgentEvent.RungStarted}, {@link AgentEvent.WindowOpened}, then intervals once a
   * second.
   *
   * @param share requests to keep outstanding on this agent; may be 0
   * @param startAtNanos reading of the agent's own ticker, see {@link AgentEvent.Pong}; a moment
   *     that is past means now
   */
  record HoldRung(
      String runId,
      int rung,
      int share,
      long startAtNanos,
      Duration ramp,
      Duration settle,
      Duration measure,
      String group)
      implements OfRun {
    public HoldRung {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(ramp, "ramp");
      Objects.requireNonNull(settle, "settle");
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(group, "group");
    }
  }

  /** Close the window now: the verdict is certain. The last interval follows as usual. */
  record CloseRung(String runId, int rung) implements OfRun {
    public CloseRung {
      Objects.requireNonNull(runId, "runId");
    }
  }

  /** Hold nothing: park all users, stay ready. */
  record Release(String runId) implements OfRun {
    public Release {
      Objects.requireNonNull(runId, "runId");
    }
  }

  /** End the run. Answered by {@link AgentEvent.Finished}. */
  record Finish(String runId) implements OfRun {
    public Finish {
      Objects.requireNonNull(runId, "runId");
    }
  }

  /**
   * Send a piece of the run's log, also after its end, until the next run is prepared. Answered by
   * {@link AgentEvent.LogChunk}; asking again for the same piece gives the same piece.
   *
   * @param mostBytes at most {@link AgentEvent.LogChunk#MOST_BYTES}
   */
  record FetchLog(String runId, long offset, int mostBytes, ActorRef<AgentEvent> replyTo)
      implements OfRun {
    public FetchLog {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(replyTo, "replyTo");
    }
  }

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
      Objects.requireNonNull(endpoint, "endpoint");
      Objects.requireNonNull(variant, "variant");
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(credentialsProfile, "credentialsProfile");
      Objects.requireNonNull(endpointUrl, "endpointUrl");
      Objects.requireNonNull(contentType, "contentType");
      Objects.requireNonNull(accept, "accept");
      Objects.requireNonNull(bodyTemplate, "bodyTemplate");
      Objects.requireNonNull(slo, "slo");
      Objects.requireNonNull(invocationLimit, "invocationLimit");
      texts = List.copyOf(texts);
    }
  }
}

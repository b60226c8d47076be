package dev.rundle.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * What an agent tells its coordinator. No part is null: a message that lacks one on the wire is not
 * taken for one.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentEvent.Introduced.class, name = "introduced"),
  @JsonSubTypes.Type(value = AgentEvent.Pong.class, name = "pong"),
  @JsonSubTypes.Type(value = AgentEvent.RungStarted.class, name = "rung-started"),
  @JsonSubTypes.Type(value = AgentEvent.LogChunk.class, name = "log-chunk"),
  @JsonSubTypes.Type(value = AgentEvent.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = AgentEvent.WindowOpened.class, name = "window-opened"),
  @JsonSubTypes.Type(value = AgentEvent.Counted.class, name = "counted"),
  @JsonSubTypes.Type(value = AgentEvent.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = AgentEvent.Failed.class, name = "failed")
})
public sealed interface AgentEvent extends ClusterMessage {
  /** An event of one run, under the name that the run gave the agent. */
  sealed interface OfRun extends AgentEvent {
    String runId();

    String agent();
  }

  /**
   * Who the agent is.
   *
   * @param instance of this process, the same for all its life: an agent that comes back under
   *     another address is recognised by it
   */
  record Introduced(String instance, Capabilities capabilities) implements AgentEvent {
    public Introduced {
      Objects.requireNonNull(instance, "instance");
      Objects.requireNonNull(capabilities, "capabilities");
    }
  }

  /**
   * The agent's clocks at the moment of answering.
   *
   * @param tickerNanos its monotonic clock, which orders are timed by
   * @param at its wall clock, which its log is stamped by
   */
  record Pong(String instance, long sequence, long tickerNanos, Instant at) implements AgentEvent {
    public Pong {
      Objects.requireNonNull(instance, "instance");
      Objects.requireNonNull(at, "at");
    }
  }

  /**
   * Ready to hold; {@code warmUpCalls} were made and are excluded from results.
   *
   * @param warmUpFailure why every call of the warm-up failed; empty if at least one was ok
   */
  record Prepared(String runId, String agent, long warmUpCalls, String warmUpFailure)
      implements OfRun {
    public Prepared {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      Objects.requireNonNull(warmUpFailure, "warmUpFailure");
    }
  }

  /** The gate began to move at this reading of the agent's ticker. */
  record RungStarted(String runId, String agent, int rung, long startedAtNanos) implements OfRun {
    public RungStarted {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
    }
  }

  /**
   * The rung has settled on this agent and its measuring window is open.
   *
   * @param at wall-clock time on the agent's host
   * @param inFlight requests outstanding at that moment
   */
  record WindowOpened(String runId, String agent, int rung, Instant at, int inFlight)
      implements OfRun {
    public WindowOpened {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      Objects.requireNonNull(at, "at");
    }
  }

  /** One interval of {@link dev.rundle.model.measure.Interval}, histograms as compressed bytes. */
  record Counted(
      String runId,
      String agent,
      int rung,
      long sequence,
      boolean last,
      long windowNanos,
      double inFlightNanos,
      long sent,
      long overSlo,
      Map<Outcome, Long> outcomes,
      long completedInWindow,
      long endedInWindow,
      byte[] ttfab,
      byte[] full,
      byte[] connectionWait,
      double fullNanosSum,
      long audioBytes,
      long audioNanos,
      long longestStallNanos,
      GeneratorHealth health)
      implements OfRun {
    public Counted {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      outcomes = Map.copyOf(outcomes);
      Objects.requireNonNull(ttfab, "ttfab");
      Objects.requireNonNull(full, "full");
      Objects.requireNonNull(connectionWait, "connectionWait");
      Objects.requireNonNull(health, "health");
    }

    /** The interval as it crosses the cluster. */
    public static Counted of(String runId, Interval interval) {
      return new Counted(
          runId,
          interval.agent(),
          interval.rung(),
          interval.sequence(),
          interval.last(),
          interval.windowNanos(),
          interval.inFlightNanos(),
          interval.sent(),
          interval.overSlo(),
          interval.outcomes(),
          interval.completedInWindow(),
          interval.endedInWindow(),
          interval.ttfab().bytes(),
          interval.full().bytes(),
          interval.connectionWait().bytes(),
          interval.fullNanosSum(),
          interval.audioBytes(),
          interval.audioNanos(),
          interval.longestStallNanos(),
          interval.health());
    }

    /** The interval that an agent counted, comparable by value. */
    public Interval toInterval() {
      return new Interval(
          agent,
          rung,
          sequence,
          last,
          windowNanos,
          inFlightNanos,
          sent,
          overSlo,
          outcomes,
          completedInWindow,
          endedInWindow,
          EncodedHistogram.of(ttfab),
          EncodedHistogram.of(full),
          EncodedHistogram.of(connectionWait),
          fullNanosSum,
          audioBytes,
          audioNanos,
          longestStallNanos,
          health);
    }
  }

  /**
   * The run ended.
   *
   * @param logPath Gatling's log on the agent's host
   */
  record Finished(String runId, String agent, String logPath) implements OfRun {
    public Finished {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      Objects.requireNonNull(logPath, "logPath");
    }
  }

  /**
   * The agent has stopped its load and left the run.
   *
   * @param mayReturn true if it can be prepared for the run once more
   */
  record Failed(String runId, String agent, String reason, boolean mayReturn) implements OfRun {
    public Failed {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * A piece of the run's log.
   *
   * @param offset of its first byte
   * @param bytes may be empty where nothing more has been written yet
   * @param end true if the log is closed and this piece reaches its end
   */
  record LogChunk(String runId, String agent, long offset, byte[] bytes, boolean end)
      implements OfRun {
    public LogChunk {
      Objects.requireNonNull(runId, "runId");
      Objects.requireNonNull(agent, "agent");
      Objects.requireNonNull(bytes, "bytes");
    }

    /** Well below a frame of the cluster, beyond which messages vanish silently. */
    public static final int MOST_BYTES = 256 * 1024;
  }
}

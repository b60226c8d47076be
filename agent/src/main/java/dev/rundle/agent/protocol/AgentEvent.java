package dev.rundle.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.Map;

/** What an agent tells its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentEvent.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = AgentEvent.WindowOpened.class, name = "window-opened"),
  @JsonSubTypes.Type(value = AgentEvent.Counted.class, name = "counted"),
  @JsonSubTypes.Type(value = AgentEvent.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = AgentEvent.Failed.class, name = "failed")
})
public sealed interface AgentEvent extends ClusterMessage {
  String runId();

  String agent();

  /**
   * Ready to hold; {@code warmUpCalls} were made and are excluded from results.
   *
   * @param warmUpFailure why every call of the warm-up failed; empty if at least one was ok
   */
  record Prepared(String runId, String agent, long warmUpCalls, String warmUpFailure)
      implements AgentEvent {}

  /**
   * The rung has settled on this agent and its measuring window is open.
   *
   * @param at wall-clock time on the agent's host
   * @param inFlight requests outstanding at that moment
   */
  record WindowOpened(String runId, String agent, int rung, Instant at, int inFlight)
      implements AgentEvent {}

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
      implements AgentEvent {
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
  record Finished(String runId, String agent, String logPath) implements AgentEvent {}

  /** The agent cannot go on with the run. */
  record Failed(String runId, String agent, String reason) implements AgentEvent {}
}

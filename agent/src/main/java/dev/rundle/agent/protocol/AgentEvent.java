package dev.rundle.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.outcome.Outcome;
import java.util.Map;

/** What an agent tells its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentEvent.Prepared.class, name = "prepared"),
  @JsonSubTypes.Type(value = AgentEvent.Counted.class, name = "counted"),
  @JsonSubTypes.Type(value = AgentEvent.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = AgentEvent.Failed.class, name = "failed")
})
public sealed interface AgentEvent extends ClusterMessage {
  String runId();

  String agent();

  /** Ready to hold; {@code warmUpCalls} were made and are excluded from results. */
  record Prepared(String runId, String agent, long warmUpCalls, String warmUpFailure)
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
      implements AgentEvent {}

  /**
   * The run ended.
   *
   * @param logPath Gatling's log on the agent's host
   */
  record Finished(String runId, String agent, String logPath) implements AgentEvent {}

  /** The agent cannot go on with the run. */
  record Failed(String runId, String agent, String reason) implements AgentEvent {}
}

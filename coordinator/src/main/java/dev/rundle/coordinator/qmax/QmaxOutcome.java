package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.failure.RemoteFailure;
import java.util.List;
import java.util.Optional;

/**
 * What a ladder gave.
 *
 * @param artifact Q_max empty if the ladder gave up, with the reason
 * @param agents names of the agents that held the load
 * @param logs the load generator's logs, brought to this host
 * @param staircase what was ordered when
 * @param rungs what each report group stands for
 * @param warnings said during the run
 * @param notRestored what of the endpoint could not be put back; the measurement is good all the
 *     same
 * @param cutShortBy what ended the run too early, after something was measured that is worth
 *     keeping: an {@link dev.rundle.coordinator.Interrupted}, or a RemoteFailure if no agent was
 *     left
 */
public record QmaxOutcome(
    QmaxArtifact artifact,
    List<String> agents,
    List<AgentLog> logs,
    Staircase staircase,
    List<RungLabel> rungs,
    List<String> warnings,
    Optional<RemoteFailure> notRestored,
    Optional<RuntimeException> cutShortBy) {
  public QmaxOutcome {
    agents = List.copyOf(agents);
    logs = List.copyOf(logs);
    rungs = List.copyOf(rungs);
    warnings = List.copyOf(warnings);
  }

  /**
   * A group of the load generator's report and its true figures, which the report cannot compute.
   *
   * @param group name in the log
   * @param sent requests of its measuring window; the report shows the rung only if the logs hold
   *     exactly as many
   * @param verdict pass, fail, undecided or void
   */
  public record RungLabel(
      String group,
      int concurrency,
      int attempt,
      long sent,
      double completedPerSecond,
      String verdict) {}
}

package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.failure.RemoteFailure;
import java.util.List;
import java.util.Optional;

/**
 * What a forced scale-out gave; the logs and the staircase are the probe's.
 *
 * @param notRestored what of the endpoint could not be put back; the measurement is good all the
 *     same
 * @param cutShortBy the {@link dev.rundle.coordinator.Interrupted} that ended the wait for late
 *     logs, after which stages may be missing
 */
public record TtotalOutcome(
    TtotalArtifact artifact,
    List<String> agents,
    List<AgentLog> logs,
    Staircase staircase,
    List<String> warnings,
    Optional<RemoteFailure> notRestored,
    Optional<RuntimeException> cutShortBy) {
  public TtotalOutcome {
    agents = List.copyOf(agents);
    logs = List.copyOf(logs);
    warnings = List.copyOf(warnings);
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.security.Security;
import dev.rundle.coordinator.Timing;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Ways to get a {@link LoadCluster}. */
public final class LoadClusters {
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration LOCAL_PATIENCE = Duration.ofSeconds(60);

  private LoadClusters() {}

  /**
   * One agent in this JVM, on a loopback port of the system's choice.
   *
   * @param workFolder where the agent keeps its logs
   */
  public static LoadCluster.Opener inProcess(Path workFolder) {
    return inProcess(AgentSettings.of(workFolder));
  }

  /** As {@link #inProcess(Path)}, with an agent's settings of one's own. */
  public static LoadCluster.Opener inProcess(AgentSettings agent) {
    var settings =
        new PekkoLoadCluster.Settings(
            NodeSettings.coordinator(LOOPBACK, 0, Security.loopback()),
            HostCapabilities.read(),
            Optional.of(agent),
            1,
            LOCAL_PATIENCE,
            Start.CONNECTIONS_PER_SECOND);
    return (interruption, listener) ->
        PekkoLoadCluster.open(settings, Timing.system(), interruption, listener);
  }

  /**
   * Agents on other hosts.
   *
   * @param host address to listen on, as agents see it
   * @param port 0 for any
   * @param agents how many to wait for
   * @param patience how long to wait for them
   * @param security how members talk
   * @throws dev.rundle.model.failure.Refused if it does not allow to talk in plain text on this
   *     address, or its certificates cannot be used
   */
  public static LoadCluster.Opener listening(
      String host, int port, int agents, Duration patience, Security security) {
    List<String> warnings = security.check(Clock.systemUTC());
    var settings =
        new PekkoLoadCluster.Settings(
            NodeSettings.coordinator(host, port, security),
            HostCapabilities.read(),
            Optional.empty(),
            agents,
            patience,
            Start.CONNECTIONS_PER_SECOND);
    return (interruption, listener) -> {
      warnings.forEach(listener::warning);
      return PekkoLoadCluster.open(settings, Timing.system(), interruption, listener);
    };
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.security.Security;
import dev.rundle.coordinator.Timing;
import java.time.Duration;
import java.util.Optional;

/** Clusters for tests of other packages. */
public final class TestClusters {
  private TestClusters() {}

  /**
   * Agents that join on the loopback interface.
   *
   * @param agents how many to wait for
   * @param connectionsPerSecond opened over the whole cluster, at most
   */
  public static LoadCluster.Opener listening(
      int agents, Duration patience, int connectionsPerSecond) {
    var settings =
        new PekkoLoadCluster.Settings(
            NodeSettings.coordinator("127.0.0.1", 0, Security.loopback()),
            HostCapabilities.read(),
            Optional.empty(),
            agents,
            patience,
            connectionsPerSecond);
    return (interruption, listener) ->
        PekkoLoadCluster.open(settings, Timing.system(), interruption, listener);
  }
}

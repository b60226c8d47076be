package dev.rundle.coordinator;

import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.RunPlan;
import dev.rundle.coordinator.freeze.Freeze;
import dev.rundle.model.failure.RemoteFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a ladder and a forced scale-out have in common: the checks before anything is changed, the
 * load on one pinned instance, and everything put back afterwards.
 */
public final class PinnedRun {
  /** Both measure what one instance does. */
  public static final int INSTANCES = 1;

  private final Timing timing;
  private final Ports ports;
  private final LoadCluster.Opener opener;
  private final RunListener listener;
  private final Interruption interruption;
  private final RunSetup setup;
  private final Freeze freeze;

  public PinnedRun(
      Ports ports,
      Timing timing,
      LoadCluster.Opener opener,
      RunListener listener,
      Interruption interruption,
      RunSetup setup) {
    this.ports = ports;
    this.timing = timing;
    this.opener = opener;
    this.listener = listener;
    this.interruption = interruption;
    this.setup = setup;
    this.freeze = new Freeze(ports, timing, setup.workFolder(), listener);
  }

  /**
   * What was measured, and what is known when the load is off and the endpoint put back.
   *
   * @param logs the load generator's, one for each time that an agent took part
   * @param notRestored what could not be put back; the result is good all the same
   */
  public record Held<T>(
      T result, List<String> agents, List<AgentLog> logs, Optional<RemoteFailure> notRestored) {}

  /** What is known when the load is off. */
  private record Measured<T>(T result, List<String> agents, List<AgentLog> logs) {}

  /**
   * Finds the endpoint and checks that it can be frozen, and that agents can be told what to send.
   *
   * @throws dev.rundle.model.failure.Refused if not
   */
  public MeasuredEndpoint check() {
    setup.target().requireFitsMessage(setup.model());
    listener.phase(Phase.CHECKING, setup.model().endpoint(), Optional.empty());
    MeasuredEndpoint endpoint =
        MeasuredEndpoint.find(ports.endpoints(), setup.model().endpoint(), setup.model().variant());
    freeze.refuseIfFrozen(endpoint.state());
    endpoint.requireInService();
    return endpoint;
  }

  /**
   * Gathers the agents, freezes and pins, warms up, measures, and puts everything back.
   *
   * @param highestConcurrency most requests that {@code work} will hold
   * @param work measures on a cluster that is ready
   * @throws dev.rundle.model.failure.Refused if the agents or the endpoint do not fit
   * @throws RemoteFailure if AWS or the cluster failed; all was put back unless the message says
   *     otherwise
   * @throws Interrupted after putting everything back
   */
  public <T> Held<T> hold(int highestConcurrency, Function<LoadCluster, T> work) {
    try (LoadCluster cluster = opener.open(interruption, listener)) {
      cluster.requireRoomFor(highestConcurrency);
      Freeze.Thawed<Measured<T>> thawed =
          freeze.whileFrozen(
              setup.runId(),
              setup.model().endpoint(),
              setup.model().variant(),
              INSTANCES,
              interruption,
              pinned -> measure(cluster, highestConcurrency, work));
      Measured<T> measured = thawed.result();
      return new Held<>(
          measured.result(), measured.agents(), measured.logs(), thawed.notRestored());
    }
  }

  /** The load is off when this returns or throws, so that the restored endpoint sees none of it. */
  private <T> Measured<T> measure(
      LoadCluster cluster, int highestConcurrency, Function<LoadCluster, T> work) {
    try (cluster) {
      listener.phase(Phase.WARMING_UP, "", Optional.of(timing.now().plus(setup.warmUp())));
      cluster.prepare(
          new RunPlan(
              setup.runId(),
              setup.target().forAgents(setup.model()),
              highestConcurrency,
              setup.warmUp(),
              setup.workFolder()));
      T result = work.apply(cluster);
      listener.phase(Phase.COLLECTING_LOGS, "", Optional.empty());
      return new Measured<>(result, cluster.agents(), logs(cluster));
    }
  }

  /** A log can be done without; what was measured cannot. */
  private List<AgentLog> logs(LoadCluster cluster) {
    try {
      return cluster.finish();
    } catch (Interrupted | RemoteFailure e) {
      listener.warning("the load generator's log was not collected: " + e.getMessage());
      return List.of();
    }
  }
}

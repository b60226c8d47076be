package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.InstanceStreams;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.Warnings;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.RunPlan;
import dev.rundle.coordinator.freeze.Freeze;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Climbs a ladder: checks, waits for agents, freezes and pins the endpoint, holds rung after rung
 * as the search says, puts everything back, and only then waits for CloudWatch.
 */
public final class QmaxRun {
  /** The ladder measures one instance. */
  private static final int INSTANCES = 1;

  private final Ports ports;
  private final Timing timing;
  private final LoadCluster.Opener opener;
  private final Warnings listener;
  private final Interruption interruption;

  public QmaxRun(
      Ports ports,
      Timing timing,
      LoadCluster.Opener cluster,
      RunListener listener,
      Interruption interruption) {
    this.ports = ports;
    this.timing = timing;
    this.opener = cluster;
    this.listener = new Warnings(listener);
    this.interruption = interruption;
  }

  /** What is known when the load is off. */
  private record Measured(Climb.Climbed climbed, List<String> agents, List<Path> logs) {}

  /**
   * Runs to the end.
   *
   * @throws dev.rundle.model.failure.Refused if a precondition does not hold; nothing was changed
   * @throws RemoteFailure if AWS or the cluster failed; all was put back unless the message says
   *     otherwise
   * @throws dev.rundle.coordinator.Interrupted after putting everything back
   */
  public QmaxOutcome run(QmaxRequest request) {
    String endpointName = request.model().endpoint();
    String variantName = request.model().variant();
    listener.phase(Phase.CHECKING, endpointName, Optional.empty());
    Instant begin = timing.now();
    MeasuredEndpoint endpoint = MeasuredEndpoint.find(ports.endpoints(), endpointName, variantName);
    var freeze = new Freeze(ports, timing, request.workFolder(), listener);
    freeze.refuseIfFrozen(endpoint.state());
    endpoint.requireInService();
    Preconditions.require(endpoint, request.model().slo(), listener);
    var metrics =
        new PublishedMetrics(ports.metrics(), timing, listener, endpointName, variantName);
    Freeze.Thawed<Measured> thawed;
    try (LoadCluster cluster = opener.open(interruption, listener)) {
      cluster.requireRoomFor(request.highestConcurrency());
      thawed =
          freeze.whileFrozen(
              request.runId(),
              endpointName,
              variantName,
              INSTANCES,
              interruption,
              pinned -> measure(request, cluster, metrics));
    }
    Measured measured = thawed.result();
    joinMetrics(request, metrics, measured);
    return new QmaxOutcome(
        new LadderArtifact(request, endpoint, begin).of(measured.climbed(), metrics),
        measured.agents(),
        measured.logs(),
        measured.climbed().staircase(),
        measured.climbed().rungs().stream().map(QmaxRun::label).toList(),
        listener.said(),
        thawed.notRestored());
  }

  /** The load is off when this returns or throws, so that the restored endpoint sees none of it. */
  private Measured measure(QmaxRequest request, LoadCluster cluster, PublishedMetrics metrics) {
    String endpoint = request.model().endpoint();
    String variant = request.model().variant();
    try (cluster) {
      listener.phase(Phase.WARMING_UP, "", Optional.of(timing.now().plus(request.warmUp())));
      cluster.prepare(
          new RunPlan(
              request.runId(),
              request.target().forAgents(request.model()),
              request.highestConcurrency(),
              request.warmUp()));
      var instances =
          new InstanceWatch(
              ports.endpoints(),
              new InstanceStreams(ports.logs(), endpoint, variant),
              timing,
              listener,
              endpoint,
              variant,
              INSTANCES);
      Climb.Climbed climbed =
          new Climb(cluster, instances, metrics, timing, listener, interruption, request).climb();
      listener.phase(Phase.COLLECTING_LOGS, "", Optional.empty());
      return new Measured(climbed, cluster.agents(), cluster.finish());
    }
  }

  private void joinMetrics(QmaxRequest request, PublishedMetrics metrics, Measured measured) {
    listener.phase(
        Phase.JOINING_METRICS, "", Optional.of(timing.now().plus(request.metricsBound())));
    metrics.awaitLast(
        measured.climbed().rungs().stream()
            .filter(held -> !held.result().isVoid())
            .map(held -> held.result().measurement())
            .toList(),
        request.metricsBound(),
        interruption);
  }

  private static QmaxOutcome.RungLabel label(Climb.Held held) {
    return new QmaxOutcome.RungLabel(
        held.group(),
        held.result().concurrency(),
        held.result().measurement().order().attempt(),
        held.result().measurement().completedPerSecond(),
        RungFigures.verdict(held.result()));
  }
}

package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.InstanceStreams;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.PinnedRun;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.Warnings;
import dev.rundle.coordinator.cluster.LoadCluster;
import java.time.Instant;
import java.util.Optional;

/**
 * Climbs a ladder: checks, waits for agents, freezes and pins the endpoint, holds rung after rung
 * as the search says, puts everything back, and only then waits for CloudWatch.
 */
public final class QmaxRun {
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

  /**
   * Runs to the end.
   *
   * @return also of a ladder that was cut short after its first rung, see {@link
   *     QmaxOutcome#cutShortBy()}
   * @throws dev.rundle.model.failure.Refused if a precondition does not hold; nothing was changed
   * @throws dev.rundle.model.failure.RemoteFailure if AWS or the cluster failed before anything was
   *     measured; all was put back unless the message says otherwise
   * @throws Interrupted in the middle of the ladder, after putting everything back
   */
  public QmaxOutcome run(QmaxRequest request) {
    RunSetup setup = request.setup();
    Instant begin = timing.now();
    var pinned = new PinnedRun(ports, timing, opener, listener, interruption, setup);
    MeasuredEndpoint endpoint = pinned.check();
    Preconditions.require(endpoint, setup.model().slo(), listener);
    var metrics =
        new PublishedMetrics(
            ports.metrics(), timing, listener, setup.model().endpoint(), setup.model().variant());
    PinnedRun.Held<Climb.Climbed> held =
        pinned.hold(
            request.highestConcurrency(),
            cluster ->
                new Climb(
                        cluster, instances(setup), metrics, timing, listener, interruption, request)
                    .climb());
    Climb.Climbed climbed = held.result();
    Optional<RuntimeException> interrupted = joinMetrics(request, metrics, climbed);
    return new QmaxOutcome(
        new LadderArtifact(request, endpoint, begin).of(climbed, metrics),
        held.agents(),
        held.logs(),
        climbed.staircase(),
        climbed.rungs().stream().map(QmaxRun::label).toList(),
        listener.said(),
        held.notRestored(),
        interrupted.or(climbed::cutShortBy));
  }

  private InstanceWatch instances(RunSetup setup) {
    String endpoint = setup.model().endpoint();
    String variant = setup.model().variant();
    return new InstanceWatch(
        ports.endpoints(),
        ports.scaling(),
        new InstanceStreams(ports.logs(), endpoint, variant),
        timing,
        listener,
        endpoint,
        variant,
        PinnedRun.INSTANCES);
  }

  /**
   * Waits for CloudWatch. The endpoint is restored and the ladder is whole, so an interruption only
   * costs conversions.
   *
   * @return the interruption
   */
  private Optional<RuntimeException> joinMetrics(
      QmaxRequest request, PublishedMetrics metrics, Climb.Climbed climbed) {
    listener.phase(
        Phase.JOINING_METRICS, "", Optional.of(timing.now().plus(request.metricsBound())));
    try {
      metrics.awaitLast(
          climbed.rungs().stream()
              .filter(held -> !held.result().isVoid())
              .map(held -> held.result().measurement())
              .toList(),
          request.metricsBound(),
          interruption);
      interruption.check();
      return Optional.empty();
    } catch (Interrupted e) {
      return Optional.of(e);
    }
  }

  private static QmaxOutcome.RungLabel label(Climb.Held held) {
    return new QmaxOutcome.RungLabel(
        held.group(),
        held.result().concurrency(),
        held.result().measurement().order().attempt(),
        held.result().measurement().sent(),
        held.result().measurement().completedPerSecond(),
        RungFigures.verdict(held.result()));
  }
}

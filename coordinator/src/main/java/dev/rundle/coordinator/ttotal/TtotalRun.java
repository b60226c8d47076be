package dev.rundle.coordinator.ttotal;

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
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.Timeline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times a forced scale-out, stage by stage: checks, freezes and pins the endpoint, holds a probe
 * that saturates one instance, asks for a second one, waits until the probe is fast again, and puts
 * everything back.
 */
public final class TtotalRun {
  private static final int INSTANCES = 1;

  /** How long a container's log may lag behind what it tells. */
  private static final Duration LOG_LAG = Duration.ofMinutes(2);

  private static final Duration LOG_POLL = Duration.ofSeconds(5);

  private final Ports ports;
  private final Timing timing;
  private final LoadCluster.Opener opener;
  private final Warnings listener;
  private final Interruption interruption;

  public TtotalRun(
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
  private record Measured(ForcedScaleOut.Seen seen, List<String> agents, List<Path> logs) {}

  /**
   * Runs to the end.
   *
   * @throws dev.rundle.model.failure.Refused if a precondition does not hold; nothing was changed
   * @throws RemoteFailure if the scale-out or the probe failed; all was put back unless the message
   *     says otherwise
   * @throws dev.rundle.coordinator.Interrupted after putting everything back
   */
  public TtotalOutcome run(TtotalRequest request) {
    String endpointName = request.model().endpoint();
    String variantName = request.model().variant();
    listener.phase(Phase.CHECKING, endpointName, Optional.empty());
    Instant begin = timing.now();
    MeasuredEndpoint endpoint = MeasuredEndpoint.find(ports.endpoints(), endpointName, variantName);
    var freeze = new Freeze(ports, timing, request.workFolder(), listener);
    freeze.refuseIfFrozen(endpoint.state());
    endpoint.requireInService();
    Reference reference = Reference.from(request, endpoint, listener);
    QuotaRoom.require(ports, endpoint, INSTANCES + 1, listener);
    Duration policyBound =
        PolicyBound.read(ports, ScalableTarget.resourceId(endpointName, variantName), listener);
    var stages =
        new StageLog(new InstanceStreams(ports.logs(), endpointName, variantName), listener);
    Freeze.Thawed<Measured> thawed;
    try (LoadCluster cluster = opener.open(interruption, listener)) {
      cluster.requireRoomFor(request.probeConcurrency());
      thawed =
          freeze.whileFrozen(
              request.runId(),
              endpointName,
              variantName,
              INSTANCES,
              interruption,
              pinned -> measure(request, reference, stages, cluster));
    }
    awaitLateLogs(stages);
    Measured measured = thawed.result();
    return new TtotalOutcome(
        artifact(request, endpoint, reference, stages, measured.seen(), policyBound, begin),
        measured.agents(),
        measured.logs(),
        measured.seen().staircase(),
        listener.said(),
        thawed.notRestored());
  }

  /** The load is off when this returns or throws, so that the restored endpoint sees none of it. */
  private Measured measure(
      TtotalRequest request, Reference reference, StageLog stages, LoadCluster cluster) {
    try (cluster) {
      listener.phase(Phase.WARMING_UP, "", Optional.of(timing.now().plus(request.warmUp())));
      cluster.prepare(
          new RunPlan(
              request.runId(),
              request.target().forAgents(request.model()),
              request.probeConcurrency(),
              request.warmUp()));
      ForcedScaleOut.Seen seen =
          new ForcedScaleOut(
                  ports, timing, cluster, listener, interruption, request, reference, stages)
              .force(INSTANCES);
      listener.phase(Phase.COLLECTING_LOGS, "", Optional.empty());
      return new Measured(seen, cluster.agents(), cluster.finish());
    }
  }

  /** A container's own markers may be published after the endpoint is already put back. */
  private void awaitLateLogs(StageLog stages) {
    Timing.Deadline deadline = timing.deadlineIn(LOG_LAG);
    stages.readLogs();
    while (!stages.hasReached(Stage.READY) && stages.canReadLogs() && !deadline.isOver()) {
      timing.pause().pause(LOG_POLL, interruption);
      stages.readLogs();
    }
  }

  private TtotalArtifact artifact(
      TtotalRequest request,
      MeasuredEndpoint endpoint,
      Reference reference,
      StageLog stages,
      ForcedScaleOut.Seen seen,
      Duration policyBound,
      Instant begin) {
    Timeline timeline =
        seen.gaveUpAt()
            .map(at -> Timeline.floor(stages.stages(), at))
            .orElseGet(() -> Timeline.of(stages.stages()));
    List<String> notes = new ArrayList<>(timeline.notes());
    notes.add(
        "the scale-out was forced, so the policy's own detection is not in the total; it is bounded"
            + " at %.0f s".formatted(policyBound.toMillis() / 1e3));
    notes.addAll(listener.said());
    return new TtotalArtifact(
        TtotalArtifact.SCHEMA,
        request.model().name(),
        endpoint.fingerprint(),
        request.target().transport(),
        timeline.total().toNanos() / 1e9,
        timeline.floor(),
        policyBound.toMillis() / 1e3,
        INSTANCES,
        INSTANCES + 1,
        request.probeConcurrency(),
        seen.p95BeforeMillis(),
        reference.targetMillis(),
        seen.p95AfterMillis(),
        request.recoveryWindow().toMillis() / 1e3,
        stages.instance(),
        timeline.stages(),
        timeline.missing(),
        timeline.durations(),
        notes,
        request.qmax().provenance().runId(),
        new Provenance(
            endpoint.origin(),
            request.runId(),
            begin,
            request.model().endpoint(),
            request.model().variant(),
            request.target().region(),
            request.productVersion(),
            ""));
  }
}

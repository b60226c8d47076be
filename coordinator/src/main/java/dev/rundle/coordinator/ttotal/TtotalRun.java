package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.InstanceStreams;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.PinnedRun;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.Warnings;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.Timeline;
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

  /**
   * Runs to the end.
   *
   * @throws dev.rundle.model.failure.Refused if a precondition does not hold; nothing was changed
   * @throws dev.rundle.model.failure.RemoteFailure if the scale-out or the probe failed; all was
   *     put back unless the message says otherwise
   * @throws Interrupted before the traffic recovered, after putting everything back
   */
  public TtotalOutcome run(TtotalRequest request) {
    RunSetup setup = request.setup();
    String endpointName = setup.model().endpoint();
    String variantName = setup.model().variant();
    Instant begin = timing.now();
    var pinned = new PinnedRun(ports, timing, opener, listener, interruption, setup);
    MeasuredEndpoint endpoint = pinned.check();
    Reference reference = Reference.from(request, endpoint, listener);
    QuotaRoom.require(ports, endpoint, PinnedRun.INSTANCES + 1, listener);
    Duration policyBound =
        PolicyBound.read(ports, ScalableTarget.resourceId(endpointName, variantName), listener);
    var stages =
        new StageLog(new InstanceStreams(ports.logs(), endpointName, variantName), listener);
    PinnedRun.Held<ForcedScaleOut.Seen> held =
        pinned.hold(
            request.probeConcurrency(),
            cluster ->
                new ForcedScaleOut(
                        ports, timing, cluster, listener, interruption, request, reference, stages)
                    .force(PinnedRun.INSTANCES));
    Optional<RuntimeException> interrupted = awaitLateLogs(stages);
    return new TtotalOutcome(
        artifact(request, endpoint, reference, stages, held.result(), policyBound, begin),
        held.agents(),
        held.logs(),
        held.result().staircase(),
        listener.said(),
        held.notRestored(),
        interrupted);
  }

  /**
   * A container's own markers may be published after the endpoint is already put back. The total is
   * known by then, so an interruption only costs stages.
   *
   * @return the interruption
   */
  private Optional<RuntimeException> awaitLateLogs(StageLog stages) {
    Timing.Deadline deadline = timing.deadlineIn(LOG_LAG);
    try {
      stages.readLogs();
      while (!stages.hasReached(Stage.READY) && stages.canReadLogs() && !deadline.isOver()) {
        timing.pause().pause(LOG_POLL, interruption);
        stages.readLogs();
      }
      interruption.check();
      return Optional.empty();
    } catch (Interrupted e) {
      return Optional.of(e);
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
        request.setup().model().name(),
        endpoint.fingerprint(),
        request.setup().target().transport(),
        timeline.total().toNanos() / 1e9,
        timeline.floor(),
        policyBound.toMillis() / 1e3,
        PinnedRun.INSTANCES,
        PinnedRun.INSTANCES + 1,
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
        endpoint.provenance(request.setup(), begin));
  }
}

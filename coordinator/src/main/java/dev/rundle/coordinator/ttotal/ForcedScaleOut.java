package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.Staircase;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.scaleout.RecoveryWatch;
import dev.rundle.model.scaleout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Holds the probe on a pinned endpoint, forces the scale-out, and watches until recovery. */
final class ForcedScaleOut {
  private static final String GROUP = "probe";
  private static final Duration LONGEST_SETTLING = Duration.ofMinutes(3);

  /** Logs are read less often than the endpoint is described: they lag by a minute anyway. */
  private static final Duration BETWEEN_LOG_READS = Duration.ofSeconds(5);

  private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(1);

  /** A probe this much off the ladder's p95 is on an endpoint that behaves differently now. */
  private static final double OFF_THE_LADDER = 0.25;

  private final Ports ports;
  private final Timing timing;
  private final LoadCluster cluster;
  private final RunListener listener;
  private final Interruption interruption;
  private final TtotalRequest request;
  private final Reference reference;
  private final StageLog stages;
  private final Probe probe = new Probe();
  private Timing.Deadline nextLogRead;
  private Timing.Deadline nextProgress;

  ForcedScaleOut(
      Ports ports,
      Timing timing,
      LoadCluster cluster,
      RunListener listener,
      Interruption interruption,
      TtotalRequest request,
      Reference reference,
      StageLog stages) {
    this.ports = ports;
    this.timing = timing;
    this.cluster = cluster;
    this.listener = listener;
    this.interruption = interruption;
    this.request = request;
    this.reference = reference;
    this.stages = stages;
  }

  /**
   * What was seen.
   *
   * @param gaveUpAt present if recovery was not seen until then
   */
  record Seen(
      double p95BeforeMillis,
      OptionalDouble p95AfterMillis,
      Optional<Instant> gaveUpAt,
      Staircase staircase) {}

  /**
   * Runs from the probe's start to recovery.
   *
   * @param from instances that the variant is pinned to
   * @throws RemoteFailure if the probe is no good, or the scale-out fails
   */
  Seen force(int from) {
    stages.begin();
    nextProgress = timing.deadlineIn(BETWEEN_PROGRESS);
    Instant applied = timing.now().plus(cluster.startsIn(request.probeConcurrency()));
    stages.reach(Stage.LOAD_APPLIED, applied, false, "probe start");
    cluster.hold(request.probeConcurrency(), GROUP, probe);
    double p95Before = awaitSteady();
    var scaleOut =
        new ScaleOut(
            ports,
            timing,
            request.setup().model().endpoint(),
            request.setup().model().variant(),
            from,
            request.scaleOutLimit());
    listener.phase(Phase.SCALING_OUT, "", Optional.empty());
    stages.reach(
        Stage.DESIRED_SET,
        scaleOut.ask(interruption),
        false,
        "UpdateEndpointWeightsAndCapacities call");
    awaitInService(scaleOut);
    RecoveryWatch.State end = awaitRecovery();
    Instant released = timing.now();
    cluster.release();
    return end.fold(
        watching -> {
          throw new IllegalStateException("left while watching");
        },
        recovered -> {
          stages.reach(
              Stage.TRAFFIC_RECOVERED,
              recovered.windowStart(),
              true,
              "probe p95 TTFAB at or under %.0f ms over the %d s that follow"
                  .formatted(reference.targetMillis(), request.recoveryWindow().toSeconds()));
          return seen(
              p95Before,
              OptionalDouble.of(recovered.p95AfterMillis()),
              Optional.empty(),
              applied,
              released);
        },
        floor ->
            seen(p95Before, OptionalDouble.empty(), Optional.of(floor.at()), applied, released));
  }

  private double awaitSteady() {
    listener.phase(
        Phase.PROBING,
        "concurrency " + request.probeConcurrency(),
        Optional.of(timing.now().plus(request.steady())));
    var steadiness = new Steadiness(cluster.agents().size(), request.steady());
    Timing.Deadline deadline = timing.deadlineIn(request.steady().plus(LONGEST_SETTLING));
    while (!steadiness.isSteady()) {
      if (deadline.isOver()) {
        throw new RemoteFailure(
            "the probe did not become steady within %d s: its p95 TTFAB is %s"
                .formatted(
                    deadline.elapsed().toSeconds(),
                    steadiness.p95Millis().isPresent()
                        ? text("%.0f ms now", steadiness.p95Millis().getAsDouble())
                        : "unknown, nothing is answered"),
            "recovery could not be told from its ups and downs",
            "see whether other traffic reaches the endpoint, then run again");
      }
      steadiness.observe(nextSlices());
    }
    double p95 = steadiness.p95Millis().orElseThrow();
    RecoveryWatch.badProbe(p95, reference.targetMillis())
        .ifPresent(
            reason -> {
              throw new RemoteFailure(
                  reason,
                  "a probe that is fast already cannot show that a new instance took traffic",
                  "raise --probe, and measure the ladder at that concurrency and at half of it");
            });
    if (Math.abs(p95 - reference.p95AtProbeMillis())
        > OFF_THE_LADDER * reference.p95AtProbeMillis()) {
      listener.warning(
          text(
              "the probe's p95 TTFAB is %.0f ms on one instance, the ladder had %.0f ms at this"
                  + " concurrency: the endpoint behaves differently now",
              p95, reference.p95AtProbeMillis()));
    }
    return p95;
  }

  private void awaitInService(ScaleOut scaleOut) {
    nextLogRead = timing.deadlineIn(BETWEEN_LOG_READS);
    while (!scaleOut.isInService()) {
      nextSlices();
      readLogsIfDue();
    }
    stages.reach(Stage.IN_SERVICE, timing.now(), false, "DescribeEndpoint CurrentInstanceCount");
  }

  private RecoveryWatch.State awaitRecovery() {
    listener.phase(
        Phase.RECOVERING,
        text("until p95 TTFAB is at most %.0f ms", reference.targetMillis()),
        Optional.of(timing.now().plus(request.recoveryWindow())));
    var watch =
        new RecoveryWatch(
            stages.at(Stage.IN_SERVICE),
            reference.targetMillis(),
            request.recoveryWindow(),
            request.recoveryLimit());
    while (watch.state().fold(watching -> true, recovered -> false, floor -> false)) {
      observe(watch, nextSlices());
      readLogsIfDue();
    }
    return watch.state();
  }

  /** Waits a little and gives what the probe has seen meanwhile. */
  private List<Probe.Slice> nextSlices() {
    timing.pause().pause(request.poll(), interruption);
    List<Probe.Slice> slices = probe.drain();
    if (nextProgress.isOver()) {
      nextProgress = timing.deadlineIn(BETWEEN_PROGRESS);
      listener.progress(
          probe.progress(
              request.probeConcurrency(),
              Duration.between(stages.at(Stage.LOAD_APPLIED), timing.now())));
    }
    return slices;
  }

  private static void observe(RecoveryWatch watch, List<Probe.Slice> slices) {
    slices.forEach(
        slice -> watch.observe(slice.start(), slice.end(), slice.ttfab(), slice.failed()));
  }

  private void readLogsIfDue() {
    if (nextLogRead.isOver()) {
      nextLogRead = timing.deadlineIn(BETWEEN_LOG_READS);
      stages.readLogs();
    }
  }

  private Seen seen(
      double p95Before,
      OptionalDouble p95After,
      Optional<Instant> gaveUpAt,
      Instant applied,
      Instant released) {
    return new Seen(
        p95Before,
        p95After,
        gaveUpAt,
        new Staircase(
            List.of(
                new Staircase.Step(applied, request.probeConcurrency()),
                new Staircase.Step(released, 0))));
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

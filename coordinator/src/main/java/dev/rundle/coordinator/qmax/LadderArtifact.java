package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.ladder.QMax;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes the artifact of a ladder that was climbed. */
final class LadderArtifact {
  private final QmaxRequest request;
  private final MeasuredEndpoint endpoint;
  private final Instant begin;

  LadderArtifact(QmaxRequest request, MeasuredEndpoint endpoint, Instant begin) {
    this.request = request;
    this.endpoint = endpoint;
    this.begin = begin;
  }

  QmaxArtifact of(Climb.Climbed climbed, PublishedMetrics metrics) {
    Optional<Integer> qMax = climbed.qMax().map(QMax::concurrency);
    Optional<RungMeasurement> one = firstRung(climbed.rungs());
    return new QmaxArtifact(
        QmaxArtifact.SCHEMA,
        request.setup().model().name(),
        endpoint.fingerprint(),
        request.setup().target().transport(),
        request.setup().model().slo().toNanos() / 1e6,
        qMax,
        climbed.qMax().map(QMax::bracketed).orElse(false),
        climbed.qMax().map(QMax::nonMonotonic).orElse(false),
        climbed.gaveUpBecause(),
        true,
        true,
        optional(one.map(m -> LatencyHistogram.of(m.full()).meanMillis())),
        optional(one.map(m -> LatencyHistogram.of(m.full()).quantileMillis(0.95))),
        optional(one.map(m -> LatencyHistogram.of(m.ttfab()).quantileMillis(0.95))),
        request.setup().target().meanChars(),
        1,
        qMax.map(List::of).orElse(List.of()),
        climbed.rungs().stream()
            .map(
                held ->
                    RungFigures.of(
                        held.result(),
                        held.instanceCounts(),
                        metrics.join(held.result().measurement())))
            .toList(),
        endpoint.provenance(request.setup(), begin));
  }

  /** Rung 1: the service time without contention. */
  private static Optional<RungMeasurement> firstRung(List<Climb.Held> rungs) {
    return rungs.stream()
        .map(Climb.Held::result)
        .filter(result -> result.concurrency() == 1 && !result.isVoid())
        .reduce((earlier, later) -> later)
        .map(RungResult::measurement);
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}

package dev.rundle.planner.plan;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.fingerprint.Fingerprint;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A ladder with one thing changed. */
final class Changed {
  private QmaxArtifact ladder;

  private Changed(QmaxArtifact ladder) {
    this.ladder = ladder;
  }

  static Changed of(QmaxArtifact ladder) {
    return new Changed(ladder);
  }

  QmaxArtifact ladder() {
    return ladder;
  }

  Changed fingerprint(Fingerprint fingerprint) {
    return set(ladder.model(), fingerprint, ladder.transport(), ladder.provenance());
  }

  Changed model(String model) {
    return set(model, ladder.fingerprint(), ladder.transport(), ladder.provenance());
  }

  Changed transport(String transport) {
    return set(ladder.model(), ladder.fingerprint(), transport, ladder.provenance());
  }

  Changed origin(Provenance.Origin origin) {
    Provenance p = ladder.provenance();
    return set(
        ladder.model(),
        ladder.fingerprint(),
        ladder.transport(),
        new Provenance(
            origin,
            p.runId(),
            p.measuredAt(),
            p.endpoint(),
            p.variant(),
            p.region(),
            p.productVersion(),
            p.note()));
  }

  Changed withheld(String because) {
    return measured(
        Optional.empty(), false, false, Optional.of(because), true, true, ladder.qMaxPerRun());
  }

  Changed unbracketed() {
    return measured(ladder.qMax(), false, false, Optional.empty(), true, true, ladder.qMaxPerRun());
  }

  Changed nonMonotonic() {
    return measured(ladder.qMax(), true, true, Optional.empty(), true, true, ladder.qMaxPerRun());
  }

  Changed frozen(boolean frozen, boolean queueUnbounded) {
    return measured(
        ladder.qMax(), true, false, Optional.empty(), frozen, queueUnbounded, ladder.qMaxPerRun());
  }

  Changed runs(Integer... qMaxPerRun) {
    return measured(ladder.qMax(), true, false, Optional.empty(), true, true, List.of(qMaxPerRun));
  }

  Changed rungs(UnaryOperator<Rung> change) {
    QmaxArtifact q = ladder;
    ladder =
        new QmaxArtifact(
            q.schema(),
            q.model(),
            q.fingerprint(),
            q.transport(),
            q.sloMillis(),
            q.qMax(),
            q.bracketed(),
            q.nonMonotonic(),
            q.withheldBecause(),
            q.frozen(),
            q.queueUnbounded(),
            q.serviceMeanMillis(),
            q.serviceP95Millis(),
            q.ttfabP95AtOneMillis(),
            q.charsPerRequest(),
            q.runs(),
            q.qMaxPerRun(),
            q.rungs().stream().map(change).toList(),
            q.provenance());
    return this;
  }

  /** A rung without a join. */
  static Rung unjoined(Rung r) {
    return new Rung(
        r.concurrency(),
        r.attempt(),
        r.windowStart(),
        r.windowEnd(),
        r.windowSeconds(),
        r.sent(),
        r.ok(),
        r.overSlo(),
        r.effectiveN(),
        r.outcomes(),
        r.verdict(),
        r.reasons(),
        r.meanInFlight(),
        r.completedPerSecond(),
        r.endedPerSecond(),
        r.ttfabP50Millis(),
        r.ttfabP95Millis(),
        r.ttfabP99Millis(),
        r.fullMeanMillis(),
        r.fullP95Millis(),
        r.connectionWaitP95Millis(),
        r.audioSecondsPerSecond(),
        r.longestStallMillis(),
        r.instanceCounts(),
        r.ttfabHistogram(),
        r.fullHistogram(),
        Optional.empty(),
        Optional.of("no conversion: too short"));
  }

  private Changed set(
      String model, Fingerprint fingerprint, String transport, Provenance provenance) {
    QmaxArtifact q = ladder;
    ladder =
        new QmaxArtifact(
            q.schema(),
            model,
            fingerprint,
            transport,
            q.sloMillis(),
            q.qMax(),
            q.bracketed(),
            q.nonMonotonic(),
            q.withheldBecause(),
            q.frozen(),
            q.queueUnbounded(),
            q.serviceMeanMillis(),
            q.serviceP95Millis(),
            q.ttfabP95AtOneMillis(),
            q.charsPerRequest(),
            q.runs(),
            q.qMaxPerRun(),
            q.rungs(),
            provenance);
    return this;
  }

  private Changed measured(
      Optional<Integer> qMax,
      boolean bracketed,
      boolean nonMonotonic,
      Optional<String> withheld,
      boolean frozen,
      boolean queueUnbounded,
      List<Integer> perRun) {
    QmaxArtifact q = ladder;
    ladder =
        new QmaxArtifact(
            q.schema(),
            q.model(),
            q.fingerprint(),
            q.transport(),
            q.sloMillis(),
            qMax,
            bracketed,
            nonMonotonic,
            withheld,
            frozen,
            queueUnbounded,
            q.serviceMeanMillis(),
            q.serviceP95Millis(),
            q.ttfabP95AtOneMillis(),
            q.charsPerRequest(),
            perRun.size(),
            perRun,
            q.rungs(),
            q.provenance());
    return this;
  }
}

package dev.rundle.coordinator.qmax;

import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.cloudwatch.CloudWatchJoin;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** A judged rung in the artifact's terms. */
final class RungFigures {
  private RungFigures() {}

  /** In words: pass, fail, undecided or void. */
  static String verdict(RungResult result) {
    return result
        .verdict()
        .map(v -> v.<String>fold(pass -> "pass", fail -> "fail", undecided -> "undecided"))
        .orElse("void");
  }

  static QmaxArtifact.Rung of(
      RungResult result, List<Integer> instanceCounts, CloudWatchJoin.Joined joined) {
    RungMeasurement m = result.measurement();
    var ttfab = LatencyHistogram.of(m.ttfab());
    var full = LatencyHistogram.of(m.full());
    return new QmaxArtifact.Rung(
        result.concurrency(),
        m.order().attempt(),
        m.windowStart(),
        m.windowEnd(),
        m.windowNanos() / 1e9,
        m.sent(),
        m.outcomes().getOrDefault(Outcome.OK, 0L),
        m.overSlo(),
        result.verdict().map(Verdict::effectiveN).orElse(0.0),
        m.outcomes(),
        verdict(result),
        result.voidReasons(),
        m.meanInFlight(),
        m.completedPerSecond(),
        m.endedPerSecond(),
        ttfab.quantileMillis(0.50),
        ttfab.quantileMillis(0.95),
        ttfab.quantileMillis(0.99),
        m.meanFullNanos() / 1e6,
        full.quantileMillis(0.95),
        LatencyHistogram.of(m.connectionWait()).quantileMillis(0.95),
        m.audioSecondsPerSecond(),
        m.longestStallNanos() / 1e6,
        instanceCounts.stream().distinct().toList(),
        m.startSkew(),
        m.agents().stream().map(QmaxArtifact.AgentShare::of).toList(),
        histogram(ttfab, m.ttfab()),
        histogram(full, m.full()),
        joined.cloudWatch(),
        joined.noConversionBecause());
  }

  private static Optional<EncodedHistogram> histogram(
      LatencyHistogram decoded, EncodedHistogram encoded) {
    return decoded.count() == 0 ? Optional.empty() : Optional.of(encoded);
  }
}

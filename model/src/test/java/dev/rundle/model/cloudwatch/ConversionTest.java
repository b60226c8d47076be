package dev.rundle.model.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.artifact.SampleArtifacts;
import dev.rundle.model.cloudwatch.Conversion.Statistic;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionTest {
  /** Rung 1 with ratio 0.25 and rung 50 with ratio 1. */
  private static final List<Rung> RUNGS = SampleArtifacts.qmax().rungs();

  @Test
  void interpolatesBetweenTheRungsAround() {
    Conversion conversion = Conversion.at(25.5, RUNGS, Statistic.MAXIMUM);

    assertThat(conversion.ratio().orElseThrow()).isCloseTo(0.625, within(1e-12));
    assertThat(conversion.basis())
        .isEqualTo("interpolated between 0.2500 at rung 1 and 1.0000 at rung 50");
  }

  @Test
  void aRungOfItsOwnNeedsNoOther() {
    assertThat(Conversion.at(50, RUNGS, Statistic.AVERAGE))
        .isEqualTo(new Conversion(java.util.OptionalDouble.of(1), "measured at rung 50"));
  }

  @Test
  void neverExtrapolates() {
    assertThat(Conversion.at(51, RUNGS, Statistic.MAXIMUM).ratio()).isEmpty();
    assertThat(Conversion.at(51, RUNGS, Statistic.MAXIMUM).basis())
        .isEqualTo("51.00 lies outside the rungs with a measured ratio of maximum (1 to 50)");
    assertThat(Conversion.at(0.5, RUNGS, Statistic.MAXIMUM).ratio()).isEmpty();
  }

  @Test
  void misalignedRungsAreLeftOut() {
    List<Rung> rungs = List.of(RUNGS.get(0), misaligned(RUNGS.get(1)));

    assertThat(Conversion.at(25, rungs, Statistic.MAXIMUM).ratio()).isEmpty();
  }

  @Test
  void withoutAnyRatioItSaysSo() {
    assertThat(Conversion.at(25, List.of(), Statistic.AVERAGE).basis())
        .isEqualTo("no rung has a measured ratio of average");
  }

  private static Rung misaligned(Rung r) {
    var c = r.cloudWatch().orElseThrow();
    var flagged =
        new QmaxArtifact.CloudWatch(
            c.wholePeriods(),
            c.concurrencyMaximumMean(),
            c.concurrencyAverage(),
            c.maximumRatio(),
            c.averageRatio(),
            c.modelLatencyP95Millis(),
            c.overheadLatencyP95Millis(),
            c.firstChunkLatencyP95Millis(),
            c.invocations(),
            c.errors4xx(),
            c.errors5xx(),
            c.cpuPercent(),
            c.gpuPercent(),
            c.memoryPercent(),
            true);
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
        java.util.Optional.of(flagged),
        r.noConversionBecause());
  }
}

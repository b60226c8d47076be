package dev.rundle.model.artifact;

import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.outcome.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured ladder, schema {@value #SCHEMA}. All times in milliseconds unless named otherwise.
 *
 * @param qMax largest passing concurrency, see {@link dev.rundle.model.ladder.QMax}; empty if the
 *     ladder gave up, with the reason in {@code withheldBecause}
 * @param serviceMeanMillis mean full response time at rung 1
 * @param serviceP95Millis p95 full response time at rung 1
 * @param ttfabP95AtOneMillis p95 TTFAB at rung 1
 * @param charsPerRequest mean length of the texts sent
 */
public record QmaxArtifact(
    String schema,
    String model,
    Fingerprint fingerprint,
    String transport,
    double sloMillis,
    Optional<Integer> qMax,
    boolean bracketed,
    boolean nonMonotonic,
    Optional<String> withheldBecause,
    boolean frozen,
    boolean queueUnbounded,
    OptionalDouble serviceMeanMillis,
    OptionalDouble serviceP95Millis,
    OptionalDouble ttfabP95AtOneMillis,
    double charsPerRequest,
    int runs,
    List<Integer> qMaxPerRun,
    List<Rung> rungs,
    Provenance provenance) {
  public static final String SCHEMA = "rundle/qmax/1";

  public QmaxArtifact {
    qMaxPerRun = List.copyOf(qMaxPerRun);
    rungs = List.copyOf(rungs);
  }

  /**
   * One rung.
   *
   * @param verdict pass, fail, undecided or void
   * @param reasons why void; empty otherwise
   * @param fullMeanMillis mean full response time, failures included
   * @param ttfabHistogram compressed HdrHistogram in µs; empty for imported ladders
   * @param cloudWatch what CloudWatch said over the window; empty where not joined, with {@code
   *     noConversionBecause}
   */
  public record Rung(
      int concurrency,
      int attempt,
      Instant windowStart,
      Instant windowEnd,
      double windowSeconds,
      long sent,
      long ok,
      long overSlo,
      double effectiveN,
      Map<Outcome, Long> outcomes,
      String verdict,
      List<String> reasons,
      double meanInFlight,
      double completedPerSecond,
      double endedPerSecond,
      double ttfabP50Millis,
      double ttfabP95Millis,
      double ttfabP99Millis,
      double fullMeanMillis,
      double fullP95Millis,
      double connectionWaitP95Millis,
      double audioSecondsPerSecond,
      double longestStallMillis,
      List<Integer> instanceCounts,
      Optional<EncodedHistogram> ttfabHistogram,
      Optional<EncodedHistogram> fullHistogram,
      Optional<CloudWatch> cloudWatch,
      Optional<String> noConversionBecause) {
    public Rung {
      outcomes = Map.copyOf(outcomes);
      reasons = List.copyOf(reasons);
      instanceCounts = List.copyOf(instanceCounts);
    }
  }

  /**
   * The join of one rung: whole periods inside the window only.
   *
   * @param maximumRatio mean of the 10-s Maximum of ConcurrentRequestsPerModel ÷ client mean in
   *     flight
   * @param averageRatio the same for Average over 60 s (from whole 10-s periods where no whole
   *     minute fits)
   * @param misaligned true if the server's p95 exceeds the client's
   */
  public record CloudWatch(
      int wholePeriods,
      double concurrencyMaximumMean,
      double concurrencyAverage,
      OptionalDouble maximumRatio,
      OptionalDouble averageRatio,
      OptionalDouble modelLatencyP95Millis,
      OptionalDouble overheadLatencyP95Millis,
      OptionalDouble firstChunkLatencyP95Millis,
      OptionalDouble invocations,
      OptionalDouble errors4xx,
      OptionalDouble errors5xx,
      OptionalDouble cpuPercent,
      OptionalDouble gpuPercent,
      OptionalDouble memoryPercent,
      boolean misaligned) {}
}

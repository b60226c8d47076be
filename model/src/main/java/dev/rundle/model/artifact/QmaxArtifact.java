package dev.rundle.model.artifact;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.StartSkew;
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
   * @param startSkew how far apart the agents began; empty for imported ladders and single looks
   * @param agents what each agent held and how its load generator fared; empty for imported ladders
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
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<StartSkew> startSkew,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AgentShare> agents,
      Optional<EncodedHistogram> ttfabHistogram,
      Optional<EncodedHistogram> fullHistogram,
      Optional<CloudWatch> cloudWatch,
      Optional<String> noConversionBecause) {
    public Rung {
      outcomes = Map.copyOf(outcomes);
      reasons = List.copyOf(reasons);
      instanceCounts = List.copyOf(instanceCounts);
      agents = List.copyOf(agents);
    }
  }

  /**
   * One agent's part of a rung.
   *
   * @param share requests that it was told to keep outstanding
   * @param cpuLoad mean share of its host's CPU in use, 0..1; empty if unknown
   * @param lateMillis worst lateness of its JVM's timers
   */
  public record AgentShare(
      String agent, int share, double meanInFlight, OptionalDouble cpuLoad, double lateMillis) {
    /** What the artifact says of an agent. */
    public static AgentShare of(AgentFigures figures) {
      double cpuLoad = figures.load().meanCpuLoad();
      return new AgentShare(
          figures.agent(),
          figures.share(),
          figures.meanInFlight(),
          Double.isNaN(cpuLoad) ? OptionalDouble.empty() : OptionalDouble.of(cpuLoad),
          figures.load().worstLatenessNanos() / 1e6);
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

package dev.rundle.model.cloudwatch;

import dev.rundle.model.control.MetricsSource.Query;
import java.time.Duration;
import java.util.Map;

/** What is read from CloudWatch for each rung. */
public enum MetricSeries {
  /** What the scale-out policy reads; sub-minute points live 3 hours. */
  CONCURRENCY_MAXIMUM_10S(
      Constants.INVOCATIONS, Constants.CONCURRENCY, "Maximum", Constants.TEN_SECONDS),
  CONCURRENCY_AVERAGE_10S(
      Constants.INVOCATIONS, Constants.CONCURRENCY, "Average", Constants.TEN_SECONDS),
  /** What the scale-in alarm reads. */
  CONCURRENCY_AVERAGE_60S(
      Constants.INVOCATIONS, Constants.CONCURRENCY, "Average", Constants.MINUTE),
  MODEL_LATENCY_P95(Constants.INVOCATIONS, "ModelLatency", "p95", Duration.ZERO),
  OVERHEAD_LATENCY_P95(Constants.INVOCATIONS, "OverheadLatency", "p95", Duration.ZERO),
  FIRST_CHUNK_LATENCY_P95(Constants.INVOCATIONS, "FirstChunkLatency", "p95", Duration.ZERO),
  INVOCATIONS(Constants.INVOCATIONS, "Invocations", "Sum", Duration.ZERO),
  ERRORS_4XX(Constants.INVOCATIONS, "Invocation4XXErrors", "Sum", Duration.ZERO),
  ERRORS_5XX(Constants.INVOCATIONS, "Invocation5XXErrors", "Sum", Duration.ZERO),
  CPU(Constants.HOSTS, "CPUUtilization", "Average", Duration.ZERO),
  GPU(Constants.HOSTS, "GPUUtilization", "Average", Duration.ZERO),
  MEMORY(Constants.HOSTS, "MemoryUtilization", "Average", Duration.ZERO);

  /** Period of metrics that have no finer one. */
  public static final Duration STANDARD_PERIOD = Constants.MINUTE;

  private final String namespace;
  private final String metricName;
  private final String statistic;
  private final Duration period;

  MetricSeries(String namespace, String metricName, String statistic, Duration period) {
    this.namespace = namespace;
    this.metricName = metricName;
    this.statistic = statistic;
    this.period = period;
  }

  /**
   * The query.
   *
   * @param standardPeriod period of everything but concurrency: {@link #STANDARD_PERIOD}, or 10 s
   *     where the endpoint publishes finer metrics
   */
  public Query query(String endpoint, String variant, Duration standardPeriod) {
    return new Query(
        namespace,
        metricName,
        Map.of("EndpointName", endpoint, "VariantName", variant),
        statistic,
        period(standardPeriod));
  }

  /** Length of its periods. */
  Duration period(Duration standardPeriod) {
    return period.isZero() ? standardPeriod : period;
  }

  private static final class Constants {
    static final String INVOCATIONS = "AWS/SageMaker";
    static final String HOSTS = "/aws/sagemaker/Endpoints";
    static final String CONCURRENCY = "ConcurrentRequestsPerModel";
    static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    static final Duration MINUTE = Duration.ofSeconds(60);
  }
}

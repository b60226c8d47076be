package dev.rundle.sagemaker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.config.ModelConfig.Workload;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.MetricsSource.Point;
import dev.rundle.model.control.MetricsSource.Query;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sagemaker.invoke.InvocationSettings;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.SandboxSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Metrics of a request that was really made. */
class CloudWatchMetricsTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private static final Map<String, String> DIMENSIONS =
      Map.of("EndpointName", ENDPOINT, "VariantName", SandboxSettings.DEFAULT_VARIANT);

  private static Query query(String metric, String statistic) {
    return new Query("AWS/SageMaker", metric, DIMENSIONS, statistic, Duration.ofSeconds(10));
  }

  /** Waits for points: a period must end before there are any. */
  private static List<Point> published(MetricsSource metrics, Query query, Instant from)
      throws InterruptedException {
    Instant giveUp = Instant.now().plusSeconds(30);
    List<Point> points = List.of();
    while (points.stream().noneMatch(p -> p.value() > 0) && Instant.now().isBefore(giveUp)) {
      TimeUnit.MILLISECONDS.sleep(200);
      points = metrics.fetch(query, from, Instant.now().plusSeconds(60));
    }
    return points;
  }

  @Test
  void whatHappenedIsReadBackPerPeriod() throws Exception {
    var settings =
        SandboxSettings.builder()
            .publicationDelay(Duration.ZERO)
            .standardMetricPeriod(Duration.ofSeconds(10))
            .build();
    try (var sandbox = Sandbox.start(settings);
        var ports = AwsPorts.open(AwsTarget.of(null, null, sandbox.url().toString()))) {
      Instant before = Instant.now().minusSeconds(60);
      var workload = new Workload("application/json", "audio/pcm", "{}", AudioFormat.PCM_24K);
      try (var invoker =
          ports.invoker(
              InvocationSettings.of(ENDPOINT, SandboxSettings.DEFAULT_VARIANT, workload, 4))) {
        var ended = new CompletableFuture<Attempt>();
        invoker.invoke("hello", ended::complete);
        assertThat(ended.get(20, TimeUnit.SECONDS).outcome().isOk()).isTrue();
      }
      MetricsSource metrics = ports.metrics();
      List<Point> concurrency =
          published(metrics, query("ConcurrentRequestsPerModel", "Maximum"), before);
      assertThat(concurrency).isSortedAccordingTo(Comparator.comparing(Point::at));
      assertThat(concurrency).extracting(p -> p.at().getEpochSecond() % 10).containsOnly(0L);
      assertThat(concurrency).extracting(Point::value).contains(1.0);

      List<Point> latency = metrics.fetch(query("ModelLatency", "p95"), before, Instant.now());
      assertThat(latency).hasSize(1);
      assertThat(latency.get(0).value()).isBetween(50_000.0, 60_000.0);
      assertThat(metrics.fetch(query("Invocations", "Sum"), before, Instant.now()))
          .extracting(Point::value)
          .filteredOn(v -> v > 0)
          .containsExactly(1.0);
      assertThat(metrics.fetch(query("NoSuchMetric", "Sum"), before, Instant.now())).isEmpty();
      assertThat(metrics.listMetricNames("AWS/SageMaker", DIMENSIONS))
          .contains("ConcurrentRequestsPerModel", "ModelLatency", "Invocations");
    }
  }
}

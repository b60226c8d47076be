package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final Duration TEN = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTime time = new ManualTime(START);

  private World world(int instances, double speed) {
    return World.create(
        SandboxSettings.builder()
            .speed(speed)
            .endpoint(
                EndpointSettings.single("tts", "AllTraffic", instances, ServiceProfile.kokoro()))
            .build(),
        time.worldTime());
  }

  private List<MetricPoint> all(World world, String metric, String statistic, Duration period) {
    String namespace = metric.endsWith("Utilization") ? MetricId.UTILIZATION : MetricId.INVOCATIONS;
    return world
        .metrics()
        .statistics(
            MetricId.ofVariant(namespace, metric, "tts", "AllTraffic"),
            statistic,
            period,
            START.minus(Duration.ofHours(1)),
            time.now().plus(Duration.ofHours(1)));
  }

  private double at(World world, String metric, String statistic, Duration period, int second) {
    Instant start = START.plusSeconds(second);
    return all(world, metric, statistic, period).stream()
        .filter(point -> point.at().equals(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no point at " + start))
        .value();
  }

  @Test
  void concurrencyIsWhatTheClosedLoopHolds() {
    var world = world(1, 1);
    new VirtualClients(world, time).start(53);
    time.advance(Duration.ofMinutes(3));
    String metric = "ConcurrentRequestsPerModel";
    for (String statistic : List.of("Maximum", "Minimum", "Average", "p50", "p95")) {
      assertThat(at(world, metric, statistic, TEN, 20)).as(statistic).isCloseTo(53, within(1e-9));
      assertThat(at(world, metric, statistic, MINUTE, 60)).isCloseTo(53, within(1e-9));
    }
    assertThat(at(world, metric, "SampleCount", TEN, 20)).isCloseTo(40, within(1e-6));
    assertThat(at(world, metric, "Sum", TEN, 20)).isCloseTo(40 * 53, within(1e-4));
    assertThat(at(world, metric, "SampleCount", MINUTE, 60)).isCloseTo(240, within(1e-6));
  }

  @Test
  void averageIsWeightedByTimeAndTheMaximumIsOfOneInstance() {
    var world = world(2, 1);
    var clients = new VirtualClients(world, time);
    for (int i = 0; i < 4; i++) {
      clients.sendOne();
    }
    time.advance(Duration.ofMinutes(2));
    // Two on each instance, gone at 55.9 and 111.8 ms: (2·55.9 + 1·55.9) of 10,000 ms.
    assertThat(at(world, "ConcurrentRequestsPerModel", "Maximum", TEN, 0)).isEqualTo(2);
    assertThat(at(world, "ConcurrentRequestsPerModel", "Average", TEN, 0))
        .isCloseTo(3 * 0.0559 / 10, within(1e-9));
    assertThat(at(world, "ConcurrentRequestsPerModel", "SampleCount", TEN, 0))
        .isCloseTo(80, within(1e-6));
    assertThat(at(world, "ConcurrentRequestsPerModel", "p95", TEN, 0)).isEqualTo(0);
    assertThat(at(world, "ConcurrentRequestsPerModel", "Maximum", TEN, 10)).isEqualTo(0);
  }

  @Test
  void pointsAppearOneMinuteAfterTheirPeriodAndWithSpeedTwentyAfterThreeSeconds() {
    var world = world(1, 1);
    time.advance(Duration.ofMillis(69_999));
    assertThat(all(world, "ConcurrentRequestsPerModel", "Maximum", TEN)).isEmpty();
    assertThat(world.metrics().list(Optional.empty(), Optional.empty(), Map.of())).isEmpty();
    time.advance(Duration.ofMillis(1));
    assertThat(all(world, "ConcurrentRequestsPerModel", "Maximum", TEN))
        .containsExactly(new MetricPoint(START, 0));

    var fastTime = new ManualTime(START);
    var fast = World.create(SandboxSettings.builder().speed(20).build(), fastTime.worldTime());
    fastTime.advance(Duration.ofSeconds(13));
    assertThat(
            fast.metrics()
                .statistics(
                    MetricId.ofVariant(
                        MetricId.INVOCATIONS,
                        "ConcurrentRequestsPerModel",
                        SandboxSettings.DEFAULT_ENDPOINT,
                        SandboxSettings.DEFAULT_VARIANT),
                    "Maximum",
                    TEN,
                    START,
                    START.plusSeconds(60)))
        .hasSize(1);
  }

  @Test
  void latenciesAreInMicrosecondsAndCountQueueing() {
    var world = world(1, 1);
    new VirtualClients(world, time).start(2);
    time.advance(Duration.ofMinutes(3));
    assertThat(at(world, "ModelLatency", "p95", MINUTE, 60)).isCloseTo(111_800, within(0.01));
    assertThat(at(world, "ModelLatency", "Average", MINUTE, 60)).isCloseTo(111_800, within(0.01));
    assertThat(at(world, "FirstChunkLatency", "p95", MINUTE, 60)).isCloseTo(106_210, within(0.01));
    assertThat(at(world, "FirstChunkModelLatency", "Maximum", MINUTE, 60))
        .isCloseTo(106_210, within(0.01));
    assertThat(at(world, "OverheadLatency", "Maximum", MINUTE, 60)).isEqualTo(0);
    assertThat(
            world
                .metrics()
                .unit(
                    MetricId.ofVariant(MetricId.INVOCATIONS, "ModelLatency", "tts", "AllTraffic")))
        .isEqualTo("Microseconds");
  }

  @Test
  void overheadIsWhatTheDataPlaneAdds() {
    var world = world(1, 1);
    Invocation late = new VirtualClients(world, time).hold();
    time.advance(Duration.ofMillis(56));
    late.firstChunkSent();
    time.advance(Duration.ofMillis(4));
    late.ended(Invocation.End.COMPLETE);
    time.advance(Duration.ofMinutes(3));
    assertThat(at(world, "OverheadLatency", "Maximum", MINUTE, 0)).isCloseTo(4_100, within(0.01));
    assertThat(at(world, "ModelLatency", "Maximum", MINUTE, 0)).isCloseTo(55_900, within(0.01));
    assertThat(at(world, "FirstChunkLatency", "Maximum", MINUTE, 0))
        .isCloseTo(56_000, within(0.01));
    assertThat(at(world, "FirstChunkOverheadLatency", "Maximum", MINUTE, 0))
        .isCloseTo(5_690, within(0.01));
  }

  @Test
  void standardMetricsHaveOnePointAMinute() {
    var world = world(1, 1);
    new VirtualClients(world, time).start(1);
    time.advance(Duration.ofMinutes(4));
    assertThat(all(world, "Invocations", "Sum", MINUTE))
        .extracting(MetricPoint::value)
        .containsExactly(1_074.0, 1_073.0, 1_074.0);
    assertThat(all(world, "Invocations", "Sum", TEN))
        .extracting(MetricPoint::at)
        .containsExactly(START, START.plusSeconds(60), START.plusSeconds(120));
  }

  @Test
  void errorsCountByWhatTheClientOrTheContainerSaid() {
    var world = world(1, 1);
    world.faults().addCount("tts", new Fault.ContainerError(503, "busy"), 2);
    world.faults().addCount("tts", new Fault.ContainerError(408, "late"), 1);
    world.faults().addCount("tts", new Fault.Throttled(), 1);
    world.faults().addCount("tts", new Fault.ServiceUnavailable(), 1);
    var clients = new VirtualClients(world, time);
    for (int i = 0; i < 6; i++) {
      clients.sendOne();
    }
    Invocation broken = clients.hold();
    time.advance(Duration.ofMillis(80));
    broken.ended(Invocation.End.BROKEN);
    time.advance(Duration.ofMinutes(3));
    assertThat(at(world, "Invocations", "Sum", MINUTE, 0)).isEqualTo(7);
    assertThat(at(world, "Invocation5XXErrors", "Sum", MINUTE, 0)).isEqualTo(3);
    assertThat(at(world, "Invocation4XXErrors", "Sum", MINUTE, 0)).isEqualTo(2);
    assertThat(at(world, "InvocationModelErrors", "Sum", MINUTE, 0)).isEqualTo(3);
    assertThat(at(world, "MidStreamErrors", "Sum", MINUTE, 0)).isEqualTo(1);
    assertThat(at(world, "MidStreamErrors", "SampleCount", MINUTE, 0)).isEqualTo(7);
  }

  @Test
  void theGpuIsBusyWhenTheSlotIs() {
    var world = world(1, 1);
    time.advance(Duration.ofSeconds(30));
    new VirtualClients(world, time).start(5);
    time.advance(Duration.ofMinutes(3));
    assertThat(at(world, "GPUUtilization", "Average", MINUTE, 0)).isCloseTo(50, within(0.01));
    assertThat(at(world, "GPUUtilization", "Average", MINUTE, 60)).isCloseTo(100, within(0.01));
    assertThat(at(world, "CPUUtilization", "Average", MINUTE, 60)).isCloseTo(40, within(0.01));
  }

  @Test
  void tenSecondPointsAreGoneAfterThreeHoursAndTheirMinutesRemain() {
    var world = world(1, 1);
    var clients = new VirtualClients(world, time).start(7);
    time.advance(Duration.ofMinutes(2));
    clients.stop();
    time.advance(Duration.ofHours(3).plusMinutes(10));
    assertThat(all(world, "ConcurrentRequestsPerModel", "Maximum", TEN))
        .isNotEmpty()
        .allMatch(point -> point.at().isAfter(START.plusSeconds(300)));
    assertThat(at(world, "ConcurrentRequestsPerModel", "Maximum", MINUTE, 60)).isEqualTo(7);
    assertThat(at(world, "ConcurrentRequestsPerModel", "Average", MINUTE, 60))
        .isCloseTo(7, within(1e-9));
    assertThat(at(world, "ConcurrentRequestsPerModel", "Average", Duration.ofMinutes(2), 0))
        .isCloseTo(7, within(1e-9));
  }

  @Test
  void metricsAreListedByPartOfTheirDimensions() {
    var world = world(1, 1);
    new VirtualClients(world, time).start(1);
    time.advance(Duration.ofMinutes(3));
    var metrics = world.metrics();
    assertThat(
            metrics.list(
                Optional.of(MetricId.INVOCATIONS),
                Optional.of("ModelLatency"),
                Map.of("EndpointName", Optional.of("tts"))))
        .containsExactly(
            MetricId.ofVariant(MetricId.INVOCATIONS, "ModelLatency", "tts", "AllTraffic"));
    assertThat(
            metrics.list(
                Optional.empty(), Optional.empty(), Map.of("EndpointName", Optional.of("other"))))
        .isEmpty();
    assertThat(
            metrics.list(
                Optional.empty(), Optional.empty(), Map.of("VariantName", Optional.empty())))
        .hasSize(16);
  }

  @Test
  void nonsenseIsRefused() {
    var metrics = world(1, 1).metrics();
    var metric = MetricId.ofVariant(MetricId.INVOCATIONS, "ModelLatency", "tts", "AllTraffic");
    Instant end = START.plusSeconds(60);
    for (String statistic : List.of("p101", "Mean", "p", "p-1", "")) {
      assertThatThrownBy(() -> metrics.statistics(metric, statistic, TEN, START, end))
          .isInstanceOf(WorldError.class);
    }
    for (int seconds : new int[] {0, 1, 7, 15, 90, -60}) {
      Duration period = Duration.ofSeconds(seconds);
      assertThatThrownBy(() -> metrics.statistics(metric, "Sum", period, START, end))
          .isInstanceOf(WorldError.class);
    }
    assertThatThrownBy(() -> metrics.statistics(metric, "Sum", TEN, end, START))
        .isInstanceOf(WorldError.class);
    assertThat(metrics.statistics(new MetricId("N", "M", Map.of()), "Sum", TEN, START, end))
        .isEmpty();
  }
}

package dev.rundle.model.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.artifact.QmaxArtifact.CloudWatch;
import dev.rundle.model.control.MetricsSource.Point;
import dev.rundle.model.measure.Measurements;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CloudWatchJoinTest {
  /** The window is [14:00:03, 14:01:03): whole periods begin at :10, :20, :30, :40 and :50. */
  private static final RungMeasurement RUNG = Measurements.of(20, 1_074, 0);

  private static final Instant TEN = Instant.parse("2026-08-04T14:00:10Z");
  private final Map<MetricSeries, List<Point>> series = new EnumMap<>(MetricSeries.class);

  @Test
  void onlyWholePeriodsInsideTheWindowCount() {
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, -10, 99, 24, 24, 26, 24, 22, 99);
    points(MetricSeries.CONCURRENCY_AVERAGE_10S, -10, 1, 18, 18, 20, 18, 16, 1);

    CloudWatch joined = CloudWatchJoin.join(RUNG, series).cloudWatch().orElseThrow();

    assertThat(joined.wholePeriods()).isEqualTo(5);
    assertThat(joined.concurrencyMaximumMean()).isEqualTo(24);
    assertThat(joined.maximumRatio()).hasValue(1.2);
    assertThat(joined.averageRatio()).hasValue(0.9);
    assertThat(joined.misaligned()).isFalse();
    assertThat(CloudWatchJoin.join(RUNG, series).noConversionBecause()).isEmpty();
  }

  @Test
  void aWholeMinuteIsPreferredForTheAverage() {
    var longRung = Measurements.of(20, 1_074, 0, Duration.ofSeconds(120), List.of(), List.of());
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20, 20);
    points(MetricSeries.CONCURRENCY_AVERAGE_10S, 0, 10, 10, 10);
    series.put(
        MetricSeries.CONCURRENCY_AVERAGE_60S,
        List.of(
            new Point(Instant.parse("2026-08-04T14:00:00Z"), 5),
            new Point(Instant.parse("2026-08-04T14:01:00Z"), 18)));

    assertThat(CloudWatchJoin.join(longRung, series).cloudWatch().orElseThrow().averageRatio())
        .hasValue(0.9);
  }

  @Test
  void fewerThanThreeWholePeriodsGiveNoConversion() {
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20);
    points(MetricSeries.CONCURRENCY_AVERAGE_10S, 0, 20, 20);

    var unpublished = CloudWatchJoin.join(RUNG, series);

    assertThat(unpublished.cloudWatch().orElseThrow().maximumRatio()).isEmpty();
    assertThat(unpublished.cloudWatch().orElseThrow().averageRatio()).isEmpty();
    assertThat(unpublished.noConversionBecause())
        .contains(
            "no conversion: CloudWatch published 2 of the window's 5 whole 10-second periods,"
                + " 3 are needed");

    var shortRung = Measurements.of(20, 179, 0, Duration.ofSeconds(29), List.of(), List.of());
    assertThat(CloudWatchJoin.join(shortRung, series).noConversionBecause())
        .contains(
            "no conversion: the measuring window holds 2 whole 10-second periods, 3 are needed");
  }

  @Test
  void aMissingAverageIsSaidAlthoughTheMaximumIsThere() {
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20, 20);
    points(MetricSeries.CONCURRENCY_AVERAGE_10S, 0, 20);

    var joined = CloudWatchJoin.join(RUNG, series);

    assertThat(joined.cloudWatch().orElseThrow().maximumRatio()).hasValue(1);
    assertThat(joined.cloudWatch().orElseThrow().averageRatio()).isEmpty();
    assertThat(joined.noConversionBecause())
        .contains(
            "no conversion: CloudWatch published 1 of the window's 5 whole 10-second periods,"
                + " 3 are needed");
  }

  @Test
  void aMinuteThatReachesOutOfTheWindowIsNoAverage() {
    // 14:00:00 begins before the window and 14:01:00 ends after it: 10-s periods are taken.
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20, 20);
    points(MetricSeries.CONCURRENCY_AVERAGE_10S, 0, 16, 16, 16);
    series.put(
        MetricSeries.CONCURRENCY_AVERAGE_60S,
        List.of(
            new Point(Instant.parse("2026-08-04T14:00:00Z"), 5),
            new Point(Instant.parse("2026-08-04T14:01:00Z"), 5)));

    assertThat(join(MetricSeries.STANDARD_PERIOD).averageRatio()).hasValue(0.8);
  }

  @Test
  void withoutAnyPointThereIsNoJoin() {
    assertThat(CloudWatchJoin.join(RUNG, series).cloudWatch()).isEmpty();
    assertThat(CloudWatchJoin.join(RUNG, series).noConversionBecause()).isPresent();
  }

  @Test
  void aServerSlowerThanItsClientIsMisaligned() {
    // The client's p95 is 100 ms.
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20, 20);
    points(MetricSeries.MODEL_LATENCY_P95, 0, 99_000, 287_000);
    assertThat(join(Duration.ofSeconds(10)).misaligned()).isFalse();
    assertThat(join(Duration.ofSeconds(10)).modelLatencyP95Millis()).hasValue(287);

    points(MetricSeries.MODEL_LATENCY_P95, 0, 287_000, 290_000);
    assertThat(join(Duration.ofSeconds(10)).misaligned()).isTrue();

    points(MetricSeries.MODEL_LATENCY_P95, 0, 50_000);
    points(MetricSeries.FIRST_CHUNK_LATENCY_P95, 0, 287_000);
    assertThat(join(Duration.ofSeconds(10)).misaligned()).isTrue();
  }

  @Test
  void countsAreSummedAndUtilisationAveraged() {
    points(MetricSeries.CONCURRENCY_MAXIMUM_10S, 0, 20, 20, 20);
    points(MetricSeries.INVOCATIONS, 0, 179, 180, 181);
    points(MetricSeries.CPU, 0, 40, 60);

    assertThat(join(Duration.ofSeconds(10)).invocations()).hasValue(540);
    assertThat(join(Duration.ofSeconds(10)).cpuPercent()).hasValue(50);
    assertThat(join(Duration.ofSeconds(10)).gpuPercent()).isEqualTo(OptionalDouble.empty());
    // As one-minute points they reach out of the window.
    assertThat(join(MetricSeries.STANDARD_PERIOD).invocations()).isEmpty();
  }

  @Test
  void wholePeriodsByTheClock() {
    Instant hour = Instant.parse("2026-08-04T14:00:00Z");

    assertThat(CloudWatchJoin.wholePeriods(hour, hour.plusSeconds(30))).isEqualTo(3);
    assertThat(CloudWatchJoin.wholePeriods(hour.plusMillis(1), hour.plusSeconds(30))).isEqualTo(2);
    assertThat(CloudWatchJoin.wholePeriods(hour.plusNanos(1), hour.plusSeconds(30))).isEqualTo(2);
    assertThat(CloudWatchJoin.wholePeriods(hour, hour.plusMillis(29_999))).isEqualTo(2);
    assertThat(CloudWatchJoin.wholePeriods(hour, hour.plusSeconds(30).minusNanos(1))).isEqualTo(2);
    assertThat(CloudWatchJoin.wholePeriods(hour.plusSeconds(1), hour.plusSeconds(9))).isZero();
    assertThat(CloudWatchJoin.lastWholePeriod(hour.plusSeconds(3), hour.plusSeconds(63)))
        .contains(hour.plusSeconds(50));
    assertThat(CloudWatchJoin.lastWholePeriod(hour.plusSeconds(1), hour.plusSeconds(9))).isEmpty();
  }

  @Test
  void queriesNameStatisticAndPeriod() {
    var query = MetricSeries.CONCURRENCY_MAXIMUM_10S.query("e", "v", MetricSeries.STANDARD_PERIOD);

    assertThat(query.metricName()).isEqualTo("ConcurrentRequestsPerModel");
    assertThat(query.statistic()).isEqualTo("Maximum");
    assertThat(query.period()).isEqualTo(Duration.ofSeconds(10));
    assertThat(query.dimensions())
        .containsExactlyInAnyOrderEntriesOf(Map.of("EndpointName", "e", "VariantName", "v"));
    assertThat(MetricSeries.CPU.query("e", "v", MetricSeries.STANDARD_PERIOD).namespace())
        .isEqualTo("/aws/sagemaker/Endpoints");
    assertThat(MetricSeries.CPU.query("e", "v", Duration.ofSeconds(10)).period())
        .isEqualTo(Duration.ofSeconds(10));
  }

  private CloudWatch join(Duration standardPeriod) {
    return CloudWatchJoin.join(RUNG, series, standardPeriod).cloudWatch().orElseThrow();
  }

  /** Points every 10 s, the first at so many seconds after 14:00:10. */
  private void points(MetricSeries of, int first, double... values) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      points.add(new Point(TEN.plusSeconds(first + 10L * i), values[i]));
    }
    series.put(of, points);
  }
}

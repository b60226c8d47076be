package dev.rundle.sagemaker.metrics;

import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.access.AwsClients;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.DimensionFilter;
import software.amazon.awssdk.services.cloudwatch.model.GetMetricDataRequest;
import software.amazon.awssdk.services.cloudwatch.model.Metric;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataQuery;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataResult;
import software.amazon.awssdk.services.cloudwatch.model.MetricStat;
import software.amazon.awssdk.services.cloudwatch.model.ScanBy;
import software.amazon.awssdk.services.cloudwatch.model.StatusCode;

/** Metric statistics through GetMetricData, and names through ListMetrics. */
public final class CloudWatchMetrics implements MetricsSource {
  private final AwsClients clients;

  public CloudWatchMetrics(AwsClients clients) {
    this.clients = clients;
  }

  /**
   * {@inheritDoc}
   *
   * @throws RemoteFailure if CloudWatch cannot tell all points: a part of them would pass for the
   *     whole
   */
  @Override
  public List<Point> fetch(Query query, Instant from, Instant to) {
    GetMetricDataRequest request = request(query, from, to);
    List<Point> points = new ArrayList<>();
    clients
        .failures()
        .call(
            "cloudwatch:GetMetricData",
            query.metricName(),
            () -> {
              clients.cloudWatch().getMetricDataPaginator(request).stream()
                  .flatMap(page -> page.metricDataResults().stream())
                  .forEach(result -> points.addAll(points(query, result)));
              return null;
            });
    points.sort(Comparator.comparing(Point::at));
    return List.copyOf(points);
  }

  @Override
  public List<String> listMetricNames(String namespace, Map<String, String> dimensions) {
    List<DimensionFilter> filters =
        dimensions.entrySet().stream()
            .map(d -> DimensionFilter.builder().name(d.getKey()).value(d.getValue()).build())
            .toList();
    return clients
        .failures()
        .call(
            "cloudwatch:ListMetrics",
            namespace,
            () ->
                clients
                    .cloudWatch()
                    .listMetricsPaginator(r -> r.namespace(namespace).dimensions(filters))
                    .metrics()
                    .stream()
                    .map(Metric::metricName)
                    .distinct()
                    .sorted()
                    .toList());
  }

  private static GetMetricDataRequest request(Query query, Instant from, Instant to) {
    List<Dimension> dimensions =
        query.dimensions().entrySet().stream()
            .map(d -> Dimension.builder().name(d.getKey()).value(d.getValue()).build())
            .toList();
    Metric metric =
        Metric.builder()
            .namespace(query.namespace())
            .metricName(query.metricName())
            .dimensions(dimensions)
            .build();
    MetricStat stat =
        MetricStat.builder()
            .metric(metric)
            .period(Math.toIntExact(query.period().toSeconds()))
            .stat(query.statistic())
            .build();
    return GetMetricDataRequest.builder()
        .startTime(from)
        .endTime(to)
        .scanBy(ScanBy.TIMESTAMP_ASCENDING)
        .metricDataQueries(
            List.of(MetricDataQuery.builder().id("m").metricStat(stat).returnData(true).build()))
        .build();
  }

  private static List<Point> points(Query query, MetricDataResult result) {
    if (result.statusCode() == StatusCode.FORBIDDEN
        || result.statusCode() == StatusCode.INTERNAL_ERROR) {
      throw new RemoteFailure(
          "cloudwatch:GetMetricData gave no data for " + query.metricName(),
          result.statusCodeAsString()
              + result.messages().stream().map(m -> ": " + m.value()).findFirst().orElse(""),
          "allow cloudwatch:GetMetricData for this identity, or run it again");
    }
    List<Instant> at = result.timestamps();
    List<Double> values = result.values();
    return Stream.iterate(0, i -> i < Math.min(at.size(), values.size()), i -> i + 1)
        .map(i -> new Point(at.get(i), values.get(i)))
        .toList();
  }
}

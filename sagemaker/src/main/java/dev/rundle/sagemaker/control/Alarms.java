package dev.rundle.sagemaker.control;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.sagemaker.access.AwsClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataQuery;
import software.amazon.awssdk.services.cloudwatch.model.MetricStat;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricAlarmRequest;
import software.amazon.awssdk.services.cloudwatch.model.Statistic;

/** Metric alarms through CloudWatch. */
final class Alarms {
  /** CloudWatch takes at most so many names in one call. */
  private static final int NAMES_PER_CALL = 100;

  private final AwsClients clients;

  Alarms(AwsClients clients) {
    this.clients = clients;
  }

  List<Alarm> list(List<String> names) {
    return clients
        .failures()
        .call(
            "cloudwatch:DescribeAlarms",
            String.join(", ", names),
            () -> batches(names).flatMap(this::described).toList());
  }

  /** CloudWatch has no filter by dimension, so all alarms are read and looked through. */
  List<Alarm> listOfVariant(String endpoint, String variant) {
    return clients
        .failures()
        .call(
            "cloudwatch:DescribeAlarms",
            "endpoint " + endpoint,
            () ->
                clients
                    .cloudWatch()
                    .describeAlarmsPaginator(r -> r.alarmTypes(AlarmType.METRIC_ALARM))
                    .metricAlarms()
                    .stream()
                    .map(Alarms::alarm)
                    .filter(a -> isOfVariant(a, endpoint, variant))
                    .toList());
  }

  void put(Alarm alarm) {
    clients
        .failures()
        .call(
            "cloudwatch:PutMetricAlarm",
            alarm.name(),
            () -> clients.cloudWatch().putMetricAlarm(request(alarm)));
  }

  void delete(List<String> names) {
    clients
        .failures()
        .call(
            "cloudwatch:DeleteAlarms",
            String.join(", ", names),
            () -> {
              batches(names)
                  .forEach(batch -> clients.cloudWatch().deleteAlarms(r -> r.alarmNames(batch)));
              return null;
            });
  }

  private Stream<Alarm> described(List<String> names) {
    return clients
        .cloudWatch()
        .describeAlarmsPaginator(r -> r.alarmNames(names).alarmTypes(AlarmType.METRIC_ALARM))
        .metricAlarms()
        .stream()
        .map(Alarms::alarm);
  }

  private static Stream<List<String>> batches(List<String> names) {
    return IntStream.iterate(0, i -> i < names.size(), i -> i + NAMES_PER_CALL)
        .mapToObj(i -> names.subList(i, Math.min(names.size(), i + NAMES_PER_CALL)));
  }

  /** An alarm without a VariantName watches all variants, so it is this variant's too. */
  private static boolean isOfVariant(Alarm alarm, String endpoint, String variant) {
    return endpoint.equals(alarm.dimensions().get("EndpointName"))
        && variant.equals(alarm.dimensions().getOrDefault("VariantName", variant));
  }

  static Alarm alarm(MetricAlarm a) {
    // An alarm on an expression is shown by the first metric that goes into it.
    Optional<MetricStat> inner =
        a.metrics().stream().map(MetricDataQuery::metricStat).filter(s -> s != null).findFirst();
    boolean plain = a.metricName() != null || inner.isEmpty();
    return new Alarm(
        a.alarmName(),
        orEmpty(plain ? a.namespace() : inner.get().metric().namespace()),
        orEmpty(plain ? a.metricName() : inner.get().metric().metricName()),
        dimensions(plain ? a.dimensions() : inner.get().metric().dimensions()),
        plain ? statistic(a) : inner.get().stat(),
        Duration.ofSeconds(orZero(plain ? a.period() : inner.get().period())),
        orZero(a.evaluationPeriods()),
        a.datapointsToAlarm() == null ? orZero(a.evaluationPeriods()) : a.datapointsToAlarm(),
        a.threshold() == null ? Double.NaN : a.threshold(),
        orEmpty(a.comparisonOperatorAsString()),
        a.treatMissingData() == null ? "missing" : a.treatMissingData(),
        orEmpty(a.stateValueAsString()),
        a.alarmActions());
  }

  static PutMetricAlarmRequest request(Alarm a) {
    var request =
        PutMetricAlarmRequest.builder()
            .alarmName(a.name())
            .namespace(a.namespace())
            .metricName(a.metricName())
            .dimensions(
                a.dimensions().entrySet().stream()
                    .map(d -> Dimension.builder().name(d.getKey()).value(d.getValue()).build())
                    .toList())
            .period(Math.toIntExact(a.period().toSeconds()))
            .evaluationPeriods(a.evaluationPeriods())
            .datapointsToAlarm(a.datapointsToAlarm())
            .threshold(a.threshold())
            .comparisonOperator(a.comparison())
            .treatMissingData(a.treatMissingData())
            .alarmActions(a.actions());
    boolean standard = Statistic.fromValue(a.statistic()) != Statistic.UNKNOWN_TO_SDK_VERSION;
    return (standard ? request.statistic(a.statistic()) : request.extendedStatistic(a.statistic()))
        .build();
  }

  private static String statistic(MetricAlarm a) {
    return a.statisticAsString() != null ? a.statisticAsString() : orEmpty(a.extendedStatistic());
  }

  private static Map<String, String> dimensions(List<Dimension> dimensions) {
    return dimensions.stream().collect(Collectors.toMap(Dimension::name, Dimension::value));
  }

  private static int orZero(Integer n) {
    return n == null ? 0 : n;
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}

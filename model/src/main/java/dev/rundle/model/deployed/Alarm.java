package dev.rundle.model.deployed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A CloudWatch metric alarm.
 *
 * @param statistic {@code Maximum}, {@code Average}, {@code Sum}, {@code p95} …
 * @param comparison CloudWatch's ComparisonOperator, e.g. {@code LessThanOrEqualToThreshold}
 * @param treatMissingData {@code missing}, {@code notBreaching}, {@code breaching}, {@code ignore}
 * @param state {@code OK}, {@code ALARM} or {@code INSUFFICIENT_DATA}
 * @param actions ARNs of the actions on ALARM
 */
public record Alarm(
    String name,
    String namespace,
    String metricName,
    Map<String, String> dimensions,
    String statistic,
    Duration period,
    int evaluationPeriods,
    int datapointsToAlarm,
    double threshold,
    String comparison,
    String treatMissingData,
    String state,
    List<String> actions) {
  public Alarm {
    Objects.requireNonNull(name, "name");
    dimensions = Map.copyOf(dimensions);
    actions = List.copyOf(actions);
  }
}

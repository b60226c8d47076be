package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.MetricId;
import dev.rundle.sandbox.world.MetricPoint;
import dev.rundle.sandbox.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** CloudWatch: metrics and alarms. */
final class MetricsService implements Service {
  private static final int METRICS_PAGE = 500;
  private static final int MOST_QUERIES = 500;
  private static final int MOST_DATAPOINTS = 1_440;

  @Override
  public Complaints complaints() {
    return Complaints.METRICS;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "GetMetricData", MetricsService::getMetricData,
        "GetMetricStatistics", MetricsService::getMetricStatistics,
        "ListMetrics", MetricsService::listMetrics,
        "DescribeAlarms", AlarmOperations::describe,
        "PutMetricAlarm", AlarmOperations::put,
        "DeleteAlarms", AlarmOperations::delete);
  }

  /** The name space, name and dimensions of a metric. */
  static MetricId metric(Input input) {
    return new MetricId(
        input.text("Namespace"),
        input.text("MetricName"),
        input.pairs("Dimensions", "Name", "Value"));
  }

  static ServiceError invalidToken() {
    return new ServiceError(400, "InvalidNextToken", "The next token specified is invalid.");
  }

  private static ObjectNode getMetricData(World world, Input input) {
    var from = input.instant("StartTime");
    var to = input.instant("EndTime");
    if (!from.isBefore(to)) {
      throw validation("The parameter StartTime must be less than the parameter EndTime.");
    }
    var queries = input.structures("MetricDataQueries");
    checkQueries(input, queries);
    boolean ascending = input.findText("ScanBy").filter("TimestampAscending"::equals).isPresent();
    var results = new ArrayList<ObjectNode>();
    for (var query : queries) {
      if (query.findBoolean("ReturnData").orElse(true)) {
        results.add(result(world, query, from, to, ascending));
      }
    }
    var output = Tree.object();
    output.set("MetricDataResults", Tree.list(results, node -> node));
    output.set("Messages", Tree.texts(List.of()));
    return output;
  }

  private static void checkQueries(Input input, List<Input> queries) {
    if (queries.isEmpty()) {
      throw input.complaints().missing("MetricDataQueries");
    }
    if (queries.size() > MOST_QUERIES) {
      throw validation("The collection MetricDataQueries must not have a size greater than 500.");
    }
    var ids = new HashSet<String>();
    for (var query : queries) {
      var id = query.text("Id");
      if (!id.matches("[a-z][a-zA-Z0-9_]*") || !ids.add(id)) {
        throw validation("The value " + id + " for parameter MetricDataQueries.Id is not valid.");
      }
      if (query.has("Expression")) {
        throw validation("The sandbox does not have metric math (" + id + ").");
      }
    }
  }

  private static ObjectNode result(
      World world, Input query, Instant from, Instant to, boolean ascending) {
    var statistic = query.structure("MetricStat");
    var metric = metric(statistic.structure("Metric"));
    var period = Duration.ofSeconds(statistic.integer("Period"));
    var points =
        new ArrayList<>(
            world
                .metrics()
                .statistics(metric, statistic.text("Stat"), period, periodStart(from, period), to));
    if (!ascending) {
      Collections.reverse(points);
    }
    var output =
        Tree.object()
            .put("Id", query.text("Id"))
            .put("Label", query.findText("Label").orElse(metric.name()));
    output.set("Timestamps", Tree.list(points, point -> Tree.time(point.at())));
    output.set("Values", Tree.list(points, point -> Tree.number(point.value())));
    return output.put("StatusCode", "Complete");
  }

  /** CloudWatch rounds a start down to a whole period below a minute, else to a whole minute. */
  private static Instant periodStart(Instant from, Duration period) {
    long unit = Math.max(1, Math.min(60, period.toSeconds()));
    return Instant.ofEpochSecond(Math.floorDiv(from.getEpochSecond(), unit) * unit);
  }

  private static ObjectNode getMetricStatistics(World world, Input input) {
    var metric = metric(input);
    var from = input.instant("StartTime");
    var to = input.instant("EndTime");
    var period = Duration.ofSeconds(input.integer("Period"));
    var plain = input.texts("Statistics");
    var extended = input.texts("ExtendedStatistics");
    checkStatistics(input, from, to, period, plain, extended);
    var byTime = new TreeMap<Instant, Map<String, Double>>();
    for (var statistic : join(plain, extended)) {
      for (MetricPoint point :
          world.metrics().statistics(metric, statistic, period, periodStart(from, period), to)) {
        byTime
            .computeIfAbsent(point.at(), at -> new LinkedHashMap<>())
            .put(statistic, point.value());
      }
    }
    var unit = world.metrics().unit(metric);
    var output = Tree.object().put("Label", metric.name());
    output.set(
        "Datapoints",
        Tree.list(byTime.entrySet(), e -> datapoint(e.getKey(), e.getValue(), extended, unit)));
    return output;
  }

  private static void checkStatistics(
      Input input,
      Instant from,
      Instant to,
      Duration period,
      List<String> plain,
      List<String> extended) {
    if (plain.isEmpty() && extended.isEmpty()) {
      throw combination(
          "At least one of the parameters Statistics and ExtendedStatistics is" + " required.");
    }
    if (!from.isBefore(to)) {
      throw combination("The parameter StartTime must be less than the parameter EndTime.");
    }
    if (period.isZero() || period.isNegative()) {
      throw input.complaints().invalid("Period must be greater than 0");
    }
    long points = Duration.between(from, to).dividedBy(period);
    if (points > MOST_DATAPOINTS) {
      throw combination(
          "You have requested up to "
              + points
              + " datapoints, which exceeds the limit of 1,440. You may reduce the datapoints"
              + " requested by increasing Period, or decreasing the time range.");
    }
  }

  private static List<String> join(List<String> some, List<String> others) {
    var all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  private static JsonNode datapoint(
      Instant at, Map<String, Double> values, List<String> extended, String unit) {
    var output = Tree.object();
    output.set("Timestamp", Tree.time(at));
    var extendedValues = Tree.object();
    values.forEach(
        (name, value) -> (extended.contains(name) ? extendedValues : output).put(name, value));
    if (!extendedValues.isEmpty()) {
      output.set("ExtendedStatistics", extendedValues);
    }
    return output.put("Unit", unit);
  }

  private static ObjectNode listMetrics(World world, Input input) {
    var dimensions = new LinkedHashMap<String, Optional<String>>();
    input
        .structures("Dimensions")
        .forEach(each -> dimensions.put(each.text("Name"), each.findText("Value")));
    var metrics =
        world.metrics().list(input.findText("Namespace"), input.findText("MetricName"), dimensions);
    var page =
        Page.of(metrics, input.findText("NextToken"), METRICS_PAGE, MetricsService::invalidToken);
    return page.output("Metrics", MetricsService::node, "NextToken");
  }

  private static ObjectNode node(MetricId metric) {
    var output =
        Tree.object().put("Namespace", metric.namespace()).put("MetricName", metric.name());
    output.set("Dimensions", Tree.pairs(metric.dimensions(), "Name", "Value"));
    return output;
  }

  private static ServiceError validation(String message) {
    return new ServiceError(400, "ValidationError", message);
  }

  private static ServiceError combination(String message) {
    return new ServiceError(400, "InvalidParameterCombinationException", message);
  }
}

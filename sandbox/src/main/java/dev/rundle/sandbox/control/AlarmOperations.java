package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.world.AlarmDefinition;
import dev.rundle.sandbox.world.AlarmDefinition.Comparison;
import dev.rundle.sandbox.world.AlarmDefinition.MissingData;
import dev.rundle.sandbox.world.AlarmDescription;
import dev.rundle.sandbox.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** CloudWatch's operations on metric alarms. */
final class AlarmOperations {
  private static final int PAGE = 50;
  private static final int LARGEST_PAGE = 100;

  private AlarmOperations() {}

  static ObjectNode describe(World world, Input input) {
    var types = input.texts("AlarmTypes");
    var state =
        input.findOneOf(
            "StateValue",
            name ->
                Arrays.stream(AlarmDescription.State.values())
                    .filter(each -> each.name().equals(name))
                    .findAny(),
            Arrays.toString(AlarmDescription.State.values()));
    var actionPrefix = input.findText("ActionPrefix");
    List<AlarmDescription> matching =
        types.isEmpty() || types.contains("MetricAlarm")
            ? world
                .alarms()
                .describe(input.texts("AlarmNames"), input.findText("AlarmNamePrefix"), state)
                .stream()
                .filter(alarm -> actionPrefix.isEmpty() || hasAction(alarm, actionPrefix.get()))
                .toList()
            : List.of();
    var page =
        Page.of(
            matching,
            input.findText("NextToken"),
            Page.size(input, "MaxRecords", PAGE, LARGEST_PAGE),
            MetricsService::invalidToken);
    var output = page.output("MetricAlarms", AlarmOperations::node, "NextToken");
    output.set("CompositeAlarms", Tree.texts(List.of()));
    return output;
  }

  private static boolean hasAction(AlarmDescription alarm, String prefix) {
    return alarm.definition().alarmActions().stream().anyMatch(arn -> arn.startsWith(prefix));
  }

  static ObjectNode put(World world, Input input) {
    if (input.has("Metrics")) {
      throw input.complaints().invalid("The sandbox does not have alarms on metric math.");
    }
    int periods = input.integer("EvaluationPeriods");
    world
        .alarms()
        .put(
            new AlarmDefinition(
                input.text("AlarmName"),
                input.findText("AlarmDescription"),
                MetricsService.metric(input),
                input
                    .findText("Statistic")
                    .or(() -> input.findText("ExtendedStatistic"))
                    .orElseThrow(() -> input.complaints().missing("Statistic")),
                input.findText("Unit"),
                input.findSeconds("Period").orElseThrow(() -> input.complaints().missing("Period")),
                periods,
                input.findInt("DatapointsToAlarm").orElse(periods),
                input.decimal("Threshold"),
                comparison(input),
                missingData(input),
                input.findBoolean("ActionsEnabled").orElse(true),
                input.texts("AlarmActions"),
                input.texts("OKActions"),
                input.texts("InsufficientDataActions")));
    return Tree.object();
  }

  private static Comparison comparison(Input input) {
    return input
        .findOneOf(
            "ComparisonOperator",
            Comparison::ofWireName,
            Arrays.stream(Comparison.values()).map(Comparison::wireName).toList())
        .orElseThrow(() -> input.complaints().missing("ComparisonOperator"));
  }

  private static MissingData missingData(Input input) {
    Optional<MissingData> chosen =
        input.findOneOf(
            "TreatMissingData",
            MissingData::ofWireName,
            Arrays.stream(MissingData.values()).map(MissingData::wireName).toList());
    return chosen.orElse(MissingData.MISSING);
  }

  static ObjectNode delete(World world, Input input) {
    world.alarms().delete(input.texts("AlarmNames"));
    return Tree.object();
  }

  private static ObjectNode node(AlarmDescription alarm) {
    var definition = alarm.definition();
    var output = Tree.object().put("AlarmName", definition.name()).put("AlarmArn", alarm.arn());
    definition.description().ifPresent(text -> output.put("AlarmDescription", text));
    output.set("AlarmConfigurationUpdatedTimestamp", Tree.time(alarm.configurationUpdatedAt()));
    output.put("ActionsEnabled", definition.actionsEnabled());
    output.set("OKActions", Tree.texts(definition.okActions()));
    output.set("AlarmActions", Tree.texts(definition.alarmActions()));
    output.set("InsufficientDataActions", Tree.texts(definition.insufficientDataActions()));
    output.put("StateValue", alarm.state().name()).put("StateReason", alarm.stateReason());
    output.set("StateUpdatedTimestamp", Tree.time(alarm.stateUpdatedAt()));
    output.put("MetricName", definition.metric().name());
    output.put("Namespace", definition.metric().namespace());
    boolean percentile = definition.statistic().startsWith("p");
    output.put(percentile ? "ExtendedStatistic" : "Statistic", definition.statistic());
    output.set("Dimensions", Tree.pairs(definition.metric().dimensions(), "Name", "Value"));
    output.put("Period", definition.period().toSeconds());
    definition.unit().ifPresent(unit -> output.put("Unit", unit));
    return output
        .put("EvaluationPeriods", definition.evaluationPeriods())
        .put("DatapointsToAlarm", definition.datapointsToAlarm())
        .put("Threshold", definition.threshold())
        .put("ComparisonOperator", definition.comparison().wireName())
        .put("TreatMissingData", definition.treatMissingData().wireName());
  }
}

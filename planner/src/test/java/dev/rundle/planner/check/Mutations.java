package dev.rundle.planner.check;

import static dev.rundle.planner.check.Deployed.PREFIX;
import static dev.rundle.planner.check.Deployed.RESOURCE;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.planner.RecordCopy;
import dev.rundle.planner.policy.FakeScaling;
import dev.rundle.planner.policy.PolicyDesign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Every deployed value changed alone, with the one field that must then be named. */
final class Mutations {
  /** One change. */
  record Mutation(String field, UnaryOperator<DeployedState> change) {
    @Override
    public String toString() {
      return field;
    }
  }

  private Mutations() {}

  static Stream<Mutation> all() {
    return Stream.of(endpoint(), target(), tracking(), step(), trackingAlarm(), alarms())
        .flatMap(List::stream);
  }

  private static List<Mutation> endpoint() {
    return List.of(
        new Mutation("status", s -> Deployed.endpoint(s, "status", "Updating")),
        new Mutation(
            "tag rundle:freeze",
            s -> Deployed.endpoint(s, "tags", Map.of("rundle:freeze", "1 run=7f3a"))),
        new Mutation(
            "queue_max_depth",
            s ->
                Deployed.variant(
                    s, "environment", Map.of("MODEL", "kokoro", "MAX_QUEUE_DEPTH", "49"))),
        new Mutation(
            "endpoint usage quota",
            s -> RecordCopy.with(s, "endpointUsageQuota", OptionalInt.of(8))));
  }

  private static List<Mutation> target() {
    return List.of(
        new Mutation(
            "min_instances", s -> Deployed.target(s, t -> RecordCopy.with(t, "minCapacity", 1))),
        new Mutation(
            "max_instances", s -> Deployed.target(s, t -> RecordCopy.with(t, "maxCapacity", 10))),
        suspended("scaling in", new SuspendedState(true, false, false)),
        suspended("scaling out", new SuspendedState(false, true, false)),
        suspended("scheduled scaling", new SuspendedState(false, false, true)));
  }

  private static Mutation suspended(String field, SuspendedState state) {
    return new Mutation(
        field, s -> Deployed.target(s, t -> RecordCopy.with(t, "suspended", state)));
  }

  private static List<Mutation> tracking() {
    String name = PREFIX + "scale-out";
    return List.of(
        policy("scale-out", "scaling_target_value", "targetValue", 37.501),
        policy("scale-out", "scale_out_cooldown_s", "scaleOutCooldown", Duration.ofSeconds(31)),
        policy("scale-out", name + ": scale-in disabled", "disableScaleIn", false),
        policy(
            "scale-out",
            name + ": metric",
            "predefinedMetric",
            Optional.of("SageMakerVariantInvocationsPerInstance")),
        new Mutation(
            name + ": metric",
            s ->
                Deployed.policy(
                    Deployed.policy(s, "scale-out", "predefinedMetric", Optional.empty()),
                    "scale-out",
                    "customizedMetric",
                    Optional.of(
                        new ScalingPolicy.CustomizedMetric(
                            PolicyDesign.NAMESPACE,
                            PolicyDesign.CONCURRENCY_METRIC,
                            "Average",
                            Map.of())))),
        policy("scale-out", name + ": alarms", "alarmNames", List.of()));
  }

  private static List<Mutation> step() {
    String name = PREFIX + "scale-in";
    return List.of(
        policy("scale-in", "scale_in_cooldown_s", "cooldown", Duration.ofSeconds(959)),
        policy("scale-in", name + ": adjustment type", "adjustmentType", "ExactCapacity"),
        policy("scale-in", name + ": metric aggregation", "metricAggregationType", "Maximum"),
        steps(Optional.empty(), Optional.of(0.0), -2),
        steps(Optional.empty(), Optional.of(0.5), -1),
        steps(Optional.of(-5.0), Optional.of(0.0), -1),
        policy("scale-in", name + ": driven by", "alarmNames", List.of()),
        policy("scale-in", name + ": driven by", "alarmNames", List.of(name, "nightly")));
  }

  private static Mutation steps(Optional<Double> lower, Optional<Double> upper, int adjustment) {
    return policy(
        "scale-in",
        PREFIX + "scale-in: steps",
        "steps",
        List.of(new ScalingPolicy.StepAdjustment(lower, upper, adjustment)));
  }

  private static List<Mutation> trackingAlarm() {
    String name = "TargetTracking-" + RESOURCE + "-AlarmHigh-" + PREFIX + "scale-out";
    return List.of(
        alarm(name, "threshold", "threshold", 40.0),
        alarm(name, "actions", "actions", List.of()),
        new Mutation(
            PREFIX + "scale-out: alarms",
            s ->
                RecordCopy.with(
                    s, "alarms", Changed.without(s.alarms(), a -> a.name().equals(name)))));
  }

  private static List<Mutation> alarms() {
    var mutations = new ArrayList<Mutation>();
    for (String which : List.of("scale-in", "first-chunk-p95", "server-errors", "over-target")) {
      String name = PREFIX + which;
      mutations.add(alarm(name, "namespace", "namespace", "Custom"));
      mutations.add(alarm(name, "metric", "metricName", "ModelLatency"));
      mutations.add(
          alarm(
              name,
              "dimensions",
              "dimensions",
              Map.of("EndpointName", "speech", "VariantName", "Other")));
      mutations.add(alarm(name, "statistic", "statistic", "SampleCount"));
      mutations.add(alarm(name, "period", "period", Duration.ofSeconds(10)));
      mutations.add(alarm(name, "evaluation periods", "evaluationPeriods", 15));
      mutations.add(alarm(name, "datapoints to alarm", "datapointsToAlarm", 1));
      mutations.add(alarm(name, "comparison", "comparison", "LessThanThreshold"));
      mutations.add(alarm(name, "missing data", "treatMissingData", "breaching"));
      mutations.add(alarm(name, "actions", "actions", List.of(FakeScaling.arn(RESOURCE, "night"))));
      String threshold = which.equals("scale-in") ? "scale_in_threshold" : name + ": threshold";
      mutations.add(new Mutation(threshold, s -> Deployed.alarm(s, name, "threshold", 25.001)));
      mutations.add(
          new Mutation(
              name,
              s ->
                  RecordCopy.with(
                      s,
                      "alarms",
                      Changed.without(s.alarms(), (Alarm a) -> a.name().equals(name)))));
    }
    return mutations;
  }

  private static Mutation policy(String policy, String field, String component, Object value) {
    return new Mutation(field, s -> Deployed.policy(s, policy, component, value));
  }

  private static Mutation alarm(String name, String field, String component, Object value) {
    return new Mutation(name + ": " + field, s -> Deployed.alarm(s, name, component, value));
  }
}

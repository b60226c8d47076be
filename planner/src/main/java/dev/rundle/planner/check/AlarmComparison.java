package dev.rundle.planner.check;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.planner.policy.PolicyDesign;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The alarms of a design against those deployed. Other people's alarms are not looked at. */
final class AlarmComparison {
  private static final String SCALING_POLICY_ARN = ":scalingPolicy:";
  private static final String ALARM_HIGH = "-AlarmHigh-";

  private final PolicyDesign design;
  private final DeployedState state;
  private final FirstChunkThreshold firstChunk;
  private final Findings findings;
  private final String redeploy;

  AlarmComparison(
      PolicyDesign design,
      DeployedState state,
      FirstChunkThreshold firstChunk,
      Findings findings,
      String redeploy) {
    this.design = design;
    this.state = state;
    this.firstChunk = firstChunk;
    this.findings = findings;
    this.redeploy = redeploy;
  }

  void compare() {
    for (Alarm expected : design.alarms("")) {
      Optional<Alarm> actual = find(expected.name());
      if (actual.isEmpty()) {
        findings.finding(Rule.ALARM, expected.name(), "an alarm", "none", redeploy);
      } else {
        findings.ok(Rule.ALARM, expected.name(), "there");
        compareValues(expected, actual.get());
        compareActions(actual.get());
      }
    }
  }

  /** The alarms that the service itself has made for target tracking. */
  void compareTrackingAlarms(ScalingPolicy.TargetTracking policy) {
    String field = policy.name() + ": alarms";
    List<Alarm> found =
        policy.alarmNames().stream().map(this::find).flatMap(Optional::stream).toList();
    if (found.isEmpty() || found.size() < policy.alarmNames().size()) {
      findings.finding(
          Rule.ALARM,
          field,
          policy.alarmNames().isEmpty() ? "at least one" : String.join(", ", policy.alarmNames()),
          found.isEmpty() ? "none" : String.join(", ", found.stream().map(Alarm::name).toList()),
          "somebody deleted it; " + redeploy);
      return;
    }
    findings.ok(Rule.ALARM, field, found.size() + " there");
    found.stream().filter(a -> a.name().contains(ALARM_HIGH)).forEach(a -> compareHigh(policy, a));
  }

  private void compareHigh(ScalingPolicy.TargetTracking policy, Alarm alarm) {
    double target = design.scaleOut().targetValue();
    // A policy whose own target differs is named already; its alarm may follow it.
    boolean follows =
        Tolerance.isSame(policy.targetValue(), alarm.threshold())
            || Tolerance.isSameOrRounded(target, alarm.threshold());
    findings.verdict(
        Rule.ALARM_VALUE,
        alarm.name() + ": threshold",
        Tolerance.text(policy.targetValue()),
        Tolerance.text(alarm.threshold()),
        follows,
        "it belongs to target tracking and must not be edited; " + redeploy);
    findings.verdict(
        Rule.ALARM_VALUE,
        alarm.name() + ": actions",
        "the policy " + policy.name(),
        actionsText(alarm),
        alarm.actions().stream().anyMatch(arn -> isPolicy(arn, policy.name())),
        "it no longer drives its policy; " + redeploy);
  }

  private void compareValues(Alarm expected, Alarm actual) {
    same(actual, "namespace", expected.namespace(), actual.namespace());
    same(actual, "metric", expected.metricName(), actual.metricName());
    same(
        actual,
        "dimensions",
        new TreeMap<>(expected.dimensions()),
        new TreeMap<>(actual.dimensions()));
    same(actual, "statistic", expected.statistic(), actual.statistic());
    same(actual, "period", expected.period(), actual.period());
    same(actual, "evaluation periods", expected.evaluationPeriods(), actual.evaluationPeriods());
    same(actual, "datapoints to alarm", expected.datapointsToAlarm(), actual.datapointsToAlarm());
    same(actual, "comparison", expected.comparison(), actual.comparison());
    same(actual, "missing data", expected.treatMissingData(), actual.treatMissingData());
    compareThreshold(expected, actual);
  }

  private void compareThreshold(Alarm expected, Alarm actual) {
    String name = actual.name();
    String field = name + ": threshold";
    if (name.equals(design.names().firstChunkAlarm())) {
      firstChunk.compare(findings, field, actual.threshold(), redeploy);
    } else if (name.equals(design.names().scaleInAlarm())) {
      findings.sameConcurrency(
          Rule.ALARM_VALUE,
          "scale_in_threshold",
          design.numbers().scaleInThreshold(),
          actual.threshold(),
          redeploy);
    } else if (name.equals(design.names().overTargetAlarm())) {
      findings.sameConcurrency(
          Rule.ALARM_VALUE, field, design.numbers().targetValue(), actual.threshold(), redeploy);
    } else {
      findings.verdict(
          Rule.ALARM_VALUE,
          field,
          Tolerance.text(expected.threshold()),
          Tolerance.text(actual.threshold()),
          Tolerance.isSame(expected.threshold(), actual.threshold()),
          redeploy);
    }
  }

  /** People may add notifications; scaling actions must be exactly ours. */
  private void compareActions(Alarm actual) {
    boolean drives = actual.name().equals(design.names().scaleInAlarm());
    String policy = design.names().scaleInPolicy();
    List<String> scaling =
        actual.actions().stream().filter(arn -> arn.contains(SCALING_POLICY_ARN)).toList();
    boolean isAsDesigned =
        drives ? scaling.size() == 1 && isPolicy(scaling.get(0), policy) : scaling.isEmpty();
    findings.verdict(
        Rule.ALARM_VALUE,
        actual.name() + ": actions",
        drives ? "the policy " + policy : "no scaling policy",
        actionsText(actual),
        isAsDesigned,
        redeploy);
  }

  /** Which alarms drive our step policy, as the service tells it. */
  void compareDrivers(ScalingPolicy.StepScaling policy) {
    String own = design.names().scaleInAlarm();
    policy.alarmNames().stream()
        .filter(name -> !name.equals(own))
        .forEach(
            name ->
                findings.finding(
                    Rule.COMPETING_ALARM,
                    policy.name() + ": driven by",
                    own + " alone",
                    name + " as well",
                    "take the policy out of that alarm's actions"));
    boolean isAlarmThere =
        find(own)
            .filter(a -> a.actions().stream().anyMatch(arn -> isPolicy(arn, policy.name())))
            .isPresent();
    if (isAlarmThere) {
      findings.verdict(
          Rule.ALARM,
          policy.name() + ": driven by",
          own,
          policy.alarmNames().isEmpty() ? "no alarm" : String.join(", ", policy.alarmNames()),
          policy.alarmNames().contains(own),
          redeploy);
    }
  }

  private boolean isPolicy(String arn, String policyName) {
    return arn.contains(SCALING_POLICY_ARN)
        && arn.endsWith(":resource/sagemaker/" + design.resourceId() + ":policyName/" + policyName);
  }

  private void same(Alarm alarm, String field, Object expected, Object actual) {
    findings.same(Rule.ALARM_VALUE, alarm.name() + ": " + field, expected, actual, redeploy);
  }

  private Optional<Alarm> find(String name) {
    return state.alarms().stream().filter(a -> a.name().equals(name)).findFirst();
  }

  private static String actionsText(Alarm alarm) {
    return alarm.actions().isEmpty() ? "none" : String.join(", ", alarm.actions());
  }
}

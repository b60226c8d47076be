package dev.rundle.planner.check;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.planner.policy.PolicyDesign;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Metrics that nobody publishes, and alarms without data.
 *
 * <p>CloudWatch lists a metric for two weeks after its last point. An alarm in INSUFFICIENT_DATA on
 * a listed metric is one that is fresh, or whose endpoint has been idle for minutes: information.
 * Whether an unlisted metric is a fault depends on traffic: SageMaker publishes Invocations with
 * the first request, so where that is listed and another is not, nobody publishes the other and
 * what reads it is blind: a finding. Where it is not listed either, the endpoint has had no request
 * for two weeks and nothing can be said: information.
 */
final class MetricChecks {
  private static final String WITNESS_OF_TRAFFIC = "Invocations";
  private static final String INSUFFICIENT = "INSUFFICIENT_DATA";

  private static final List<String> READ =
      List.of(
          PolicyDesign.CONCURRENCY_METRIC,
          PolicyDesign.FIRST_CHUNK_METRIC,
          PolicyDesign.SERVER_ERRORS_METRIC);

  private final PolicyDesign design;
  private final DeployedState state;
  private final Findings findings;

  MetricChecks(PolicyDesign design, DeployedState state, Findings findings) {
    this.design = design;
    this.state = state;
    this.findings = findings;
  }

  void compare() {
    boolean isUsed = state.publishedMetrics().contains(WITNESS_OF_TRAFFIC);
    for (String metric : READ) {
      if (state.publishedMetrics().contains(metric)) {
        findings.ok(Rule.METRIC, metric, "published");
      } else if (isUsed) {
        findings.finding(
            Rule.METRIC,
            metric,
            "published",
            "not published, although the endpoint gets requests",
            "what reads it is blind: check that the endpoint streams and that the metric is"
                + " offered in this region");
      } else {
        findings.info(
            Rule.METRIC,
            metric,
            "published",
            "not published; no request in the last two weeks",
            "send a request and check again");
      }
    }
    relevantAlarms().forEach(this::state);
  }

  private void state(Alarm alarm) {
    if (alarm.state().equals(INSUFFICIENT)) {
      boolean isPublished = state.publishedMetrics().contains(alarm.metricName());
      findings.info(
          Rule.ALARM_STATE,
          alarm.name(),
          "OK or ALARM",
          INSUFFICIENT,
          isPublished
              ? "the alarm is fresh or the endpoint idle: it decides nothing until data come"
              : alarm.metricName() + " is not published: it decides nothing until it is");
    } else {
      findings.ok(Rule.ALARM_STATE, alarm.name(), alarm.state());
    }
  }

  /** Ours, and those that the service made for our policies. */
  private List<Alarm> relevantAlarms() {
    Set<String> names = new HashSet<>(design.names().alarms());
    state.policies().stream()
        .filter(p -> design.names().policies().contains(p.name()))
        .forEach(p -> names.addAll(p.alarmNames()));
    return state.alarms().stream().filter(a -> names.contains(a.name())).toList();
  }
}

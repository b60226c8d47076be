package dev.rundle.planner.check;

import static dev.rundle.planner.check.Deployed.PREFIX;
import static dev.rundle.planner.check.Deployed.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.BadInput;
import dev.rundle.planner.RecordCopy;
import dev.rundle.planner.check.CheckFinding.Severity;
import dev.rundle.planner.policy.PolicyDesign;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static final ScalableTarget NEIGHBOUR = target("endpoint/other-team/variant/AllTraffic");

  // The endpoint

  @Test
  void aMissingEndpointIsTheOnlyFindingWhereNothingIsLeftOfIt() {
    DeployedState state = nothingButAnEmptyAccount();
    assertThat(findings(Deployed.config(), state))
        .extracting(CheckFinding::id, CheckFinding::field)
        .containsExactly(tuple("endpoint", "speech"));
  }

  @Test
  void aMissingVariantLeavesItsTargetOrphaned() {
    DeployedState state = Deployed.variant(Deployed.state(), "name", "blue");
    assertThat(findings(Deployed.config(), state))
        .extracting(CheckFinding::id, CheckFinding::actual)
        .containsExactly(tuple("endpoint", "blue"), tuple("orphaned_target", "variants blue"));
  }

  @Test
  void anEndpointThatIsUpdatingIsNamedWithItsStatus() {
    CheckFinding finding =
        only(Deployed.config(), Deployed.endpoint(Deployed.state(), "status", "Updating"));
    assertThat(finding.actual()).isEqualTo("Updating");
    assertThat(finding.expected()).isEqualTo("InService");
  }

  @Test
  void aFreezeRecordSaysHowToThaw() {
    CheckFinding finding =
        only(
            Deployed.config(),
            Deployed.endpoint(
                Deployed.state(), "tags", Map.of("rundle:freeze", "1 run=7f3a", "team", "x")));
    assertThat(finding.id()).isEqualTo("freeze");
    assertThat(finding.advice()).endsWith("rundle thaw --endpoint speech");
  }

  @Test
  void eachSuspensionLeftBehindIsNamedByItself() {
    DeployedState state =
        Deployed.target(Deployed.state(), t -> RecordCopy.with(t, "suspended", SuspendedState.ALL));
    assertThat(findings(Deployed.config(), state))
        .extracting(CheckFinding::id, CheckFinding::field)
        .containsExactly(
            tuple("suspended", "scaling in"),
            tuple("suspended", "scaling out"),
            tuple("suspended", "scheduled scaling"));
  }

  @Test
  void aQuotaOfFourUnderAMaximumOfNineIsAFinding() {
    CheckFinding finding =
        only(
            Deployed.config(),
            RecordCopy.with(Deployed.state(), "endpointUsageQuota", OptionalInt.of(4)));
    assertThat(finding)
        .extracting("id", "expected", "actual")
        .containsExactly("quota", "at least max_instances, 9", "4");
  }

  @Test
  void aQuotaThatCannotBeReadIsInformation() {
    DeployedState state =
        RecordCopy.with(Deployed.state(), "endpointUsageQuota", OptionalInt.empty());
    assertThat(drift(Deployed.config(), state).clean()).isTrue();
    assertThat(informed(Deployed.config(), state)).containsExactly("quota");
  }

  @Test
  void aFleetBelowItsMinimumIsInformation() {
    DeployedState state = Deployed.variant(Deployed.state(), "desiredInstanceCount", 1);
    assertThat(informed(Deployed.config(), state)).containsExactly("bounds");
  }

  @Test
  void theQueueBoundMayBeOffWhileMeasuringButNotAnotherOne() {
    DeployedState off =
        Deployed.variant(Deployed.state(), "environment", Map.of("MODEL", "kokoro"));
    assertThat(drift(Deployed.config(), off).clean()).isTrue();
    assertThat(informed(Deployed.config(), off)).containsExactly("queue_bound");
    DeployedState other =
        Deployed.variant(Deployed.state(), "environment", Map.of("MAX_QUEUE_DEPTH", "40"));
    assertThat(only(Deployed.config(), other).actual()).isEqualTo("40");
  }

  // Targets and policies

  @Test
  void withoutTargetItsPoliciesAreOrphans() {
    DeployedState state = RecordCopy.with(Deployed.state(), "target", Optional.empty());
    assertThat(findings(Deployed.config(), state))
        .extracting(CheckFinding::id)
        .containsExactly("orphaned_policy", "orphaned_policy", "scalable_target");
  }

  @Test
  void nothingDeployedNamesTargetPoliciesAndAlarmsOnceEach() {
    DeployedState state =
        RecordCopy.with(
            RecordCopy.with(
                RecordCopy.with(Deployed.state(), "target", Optional.empty()),
                "policies",
                List.of()),
            "alarms",
            List.of());
    assertThat(findings(Deployed.config(), state))
        .extracting(CheckFinding::field)
        .containsExactly(
            RESOURCE,
            PREFIX + "scale-out",
            PREFIX + "scale-in",
            PREFIX + "scale-in",
            PREFIX + "first-chunk-p95",
            PREFIX + "server-errors",
            PREFIX + "over-target");
  }

  @Test
  void aSecondTargetTrackingOnTheSameTargetCompetes() {
    var second = tracking("console-made", RESOURCE);
    CheckFinding finding = only(Deployed.config(), withPolicy(second));
    assertThat(finding)
        .extracting("id", "field", "actual")
        .containsExactly("competing_policy", "console-made", "target tracking at 70");
  }

  @Test
  void anyOtherPolicyThatIsNotOursCompetes() {
    var step =
        new ScalingPolicy.StepScaling(
            "nightly", RESOURCE, "ExactCapacity", "Average", Duration.ZERO, List.of(), List.of());
    assertThat(only(Deployed.config(), withPolicy(step)).field()).isEqualTo("nightly");
  }

  @Test
  void aPolicyOfOurNameButAnotherKindIsNamed() {
    DeployedState state =
        RecordCopy.with(
            Deployed.state(),
            "policies",
            Changed.one(
                Deployed.state().policies(),
                p -> p.name().equals(PREFIX + "scale-in"),
                p -> tracking(p.name(), RESOURCE)));
    assertThat(only(Deployed.config(), state))
        .extracting("id", "expected", "actual")
        .containsExactly("policy", "step scaling", "target tracking");
  }

  @Test
  void anotherAlarmOnOurStepPolicyCompetes() {
    DeployedState state =
        Deployed.policy(
            Deployed.state(), "scale-in", "alarmNames", List.of(PREFIX + "scale-in", "night"));
    assertThat(only(Deployed.config(), state).id()).isEqualTo("competing_alarm");
  }

  // Beside the variant

  @Test
  void aTargetOfAnEndpointThatIsGoneIsAnOrphanIfTheConfigurationNamesTheEndpoint() {
    DeployedState state =
        RecordCopy.with(
            Deployed.state(),
            "targetsElsewhere",
            List.of(target("endpoint/speech-old/variant/AllTraffic")));
    var context =
        new DriftContext(Set.of("speech", "speech-old"), OptionalDouble.of(2_150), List.of());
    assertThat(Drift.compare(Deployed.config(), state, context).of(Severity.FINDING))
        .extracting(CheckFinding::id, CheckFinding::field)
        .containsExactly(tuple("orphaned_target", "endpoint/speech-old/variant/AllTraffic"));
  }

  @Test
  void aTargetOfAVariantThatIsGoneIsAnOrphan() {
    DeployedState state =
        RecordCopy.with(
            Deployed.state(), "targetsElsewhere", List.of(target("endpoint/speech/variant/old")));
    assertThat(only(Deployed.config(), state).field()).isEqualTo("endpoint/speech/variant/old");
  }

  @Test
  void anotherTeamsTargetIsInformationWithoutAdviceEvenIfItsEndpointIsGone() {
    DeployedState state =
        RecordCopy.with(
            RecordCopy.with(Deployed.state(), "targetsElsewhere", List.of(NEIGHBOUR)),
            "policiesElsewhere",
            List.of(tracking("theirs", "endpoint/third-team/variant/v")));
    CheckReport report = drift(Deployed.config(), state);
    assertThat(report.clean()).isTrue();
    assertThat(report.of(Severity.INFO))
        .singleElement()
        .extracting("id", "actual", "advice")
        .containsExactly("elsewhere", "1 of endpoints outside the configuration", "");
  }

  @Test
  void anotherModelsEndpointIsNoOrphanWhereTheListOfEndpointsWasDenied() {
    DeployedState state =
        RecordCopy.with(
            RecordCopy.with(Deployed.state(), "targetsElsewhere", List.of(NEIGHBOUR)),
            "endpointNames",
            List.of());
    var context =
        new DriftContext(
            Set.of("speech", "other-team"),
            OptionalDouble.of(2_150),
            List.of("sagemaker:ListEndpoints was denied"));
    CheckReport report = Drift.compare(Deployed.config(), state, context);
    assertThat(report.clean()).isTrue();
    assertThat(report.of(Severity.INFO))
        .extracting(CheckFinding::actual)
        .containsExactly("sagemaker:ListEndpoints was denied");
  }

  @Test
  void policiesOfAConfiguredEndpointWithoutTargetAreOrphans() {
    DeployedState state =
        RecordCopy.with(
            Deployed.state(),
            "policiesElsewhere",
            List.of(tracking("lost", "endpoint/speech/variant/old")));
    assertThat(only(Deployed.config(), state))
        .extracting("id", "field")
        .containsExactly("orphaned_policy", "lost on endpoint/speech/variant/old");
  }

  // Alarms and metrics

  @Test
  void anAlarmWithoutDataOnAPublishedMetricIsFreshOrIdle() {
    DeployedState state =
        Deployed.alarm(Deployed.state(), PREFIX + "scale-in", "state", "INSUFFICIENT_DATA");
    CheckReport report = drift(Deployed.config(), state);
    assertThat(report.clean()).isTrue();
    assertThat(report.of(Severity.INFO))
        .singleElement()
        .extracting("id", "field")
        .containsExactly("alarm_state", PREFIX + "scale-in");
  }

  @Test
  void aMetricThatNobodyPublishesUnderTrafficIsAFinding() {
    DeployedState state =
        RecordCopy.with(
            Deployed.alarm(
                Deployed.state(), PREFIX + "first-chunk-p95", "state", "INSUFFICIENT_DATA"),
            "publishedMetrics",
            List.of("Invocations", "ConcurrentRequestsPerModel", "Invocation5XXErrors"));
    CheckReport report = drift(Deployed.config(), state);
    assertThat(report.of(Severity.FINDING))
        .singleElement()
        .extracting("id", "field")
        .containsExactly("metric", "FirstChunkLatency");
    assertThat(report.of(Severity.INFO))
        .singleElement()
        .extracting("advice")
        .isEqualTo("FirstChunkLatency is not published: it decides nothing until it is");
  }

  @Test
  void anEndpointThatWasNeverInvokedPublishesNothingAndThatIsInformation() {
    DeployedState state = RecordCopy.with(Deployed.state(), "publishedMetrics", List.of());
    assertThat(drift(Deployed.config(), state).clean()).isTrue();
    assertThat(informed(Deployed.config(), state)).containsExactly("metric", "metric", "metric");
  }

  @Test
  void peopleMayAddNotificationsToOurAlarms() {
    String topic = "arn:aws:sns:us-east-1:123456789012:on-call";
    DeployedState state = Deployed.state();
    for (String name : List.of("scale-in", "server-errors")) {
      List<String> actions =
          state.alarms().stream()
              .filter(a -> a.name().equals(PREFIX + name))
              .findFirst()
              .orElseThrow()
              .actions();
      state = Deployed.alarm(state, PREFIX + name, "actions", Changed.plus(actions, topic));
    }
    assertThat(findings(Deployed.config(), state)).isEmpty();
  }

  @Test
  void withoutAMeasuredFirstChunkThresholdAnyUpToTheSloWillDo() {
    String alarm = PREFIX + "first-chunk-p95";
    DeployedState atSlo = Deployed.alarm(Deployed.state(), alarm, "threshold", 3_000_000.0);
    DeployedState above = Deployed.alarm(Deployed.state(), alarm, "threshold", 3_000_001.0);
    DriftContext context = DriftContext.of(Deployed.config());
    assertThat(Drift.compare(Deployed.config(), atSlo, context).clean()).isTrue();
    assertThat(Drift.compare(Deployed.config(), above, context).of(Severity.FINDING))
        .extracting(CheckFinding::field)
        .containsExactly(alarm + ": threshold");
  }

  // The configuration

  @Test
  void aConfigurationWithoutScalingValuesExpectsNoPolicy() {
    ModelConfig config =
        RecordCopy.with(
            RecordCopy.with(Deployed.config(), "scalingTargetValue", OptionalDouble.empty()),
            "scaleInThreshold",
            OptionalDouble.empty());
    DeployedState bare = withoutScaling();
    assertThat(drift(config, bare).clean()).isTrue();
    assertThat(drift(config, Deployed.state()).clean()).isTrue();
    assertThat(informed(config, Deployed.state()))
        .containsExactly("configuration", "competing_policy", "competing_policy");
  }

  @Test
  void withoutScalingValuesASuspensionIsStillAFinding() {
    ModelConfig config =
        RecordCopy.with(Deployed.config(), "scalingTargetValue", OptionalDouble.empty());
    DeployedState state =
        Deployed.target(
            Deployed.state(),
            t -> RecordCopy.with(t, "suspended", new SuspendedState(true, false, false)));
    assertThat(only(config, state).id()).isEqualTo("suspended");
  }

  @Test
  void oneFixedSizeExpectsNoPolicyAndNamesThoseThatAreThere() {
    ModelConfig config = RecordCopy.with(Deployed.config(), "maxInstances", 2);
    assertThat(findings(config, withoutScaling())).isEmpty();
    assertThat(findings(config, Deployed.state()))
        .extracting(CheckFinding::id, CheckFinding::field)
        .containsExactly(
            tuple("competing_policy", PREFIX + "scale-out"),
            tuple("competing_policy", PREFIX + "scale-in"),
            tuple("bounds", "max_instances"));
  }

  @Test
  void aValueDeployedWithTheFilesThreeDecimalsIsTheSame() {
    ModelConfig config =
        RecordCopy.with(Deployed.config(), "scalingTargetValue", OptionalDouble.of(37.4999999));
    assertThat(findings(config, Deployed.state())).isEmpty();
  }

  @Test
  void aThresholdAboveTheTargetIsBadInput() {
    ModelConfig config =
        RecordCopy.with(Deployed.config(), "scaleInThreshold", OptionalDouble.of(38));
    assertThatThrownBy(() -> drift(config, Deployed.state()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("scale_in_threshold 38.0 is above scaling_target_value 37.5");
  }

  @Test
  void theWorstComesFirst() {
    DeployedState state =
        Deployed.alarm(
            Deployed.target(Deployed.state(), t -> RecordCopy.with(t, "maxCapacity", 4)),
            PREFIX + "scale-in",
            "state",
            "INSUFFICIENT_DATA");
    assertThat(drift(Deployed.config(), state).findings())
        .extracting(CheckFinding::severity)
        .startsWith(Severity.FINDING, Severity.INFO, Severity.OK)
        .isSorted();
  }

  private static DeployedState withoutScaling() {
    return RecordCopy.with(
        RecordCopy.with(
            RecordCopy.with(Deployed.state(), "target", Optional.empty()), "policies", List.of()),
        "alarms",
        List.of());
  }

  private static DeployedState nothingButAnEmptyAccount() {
    return RecordCopy.with(
        RecordCopy.with(withoutScaling(), "endpoint", Optional.empty()),
        "endpointNames",
        List.of());
  }

  private static DeployedState withPolicy(ScalingPolicy policy) {
    return RecordCopy.with(
        Deployed.state(), "policies", Changed.plus(Deployed.state().policies(), policy));
  }

  private static ScalableTarget target(String resourceId) {
    return new ScalableTarget(resourceId, 1, 4, SuspendedState.NONE);
  }

  private static ScalingPolicy tracking(String name, String resourceId) {
    return new ScalingPolicy.TargetTracking(
        name,
        resourceId,
        70,
        Optional.of(PolicyDesign.TRACKED_METRIC),
        Optional.empty(),
        Duration.ofSeconds(300),
        Duration.ofSeconds(300),
        false,
        List.of());
  }

  private static CheckReport drift(ModelConfig config, DeployedState state) {
    return Drift.compare(config, state, Deployed.context());
  }

  private static List<CheckFinding> findings(ModelConfig config, DeployedState state) {
    return drift(config, state).of(Severity.FINDING);
  }

  private static CheckFinding only(ModelConfig config, DeployedState state) {
    List<CheckFinding> all = findings(config, state);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static List<String> informed(ModelConfig config, DeployedState state) {
    return drift(config, state).of(Severity.INFO).stream().map(CheckFinding::id).toList();
  }
}

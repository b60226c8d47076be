package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.deployed.SuspendedState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ScalingTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final String RESOURCE = "endpoint/tts/variant/AllTraffic";
  private static final String METRIC = "SageMakerVariantConcurrentRequestsPerModelHighResolution";

  private final ManualTime time = new ManualTime(START);
  private final World world =
      World.create(
          SandboxSettings.builder()
              .speed(20)
              .endpointQuota("ml.g5.xlarge", 4)
              .endpoint(EndpointSettings.single("tts", "AllTraffic", 1, ServiceProfile.kokoro()))
              .build(),
          time.worldTime());
  private final Scaling scaling = world.scaling();

  private void register(int min, int max) {
    scaling.registerTarget(
        RESOURCE, OptionalInt.of(min), OptionalInt.of(max), Suspension.UNCHANGED);
  }

  private PolicyDescription track(double target) {
    return scaling.putPolicy(
        RESOURCE,
        "target",
        new PolicyRule.TargetTracking(
            target,
            Optional.of(METRIC),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(30)),
            Optional.of(Duration.ofSeconds(60)),
            Optional.of(true)));
  }

  private void suspend(SuspendedState state) {
    scaling.registerTarget(
        RESOURCE, OptionalInt.empty(), OptionalInt.empty(), Suspension.exactly(state));
  }

  private EndpointDescription.Variant variant() {
    return world.endpoints().describe("tts").variants().get(0);
  }

  private int desired() {
    return variant().desiredInstanceCount();
  }

  private List<ActivityDescription> activities() {
    return scaling.describeActivities(Optional.of(RESOURCE));
  }

  @Test
  void aPolicyUnderLoadMovesCapacityInProportion() {
    register(1, 4);
    track(5);
    new VirtualClients(world, time).start(14);
    // Three whole 10-s periods and the delay of 60/20 s.
    time.advance(Duration.ofMillis(32_999));
    assertThat(desired()).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(desired()).isEqualTo(3);
    assertThat(activities().get(0).status()).isEqualTo(ActivityDescription.Status.IN_PROGRESS);
    time.advance(Duration.ofSeconds(11));
    assertThat(variant().currentInstanceCount()).isEqualTo(3);
    ActivityDescription done = activities().get(0);
    assertThat(done.status()).isEqualTo(ActivityDescription.Status.SUCCESSFUL);
    assertThat(done.description()).isEqualTo("Setting desired instance count to 3.");
    assertThat(done.statusMessage())
        .isEqualTo(
            "Successfully set desired instance count to 3. Change successfully fulfilled by"
                + " sagemaker.");
    assertThat(done.cause())
        .matches(
            "monitor alarm TargetTracking-endpoint/tts/variant/AllTraffic-AlarmHigh-[0-9a-f-]{36}"
                + " in state ALARM triggered policy target");
    // 14 over three instances is 5 at most: enough.
    time.advance(Duration.ofMinutes(10));
    assertThat(desired()).isEqualTo(3);
  }

  @Test
  void aSuspendedPolicyUnderTheSameLoadDoesNot() {
    register(1, 4);
    track(5);
    suspend(new SuspendedState(false, true, false));
    new VirtualClients(world, time).start(14);
    time.advance(Duration.ofMinutes(10));
    assertThat(desired()).isEqualTo(1);
    assertThat(activities()).isEmpty();
    assertThat(
            world
                .alarms()
                .describe(List.of(), Optional.empty(), Optional.of(AlarmDescription.State.ALARM)))
        .hasSize(1);
    suspend(SuspendedState.NONE);
    time.advance(Duration.ofMinutes(2));
    assertThat(desired()).isEqualTo(3);
  }

  @Test
  void targetTrackingMakesItsTwoAlarmsAndTakesThemAway() {
    register(1, 4);
    PolicyDescription policy = track(37.5);
    assertThat(policy.alarms())
        .extracting(PolicyDescription.AlarmReference::name)
        .satisfiesExactly(
            high -> assertThat(high).startsWith("TargetTracking-" + RESOURCE + "-AlarmHigh-"),
            low -> assertThat(low).startsWith("TargetTracking-" + RESOURCE + "-AlarmLow-"));
    AlarmDefinition high = alarm(policy.alarms().get(0).name());
    assertThat(high.period()).isEqualTo(Duration.ofSeconds(10));
    assertThat(high.evaluationPeriods()).isEqualTo(3);
    assertThat(high.threshold()).isEqualTo(37.5);
    assertThat(high.statistic()).isEqualTo("Maximum");
    AlarmDefinition low = alarm(policy.alarms().get(1).name());
    assertThat(low.period()).isEqualTo(Duration.ofMinutes(1));
    assertThat(low.evaluationPeriods()).isEqualTo(15);
    assertThat(low.threshold()).isEqualTo(33.75);
    PolicyDescription replaced = track(25);
    assertThat(replaced.arn()).isEqualTo(policy.arn());
    assertThat(alarm(replaced.alarms().get(0).name()).threshold()).isEqualTo(25);
    assertThat(world.alarms().describe(List.of(), Optional.empty(), Optional.empty())).hasSize(2);
    scaling.deletePolicy(RESOURCE, "target");
    assertThat(world.alarms().describe(List.of(), Optional.empty(), Optional.empty())).isEmpty();
  }

  private AlarmDefinition alarm(String name) {
    return world
        .alarms()
        .describe(List.of(name), Optional.empty(), Optional.empty())
        .get(0)
        .definition();
  }

  @Test
  void aStepPolicyScalesInWhenItsAlarmFires() {
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", 3)));
    time.advance(Duration.ofSeconds(30));
    register(1, 4);
    scaleInAt(25);
    time.advance(Duration.ofMinutes(4));
    assertThat(desired()).isEqualTo(2);
    ActivityDescription activity = activities().get(0);
    assertThat(activity.cause())
        .isEqualTo("monitor alarm few in state ALARM triggered policy scale-in");
    // The cooldown of 300 s holds the next one back.
    time.advance(Duration.ofMinutes(4));
    assertThat(desired()).isEqualTo(2);
    time.advance(Duration.ofMinutes(3));
    assertThat(desired()).isEqualTo(1);
  }

  @Test
  void aSuspendedScaleInLeavesCapacityAlone() {
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", 3)));
    time.advance(Duration.ofSeconds(30));
    register(1, 4);
    suspend(new SuspendedState(true, false, false));
    scaleInAt(25);
    time.advance(Duration.ofMinutes(20));
    assertThat(desired()).isEqualTo(3);
  }

  private void scaleInAt(double threshold) {
    PolicyDescription policy =
        scaling.putPolicy(
            RESOURCE,
            "scale-in",
            new PolicyRule.StepScaling(
                PolicyRule.Adjustment.CHANGE_IN_CAPACITY,
                List.of(new PolicyRule.Step(OptionalDouble.empty(), OptionalDouble.of(0), -1)),
                OptionalInt.empty(),
                Optional.of(Duration.ofSeconds(300)),
                Optional.of("Average")));
    world
        .alarms()
        .put(
            new AlarmDefinition(
                "few",
                Optional.empty(),
                MetricId.ofVariant(
                    MetricId.INVOCATIONS, "ConcurrentRequestsPerModel", "tts", "AllTraffic"),
                "Average",
                Optional.empty(),
                Duration.ofMinutes(1),
                3,
                3,
                threshold,
                AlarmDefinition.Comparison.LESS_OR_EQUAL,
                AlarmDefinition.MissingData.MISSING,
                true,
                List.of(policy.arn()),
                List.of(),
                List.of()));
    assertThat(scaling.describePolicies(Optional.of(RESOURCE), List.of("scale-in")))
        .singleElement()
        .satisfies(
            described ->
                assertThat(described.alarms())
                    .extracting(PolicyDescription.AlarmReference::name)
                    .containsExactly("few"));
  }

  @Test
  void aScaleOutOverTheQuotaIsAFailedActivityAndTheEndpointStaysInService() {
    register(1, 9);
    track(5);
    new VirtualClients(world, time).start(45);
    time.advance(Duration.ofSeconds(40));
    ActivityDescription failed = activities().get(0);
    assertThat(failed.status()).isEqualTo(ActivityDescription.Status.FAILED);
    assertThat(failed.statusMessage())
        .startsWith("Failed to set desired instance count to 9. Reason: The account-level")
        .contains("Error Code: ResourceLimitExceeded");
    assertThat(desired()).isEqualTo(1);
    assertThat(world.endpoints().describe("tts").status())
        .isEqualTo(EndpointDescription.Status.IN_SERVICE);
  }

  @Test
  void aScaleOutWithoutCapacityFailsLater() {
    register(1, 4);
    track(5);
    world
        .endpoints()
        .failScaleOut(
            "tts", "AllTraffic", new ScaleOutFailure.NoCapacity(Duration.ofMinutes(5)), 1);
    new VirtualClients(world, time).start(14);
    time.advance(Duration.ofSeconds(34));
    assertThat(activities().get(0).status()).isEqualTo(ActivityDescription.Status.IN_PROGRESS);
    time.advance(Duration.ofSeconds(15));
    assertThat(activities().get(0).status()).isEqualTo(ActivityDescription.Status.FAILED);
    assertThat(activities().get(0).statusMessage()).contains("InsufficientInstanceCapacity");
    assertThat(desired()).isEqualTo(1);
    // The alarm is still on, so a minute after its last run the policy tries again.
    time.advance(Duration.ofMinutes(2));
    assertThat(desired()).isEqualTo(3);
  }

  @Test
  void whileSomebodyElseUpdatesThePolicysAttemptFails() {
    register(1, 4);
    track(5);
    new VirtualClients(world, time).start(14);
    time.advance(Duration.ofSeconds(30));
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", 2)));
    time.advance(Duration.ofSeconds(4));
    assertThat(activities().get(0).statusMessage())
        .contains("Cannot update in-progress endpoint")
        .contains("Error Code: ValidationException");
  }

  @Test
  void registeringMovesCapacityIntoItsBounds() {
    register(2, 4);
    assertThat(desired()).isEqualTo(2);
    assertThat(activities().get(0).cause()).isEqualTo("minimum capacity was set to 2");
    // Still updating: the next move waits for InService.
    register(1, 1);
    assertThat(desired()).isEqualTo(2);
    time.advance(Duration.ofSeconds(15));
    assertThat(desired()).isEqualTo(1);
    assertThat(activities().get(0).cause()).isEqualTo("maximum capacity was set to 1");
  }

  @Test
  void whatIsAbsentStaysAsItIs() {
    register(1, 4);
    suspend(SuspendedState.ALL);
    scaling.registerTarget(RESOURCE, OptionalInt.empty(), OptionalInt.of(3), Suspension.UNCHANGED);
    scaling.registerTarget(
        RESOURCE,
        OptionalInt.empty(),
        OptionalInt.empty(),
        new Suspension(Optional.empty(), Optional.of(false), Optional.empty()));
    TargetDescription target = scaling.describeTargets(List.of(RESOURCE)).get(0);
    assertThat(target.minCapacity()).isEqualTo(1);
    assertThat(target.maxCapacity()).isEqualTo(3);
    assertThat(target.suspended()).isEqualTo(new SuspendedState(true, false, true));
  }

  @Test
  void deregisteringTakesPoliciesAndTheirAlarmsAlong() {
    register(1, 4);
    track(5);
    scaling.deregisterTarget(RESOURCE);
    assertThat(scaling.describeTargets(List.of())).isEmpty();
    assertThat(scaling.describePolicies(Optional.empty(), List.of())).isEmpty();
    assertThat(world.alarms().describe(List.of(), Optional.empty(), Optional.empty())).isEmpty();
    assertThatThrownBy(() -> scaling.deregisterTarget(RESOURCE))
        .hasMessage(
            "No scalable target found for service namespace: sagemaker, resource ID: "
                + RESOURCE
                + ", scalable dimension: sagemaker:variant:DesiredInstanceCount");
  }

  @Test
  void mistakesAreAnsweredInTheServicesWords() {
    assertThatThrownBy(() -> track(5))
        .isInstanceOfSatisfying(
            WorldError.class,
            error -> assertThat(error.code()).isEqualTo("ObjectNotFoundException"))
        .hasMessage(
            "No scalable target registered for service namespace: sagemaker, resource ID: "
                + RESOURCE
                + ", scalable dimension: sagemaker:variant:DesiredInstanceCount");
    assertThatThrownBy(() -> register(3, 2))
        .hasMessage("Maximum capacity cannot be less than minimum capacity");
    assertThatThrownBy(() -> suspend(SuspendedState.ALL)).isInstanceOf(WorldError.class);
    register(1, 4);
    assertThatThrownBy(() -> scaling.deletePolicy(RESOURCE, "nope"))
        .hasMessageStartingWith("No scaling policy found for service namespace: sagemaker");
    for (double target : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> track(target)).isInstanceOf(WorldError.class);
    }
    assertThatThrownBy(
            () ->
                scaling.registerTarget(
                    "table/x", OptionalInt.of(1), OptionalInt.of(2), Suspension.UNCHANGED))
        .isInstanceOf(WorldError.class);
    assertThatThrownBy(
            () ->
                scaling.registerTarget(
                    "endpoint/nope/variant/AllTraffic",
                    OptionalInt.of(1),
                    OptionalInt.of(2),
                    Suspension.UNCHANGED))
        .isInstanceOf(WorldError.class);
  }

  @Test
  void anAdmissionBoundOfFiftyAtATargetOf37Point5GrowsByAThirdAtATime() {
    int capacity = 1;
    var steps = new java.util.ArrayList<Integer>();
    while (capacity < 9) {
      capacity = Math.min(9, CapacityRule.tracking(capacity, 50, 37.5, CapacityRule.Direction.OUT));
      steps.add(capacity);
    }
    assertThat(steps).containsExactly(2, 3, 4, 6, 8, 9);
  }

  @Test
  void stepsApplyWhereTheDistanceFromTheThresholdLies() {
    var rule =
        new PolicyRule.StepScaling(
            PolicyRule.Adjustment.PERCENT_CHANGE_IN_CAPACITY,
            List.of(
                new PolicyRule.Step(OptionalDouble.of(0), OptionalDouble.of(10), 10),
                new PolicyRule.Step(OptionalDouble.of(10), OptionalDouble.empty(), 50)),
            OptionalInt.of(2),
            Optional.empty(),
            Optional.empty());
    assertThat(CapacityRule.stepped(rule, 10, 49, 50)).isEmpty();
    assertThat(CapacityRule.stepped(rule, 10, 50, 50)).hasValue(12);
    assertThat(CapacityRule.stepped(rule, 30, 59, 50)).hasValue(33);
    assertThat(CapacityRule.stepped(rule, 10, 60, 50)).hasValue(15);
  }
}

package dev.rundle.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentTest {
  private static final String RESOURCE = "endpoint/speech/variant/AllTraffic";
  private static final PolicyDesign DESIGN = PolicyDesignTest.workedExample();

  private final FakeScaling scaling = new FakeScaling();
  private final Deployment deployment = new Deployment(scaling);

  @Test
  void deploysTargetThenPoliciesThenAlarms() {
    deployment.deploy(DESIGN);
    assertThat(scaling.log())
        .containsExactly(
            "register endpoint/speech/variant/AllTraffic 2..9",
            "put policy speech-AllTraffic-scale-out",
            "put policy speech-AllTraffic-scale-in",
            "put alarm speech-AllTraffic-scale-in",
            "put alarm speech-AllTraffic-first-chunk-p95",
            "put alarm speech-AllTraffic-server-errors",
            "put alarm speech-AllTraffic-over-target");
  }

  @Test
  void theScaleInAlarmActsOnTheStepPolicy() {
    String arn = deployment.deploy(DESIGN);
    assertThat(scaling.listAlarms(List.of("speech-AllTraffic-scale-in")).get(0).actions())
        .containsExactly(arn);
    assertThat(policy("speech-AllTraffic-scale-in").alarmNames())
        .containsExactly("speech-AllTraffic-scale-in");
  }

  @Test
  void deployingAgainLeavesTheSameAndKeepsSuspensions() {
    deployment.deploy(PolicyDesignTest.bounded(1, 4));
    scaling.setSuspended(RESOURCE, SuspendedState.ALL);
    deployment.deploy(DESIGN);
    assertThat(scaling.listPolicies(RESOURCE)).hasSize(2);
    assertThat(scaling.findTarget(RESOURCE).orElseThrow().maxCapacity()).isEqualTo(9);
    assertThat(scaling.findTarget(RESOURCE).orElseThrow().suspended())
        .isEqualTo(SuspendedState.ALL);
  }

  @Test
  void aPolicyOfOurNameButAnotherKindIsDeletedFirst() {
    scaling.registerTarget(RESOURCE, 1, 2);
    scaling.putPolicy(
        new ScalingPolicy.StepScaling(
            "speech-AllTraffic-scale-out",
            RESOURCE,
            "ChangeInCapacity",
            "Average",
            Duration.ofSeconds(60),
            List.of(),
            List.of()));
    deployment.deploy(DESIGN);
    assertThat(policy("speech-AllTraffic-scale-out"))
        .isInstanceOf(ScalingPolicy.TargetTracking.class);
  }

  @Test
  void anAlarmOfThatNameOnAnotherEndpointIsNotOverwritten() {
    scaling.putAlarm(ofAnotherEndpoint());
    assertThatThrownBy(() -> deployment.deploy(DESIGN))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("speech-AllTraffic-over-target");
    assertThat(scaling.findTarget(RESOURCE)).isEmpty();
    assertThatThrownBy(() -> deployment.withdraw("speech", "AllTraffic"))
        .isInstanceOf(Refused.class);
    assertThat(scaling.allAlarms()).hasSize(1);
  }

  @Test
  void withdrawingLeavesNothing() {
    deployment.deploy(DESIGN);
    deployment.withdraw("speech", "AllTraffic");
    assertThat(scaling.listPolicies(RESOURCE)).isEmpty();
    assertThat(scaling.allAlarms()).isEmpty();
    assertThat(scaling.findTarget(RESOURCE)).isEmpty();
  }

  @Test
  void withdrawingLeavesOtherPeoplesPolicyAndTheTargetItNeeds() {
    deployment.deploy(DESIGN);
    scaling.putPolicy(
        new ScalingPolicy.TargetTracking(
            "theirs",
            RESOURCE,
            70,
            Optional.of("SageMakerVariantInvocationsPerInstance"),
            Optional.empty(),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            false,
            List.of()));
    deployment.withdraw("speech", "AllTraffic");
    assertThat(scaling.listPolicies(RESOURCE))
        .extracting(ScalingPolicy::name)
        .containsExactly("theirs");
    assertThat(scaling.findTarget(RESOURCE)).isPresent();
  }

  @Test
  void withdrawingTwiceDoesNoHarm() {
    deployment.deploy(DESIGN);
    deployment.withdraw("speech", "AllTraffic");
    int calls = scaling.log().size();
    deployment.withdraw("speech", "AllTraffic");
    assertThat(scaling.log()).hasSize(calls);
  }

  private ScalingPolicy policy(String name) {
    return scaling.listPolicies(RESOURCE).stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Alarm ofAnotherEndpoint() {
    return new Alarm(
        "speech-AllTraffic-over-target",
        "AWS/SageMaker",
        "ConcurrentRequestsPerModel",
        Map.of("EndpointName", "speech-AllTraffic", "VariantName", "over"),
        "Average",
        Duration.ofSeconds(60),
        1,
        1,
        1,
        "GreaterThanThreshold",
        "missing",
        "OK",
        List.of());
  }
}

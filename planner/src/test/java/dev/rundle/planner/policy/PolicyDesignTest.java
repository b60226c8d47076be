package dev.rundle.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyDesignTest {
  private static final String RESOURCE = "endpoint/speech/variant/AllTraffic";
  private static final Map<String, String> DIMENSIONS =
      Map.of("EndpointName", "speech", "VariantName", "AllTraffic");

  @Test
  void theTargetHasTheBoundsAndNothingSuspended() {
    assertThat(workedExample().target())
        .isEqualTo(new ScalableTarget(RESOURCE, 2, 9, SuspendedState.NONE));
  }

  @Test
  void targetTrackingOnlyAddsCapacity() {
    assertThat(workedExample().scaleOut())
        .isEqualTo(
            new ScalingPolicy.TargetTracking(
                "speech-AllTraffic-scale-out",
                RESOURCE,
                37.5,
                Optional.of("SageMakerVariantConcurrentRequestsPerModelHighResolution"),
                Optional.empty(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(960),
                true,
                List.of()));
  }

  @Test
  void theStepPolicyRemovesOneInstanceAtOrUnderTheAlarmsThreshold() {
    assertThat(workedExample().scaleIn())
        .isEqualTo(
            new ScalingPolicy.StepScaling(
                "speech-AllTraffic-scale-in",
                RESOURCE,
                "ChangeInCapacity",
                "Average",
                Duration.ofSeconds(960),
                List.of(new ScalingPolicy.StepAdjustment(Optional.empty(), Optional.of(0.0), -1)),
                List.of()));
  }

  @Test
  void theScaleInAlarmDrivesTheStepPolicy() {
    assertThat(workedExample().alarms("arn:policy").get(0))
        .isEqualTo(
            new Alarm(
                "speech-AllTraffic-scale-in",
                "AWS/SageMaker",
                "ConcurrentRequestsPerModel",
                DIMENSIONS,
                "Average",
                Duration.ofSeconds(60),
                3,
                3,
                25,
                "LessThanOrEqualToThreshold",
                "missing",
                "INSUFFICIENT_DATA",
                List.of("arn:policy")));
  }

  @Test
  void theFirstChunkAlarmIsInMicroseconds() {
    Alarm alarm = workedExample().alarms("").get(1);
    assertThat(alarm.name()).isEqualTo("speech-AllTraffic-first-chunk-p95");
    assertThat(alarm.statistic()).isEqualTo("p95");
    assertThat(alarm.metricName()).isEqualTo("FirstChunkLatency");
    assertThat(alarm.threshold()).isEqualTo(2_150_000);
  }

  @Test
  void withoutAMeasuredThresholdTheFirstChunkAlarmStandsAtTheSlo() {
    var numbers = workedExample().numbers().withFirstChunkAlarmMillis(OptionalDouble.empty());
    assertThat(new PolicyDesign(numbers).alarms("").get(1).threshold()).isEqualTo(3_000_000);
  }

  @Test
  void serverErrorsAlarmOnAShareSoThatOneShedRequestDoesNot() {
    Alarm alarm = workedExample().alarms("").get(2);
    assertThat(alarm.metricName()).isEqualTo("Invocation5XXErrors");
    assertThat(alarm.statistic()).isEqualTo("Average");
    assertThat(alarm.threshold()).isEqualTo(0.05);
    assertThat(alarm.comparison()).isEqualTo("GreaterThanThreshold");
    assertThat(alarm.datapointsToAlarm()).isEqualTo(3);
    assertThat(alarm.treatMissingData()).isEqualTo("notBreaching");
  }

  @Test
  void overTargetWaitsForAThirdOfTheScaleInCooldown() {
    Alarm alarm = workedExample().alarms("").get(3);
    assertThat(alarm.threshold()).isEqualTo(37.5);
    // 960 s ÷ 3 = 320 s, rounded up to whole minutes.
    assertThat(alarm.evaluationPeriods()).isEqualTo(6);
    assertThat(design(37.5, 25, 30, 300).alarms("").get(3).evaluationPeriods()).isEqualTo(5);
  }

  @Test
  void concurrenciesHaveThreeDecimalsAsInTheFile() {
    PolicyDesign design = design(33.185840707, 22.1239, 30, 960);
    assertThat(design.scaleOut().targetValue()).isEqualTo(33.186);
    assertThat(design.scaleInAlarm("").threshold()).isEqualTo(22.124);
  }

  @Test
  void aCooldownIsRoundedUpToWholeSeconds() {
    assertThat(PolicyDesign.wholeSeconds(Duration.ofMillis(30_001)))
        .isEqualTo(Duration.ofSeconds(31));
    assertThat(PolicyDesign.wholeSeconds(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0, -1, 0.0004, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void aTargetThatIsNoPositiveNumberIsBadInput(double target) {
    assertThatThrownBy(() -> design(target, 0.001, 30, 960))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("scaling_target_value is " + target);
  }

  @Test
  void boundsThatLeaveNothingToScaleAreBadInput() {
    assertThatThrownBy(() -> bounded(3, 3))
        .isInstanceOf(BadInput.class)
        .hasMessage("3 to 3 instances leave nothing to scale");
    assertThatThrownBy(() -> bounded(0, 3)).isInstanceOf(BadInput.class);
  }

  @Test
  void aNegativeCooldownIsBadInput() {
    assertThatThrownBy(() -> design(37.5, 25, -1, 960)).isInstanceOf(BadInput.class);
  }

  static PolicyDesign workedExample() {
    return design(37.5, 25, 30, 960);
  }

  private static PolicyDesign design(double target, double threshold, int out, int in) {
    return new PolicyDesign(
        new PolicyNumbers(
            "speech",
            "AllTraffic",
            2,
            9,
            target,
            threshold,
            Duration.ofSeconds(out),
            Duration.ofSeconds(in),
            OptionalDouble.of(2_150),
            Duration.ofSeconds(3)));
  }

  static PolicyDesign bounded(int min, int max) {
    return new PolicyDesign(
        new PolicyNumbers(
            "speech",
            "AllTraffic",
            min,
            max,
            37.5,
            25,
            Duration.ofSeconds(30),
            Duration.ofSeconds(960),
            OptionalDouble.of(2_150),
            Duration.ofSeconds(3)));
  }
}

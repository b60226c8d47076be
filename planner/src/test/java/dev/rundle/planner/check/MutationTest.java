package dev.rundle.planner.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.planner.RecordCopy;
import dev.rundle.planner.check.CheckFinding.Severity;
import dev.rundle.planner.check.Mutations.Mutation;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A clean deployment, then each of its values changed alone. */
class MutationTest {
  static Stream<Mutation> mutations() {
    return Mutations.all();
  }

  @Test
  void theUnchangedDeploymentIsCleanToTheLastDetail() {
    assertThat(drift(Deployed.state()).findings())
        .allMatch(f -> f.severity() == Severity.OK)
        .hasSizeGreaterThan(70);
    assertThat(validate(Deployed.state()).findings())
        .allMatch(f -> f.severity() == Severity.OK)
        .hasSizeGreaterThan(70);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void driftNamesTheChangedValueAndNothingElse(Mutation mutation) {
    assertThat(found(drift(mutation.change().apply(Deployed.state()))))
        .containsExactly(mutation.field());
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void validateNamesTheChangedValueAndNothingElse(Mutation mutation) {
    assertThat(found(validate(mutation.change().apply(Deployed.state()))))
        .containsExactly(mutation.field());
  }

  @Property
  void noiseOfFloatingPointIsNeverAFinding(
      @ForAll @IntRange(min = -1_000, max = 1_000) int quadrillionths) {
    DeployedState noisy = noisy(Deployed.state(), 1 + quadrillionths * 1e-15);
    assertThat(found(drift(noisy))).isEmpty();
    assertThat(found(validate(noisy))).isEmpty();
  }

  @Property
  void aMillionthMoreIsAlwaysAFinding(@ForAll @IntRange(min = 1, max = 1_000) int millionths) {
    DeployedState edited =
        Deployed.policy(
            Deployed.state(), "scale-out", "targetValue", 37.5 * (1 + millionths * 1e-6));
    assertThat(found(drift(edited))).containsExactly("scaling_target_value");
  }

  private static DeployedState noisy(DeployedState state, double factor) {
    List<ScalingPolicy> policies =
        state.policies().stream()
            .map(
                p ->
                    p.<ScalingPolicy>fold(
                        t -> RecordCopy.with(t, "targetValue", t.targetValue() * factor), s -> s))
            .toList();
    List<Alarm> alarms =
        state.alarms().stream()
            .map(a -> RecordCopy.with(a, "threshold", a.threshold() * factor))
            .toList();
    return RecordCopy.with(RecordCopy.with(state, "policies", policies), "alarms", alarms);
  }

  private static CheckReport drift(DeployedState state) {
    return Drift.compare(Deployed.config(), state, Deployed.context());
  }

  private static CheckReport validate(DeployedState state) {
    return Validate.compare(Deployed.plan(), Deployed.config(), state);
  }

  private static List<String> found(CheckReport report) {
    return report.of(Severity.FINDING).stream().map(CheckFinding::field).toList();
  }
}

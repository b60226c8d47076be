package dev.rundle.planner.check;

import static dev.rundle.planner.check.Deployed.PREFIX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.planner.RecordCopy;
import dev.rundle.planner.check.CheckFinding.Severity;
import dev.rundle.planner.plan.Finding;
import dev.rundle.planner.plan.Level;
import dev.rundle.planner.plan.PlanArtifact;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ValidateTest {
  @Test
  void aDifferentInstanceTypeImageAndEnvironmentAreEachNamed() {
    DeployedState state = Deployed.variant(Deployed.state(), "instanceType", "ml.g6.xlarge");
    state = Deployed.variant(state, "imageDigest", Optional.of("ffff"));
    state =
        Deployed.variant(
            state,
            "environment",
            Map.of("MAX_QUEUE_DEPTH", "50", "MODEL", "kokoro-v2", "NEW", "1"));
    assertThat(findings(Deployed.plan(), Deployed.config(), state))
        .extracting(CheckFinding::id, CheckFinding::field, CheckFinding::actual)
        .containsExactly(
            tuple("fingerprint", "instance type", "ml.g6.xlarge"),
            tuple("fingerprint", "image digest", "ffff"),
            tuple("fingerprint", "environment MODEL", "kokoro-v2"),
            tuple("fingerprint", "environment NEW", "1"));
  }

  @Test
  void theQueueBoundThatThePlanSetsIsNoPartOfTheFingerprintButMustBeDeployed() {
    DeployedState state =
        Deployed.variant(Deployed.state(), "environment", Map.of("MODEL", "kokoro"));
    assertThat(findings(Deployed.plan(), Deployed.config(), state))
        .extracting(CheckFinding::id, CheckFinding::expected, CheckFinding::actual)
        .containsExactly(tuple("queue_bound", "50", "0"));
  }

  @Test
  void anUnknownDigestCannotBeValidated() {
    DeployedState state = Deployed.variant(Deployed.state(), "imageDigest", Optional.empty());
    assertThat(findings(Deployed.plan(), Deployed.config(), state))
        .extracting(CheckFinding::field, CheckFinding::actual)
        .containsExactly(tuple("image digest", "the service does not tell"));
  }

  @Test
  void twoUnknownDigestsAreNoMatch() {
    var blank = RecordCopy.with(Deployed.plan().fingerprint(), "imageDigest", "");
    PlanArtifact plan = RecordCopy.with(Deployed.plan(), "fingerprint", blank);

    for (Optional<String> deployed : List.of(Optional.<String>empty(), Optional.of(""))) {
      DeployedState state = Deployed.variant(Deployed.state(), "imageDigest", deployed);
      assertThat(findings(plan, Deployed.config(), state))
          .extracting(CheckFinding::field)
          .containsExactly("image digest");
    }
    assertThat(findings(plan, Deployed.config(), Deployed.state()))
        .extracting(CheckFinding::field)
        .containsExactly("image digest");
  }

  @Test
  void withheldNumbersAreFindingsWithTheirReason() {
    PlanArtifact plan =
        policy(
            policy(
                policy(
                    policy(Deployed.plan(), "scalingTargetValue", OptionalDouble.empty()),
                    "scaleInThreshold",
                    OptionalDouble.empty()),
                "maximumRatioBasis",
                "no rung above 37.5"),
            "averageRatioBasis",
            "no rung below 25");
    DeployedState bare = RecordCopy.with(Deployed.state(), "policies", List.of());
    assertThat(findings(plan, Deployed.config(), bare))
        .extracting(CheckFinding::id, CheckFinding::field, CheckFinding::actual)
        .containsExactly(
            tuple("withheld", "scaling_target_value", "withheld: no rung above 37.5"),
            tuple("withheld", "scale_in_threshold", "withheld: no rung below 25"));
    assertThat(findings(plan, Deployed.config(), Deployed.state()))
        .extracting(CheckFinding::id)
        .containsExactly("withheld", "withheld", "competing_policy", "competing_policy");
  }

  @Test
  void aPlanWithAStopIsNotOneToDeploy() {
    PlanArtifact plan =
        RecordCopy.with(
            RecordCopy.with(Deployed.plan(), "feasible", false),
            "findings",
            List.of(
                new Finding("surge_survival", Level.STOP, "99.5 % shed", "a lower target"),
                new Finding("quota", Level.WARN, "", "")));
    assertThat(findings(plan, Deployed.config(), Deployed.state()))
        .extracting(CheckFinding::field, CheckFinding::actual)
        .containsExactly(tuple("feasible", "surge_survival"));
  }

  @Test
  void aPlanFromTheSandboxIsForTheSandboxAlone() {
    PlanArtifact plan = ofOrigin(Provenance.Origin.SANDBOX);
    assertThat(findings(plan, Deployed.config(), Deployed.state()))
        .extracting(CheckFinding::id, CheckFinding::field)
        .containsExactly(tuple("plan", "origin"));
    DeployedState sandbox =
        Deployed.endpoint(Deployed.state(), "tags", Map.of("rundle:origin", "sandbox"));
    assertThat(findings(plan, Deployed.config(), sandbox)).isEmpty();
  }

  @Test
  void aPlanOfImportedFiguresSaysSo() {
    CheckReport report =
        Validate.compare(ofOrigin(Provenance.Origin.IMPORTED), Deployed.config(), Deployed.state());
    assertThat(report.clean()).isTrue();
    assertThat(report.of(Severity.INFO))
        .singleElement()
        .extracting("actual")
        .isEqualTo("imported from another tool");
  }

  @Test
  void aPlanOfAnotherModelIsNamed() {
    PlanArtifact plan = RecordCopy.with(Deployed.plan(), "model", "another");
    assertThat(findings(plan, Deployed.config(), Deployed.state()))
        .extracting(CheckFinding::field, CheckFinding::expected, CheckFinding::actual)
        .containsExactly(tuple("rundle.yaml: model", "another", "kokoro-82m"));
  }

  @Test
  void aHandEditedConfigurationIsNamedValueByValue() {
    ModelConfig config = Deployed.config();
    config = RecordCopy.with(config, "scalingTargetValue", OptionalDouble.of(45));
    config = RecordCopy.with(config, "scaleInThreshold", OptionalDouble.empty());
    config = RecordCopy.with(config, "maxInstances", 12);
    config = RecordCopy.with(config, "slo", Duration.ofSeconds(4));
    config = RecordCopy.with(config, "surgeRatio", 1.3);
    config = RecordCopy.with(config, "scaleInCooldown", Duration.ofSeconds(300));
    assertThat(findings(Deployed.plan(), config, Deployed.state()))
        .extracting(CheckFinding::field)
        .containsExactly(
            "rundle.yaml: slo_ms",
            "rundle.yaml: surge_ratio",
            "rundle.yaml: max_instances",
            "rundle.yaml: scaling_target_value",
            "rundle.yaml: scale_in_threshold",
            "rundle.yaml: scale_in_cooldown_s");
  }

  @Test
  void theConfigurationFilesThreeDecimalsAreThePlansValue() {
    double exact = 37.5 / 1.13;
    PlanArtifact plan = policy(Deployed.plan(), "scalingTargetValue", OptionalDouble.of(exact));
    ModelConfig config =
        RecordCopy.with(Deployed.config(), "scalingTargetValue", OptionalDouble.of(33.186));
    DeployedState state = Deployed.policy(Deployed.state(), "scale-out", "targetValue", 33.186);
    state = Deployed.alarm(state, PREFIX + "over-target", "threshold", 33.186);
    String high = "TargetTracking-" + Deployed.RESOURCE + "-AlarmHigh-" + PREFIX + "scale-out";
    state = Deployed.alarm(state, high, "threshold", 33.186);
    assertThat(findings(plan, config, state)).isEmpty();
  }

  @Test
  void theFirstChunkAlarmAtTheUncontendedP95IsToleratedAndExplained() {
    DeployedState state =
        Deployed.alarm(Deployed.state(), PREFIX + "first-chunk-p95", "threshold", 65_000.0);
    CheckReport report = Validate.compare(Deployed.plan(), Deployed.config(), state);
    assertThat(report.clean()).isTrue();
    assertThat(report.of(Severity.INFO))
        .singleElement()
        .extracting("expected", "actual")
        .containsExactly("2150 ms", "65 ms");
  }

  @Test
  void aMissingEndpointIsOneFinding() {
    DeployedState state = RecordCopy.with(Deployed.state(), "endpoint", Optional.empty());
    assertThat(findings(Deployed.plan(), Deployed.config(), state))
        .extracting(CheckFinding::id)
        .containsExactly("endpoint");
  }

  private static PlanArtifact ofOrigin(Provenance.Origin origin) {
    PlanArtifact plan = Deployed.plan();
    return RecordCopy.with(
        plan, "provenance", RecordCopy.with(plan.provenance(), "origin", origin));
  }

  private static PlanArtifact policy(PlanArtifact plan, String component, Object value) {
    return RecordCopy.with(plan, "policy", RecordCopy.with(plan.policy(), component, value));
  }

  private static List<CheckFinding> findings(
      PlanArtifact plan, ModelConfig config, DeployedState state) {
    return Validate.compare(plan, config, state).of(Severity.FINDING);
  }
}

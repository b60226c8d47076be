package dev.rundle.planner.check;

import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.planner.RecordCopy;
import dev.rundle.planner.plan.Demand;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.planner.plan.Sizing;
import dev.rundle.planner.policy.Deployment;
import dev.rundle.planner.policy.FakeScaling;
import dev.rundle.planner.policy.PolicyDesign;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** The worked example's values as plan, as configuration, and as deployed without any drift. */
final class Deployed {
  static final String ENDPOINT = "speech";
  static final String VARIANT = "AllTraffic";
  static final String RESOURCE = "endpoint/speech/variant/AllTraffic";
  static final String PREFIX = "speech-AllTraffic-";

  private static final Instant AT = Instant.parse("2026-08-04T14:42:58Z");
  private static final Map<String, String> ENVIRONMENT =
      Map.of("MODEL", "kokoro", "MAX_QUEUE_DEPTH", "50");

  private Deployed() {}

  static ModelConfig config() {
    return new ModelConfig(
        "kokoro-82m",
        ENDPOINT,
        VARIANT,
        2,
        9,
        Duration.ofSeconds(3),
        1.25,
        OptionalDouble.of(37.5),
        OptionalDouble.of(25),
        Duration.ofSeconds(30),
        Duration.ofSeconds(960),
        OptionalInt.of(50),
        new ModelConfig.Workload(
            "application/json",
            "application/octet-stream",
            "{\"text\":\"${text}\"}",
            ModelConfig.AudioFormat.PCM_24K));
  }

  static PlanArtifact plan() {
    var provenance =
        new Provenance(
            Provenance.Origin.MEASURED, "7f3a", AT, ENDPOINT, VARIANT, "us-east-1", "0.1.0", "");
    return new PlanArtifact(
        PlanArtifact.SCHEMA,
        "kokoro-82m",
        ENDPOINT,
        VARIANT,
        Fingerprint.of("ml.g5.xlarge", "8b1b96bc4dc0", ENVIRONMENT),
        "response-stream",
        true,
        new PlanArtifact.Chosen(
            3_000, 1.25, Optional.of(Demand.requestsPerSecond(100, 10)), 2, Sizing.MEASURED),
        new PlanArtifact.Thresholds(
            50, false, 0.25, 37.5, 25, OptionalInt.of(3), OptionalInt.empty(), 0.98, 0.9),
        new PlanArtifact.Timing(
            0.0613, 0.0661, 2.934, 260.248, 60, 320.248, OptionalDouble.of(180.8), false),
        new PlanArtifact.Policy(
            OptionalDouble.of(37.5),
            OptionalDouble.of(25),
            OptionalDouble.of(1),
            OptionalDouble.of(1),
            "measured at 20 and 40",
            "measured at 20 and 40",
            50,
            30,
            960,
            65,
            2_150),
        new PlanArtifact.Fleet(17.9, 2, 9, OptionalInt.of(6), OptionalInt.of(1)),
        new PlanArtifact.Cost(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
        List.of(),
        provenance,
        provenance,
        provenance);
  }

  /** What the plan's deployment leaves, with data in every alarm. */
  static DeployedState state() {
    var scaling = new FakeScaling();
    new Deployment(scaling).deploy(PolicyDesign.of(plan()).orElseThrow());
    return new DeployedState(
        AT,
        Optional.of(endpoint()),
        scaling.findTarget(RESOURCE),
        scaling.listPolicies(RESOURCE),
        scaling.allAlarms().stream().map(a -> RecordCopy.with(a, "state", "OK")).toList(),
        List.of(),
        List.of(),
        List.of(
            "ConcurrentRequestsPerModel",
            "FirstChunkLatency",
            "Invocation5XXErrors",
            "Invocations",
            "ModelLatency"),
        OptionalInt.of(20),
        List.of(ENDPOINT));
  }

  static EndpointState endpoint() {
    return new EndpointState(
        ENDPOINT,
        "arn:aws:sagemaker:us-east-1:123456789012:endpoint/speech",
        "InService",
        "speech-config",
        List.of(
            new EndpointState.Variant(
                VARIANT,
                2,
                2,
                "ml.g5.xlarge",
                "speech-model",
                "registry/speech@sha256:8b1b96bc4dc0",
                Optional.of("8b1b96bc4dc0"),
                ENVIRONMENT,
                Optional.empty())),
        Map.of("team", "speech"));
  }

  static DriftContext context() {
    return DriftContext.of(config()).withFirstChunkAlarmMillis(OptionalDouble.of(2_150));
  }

  static DeployedState target(DeployedState s, UnaryOperator<ScalableTarget> change) {
    return RecordCopy.with(s, "target", s.target().map(change));
  }

  static DeployedState policy(DeployedState s, String name, String component, Object value) {
    return RecordCopy.with(
        s,
        "policies",
        Changed.one(
            s.policies(),
            p -> p.name().equals(PREFIX + name),
            p ->
                p.<ScalingPolicy>fold(
                    t -> RecordCopy.with(t, component, value),
                    x -> RecordCopy.with(x, component, value))));
  }

  static DeployedState alarm(DeployedState s, String name, String component, Object value) {
    return RecordCopy.with(
        s,
        "alarms",
        Changed.one(
            s.alarms(),
            a -> a.name().equals(name),
            (Alarm a) -> RecordCopy.with(a, component, value)));
  }

  static DeployedState endpoint(DeployedState s, String component, Object value) {
    return RecordCopy.with(
        s, "endpoint", s.endpoint().map(e -> RecordCopy.with(e, component, value)));
  }

  static DeployedState variant(DeployedState s, String component, Object value) {
    return endpoint(
        s,
        "variants",
        List.of(RecordCopy.with(s.endpoint().orElseThrow().variants().get(0), component, value)));
  }
}

package dev.rundle.sagemaker.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.control.CapacityChangeRejected.Reason;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The control plane's ports, over the wire. */
class ControlOnSandboxTest {
  private static final String ENDPOINT = "tts-prod";
  private static final String VARIANT = "AllTraffic";
  private static final String RESOURCE = ScalableTarget.resourceId(ENDPOINT, VARIANT);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Sandbox sandbox;
  private AwsPorts ports;
  private EndpointControl endpoints;
  private ScalingControl scaling;

  @BeforeEach
  void start() {
    var settings = SandboxSettings.builder().endpointQuota("ml.g5.xlarge", 30);
    var profile = ServiceProfile.kokoro().withEnvironment(Map.of("WORKERS", "1"));
    settings.endpoint(EndpointSettings.single(ENDPOINT, VARIANT, 2, profile));
    IntStream.range(0, 24)
        .forEach(
            i -> settings.endpoint(EndpointSettings.single("other-" + i, VARIANT, 1, profile)));
    sandbox = Sandbox.start(settings.build());
    ports = AwsPorts.open(AwsTarget.of("us-east-1", null, sandbox.url().toString()));
    endpoints = ports.endpoints();
    scaling = ports.scaling();
  }

  @AfterEach
  void stop() {
    ports.close();
    sandbox.close();
  }

  private static ScalingPolicy.TargetTracking tracking(String resourceId) {
    return new ScalingPolicy.TargetTracking(
        "out",
        resourceId,
        37.5,
        Optional.of("SageMakerVariantConcurrentRequestsPerModelHighResolution"),
        Optional.empty(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(960),
        true,
        List.of());
  }

  private static ScalingPolicy.StepScaling stepIn() {
    return new ScalingPolicy.StepScaling(
        "in",
        RESOURCE,
        "ChangeInCapacity",
        "Average",
        Duration.ofSeconds(960),
        List.of(new ScalingPolicy.StepAdjustment(Optional.empty(), Optional.of(0.0), -1)),
        List.of());
  }

  private static Alarm alarm(String name, String statistic, List<String> actions) {
    return new Alarm(
        name,
        "AWS/SageMaker",
        "ConcurrentRequestsPerModel",
        Map.of("EndpointName", ENDPOINT, "VariantName", VARIANT),
        statistic,
        MINUTE,
        3,
        3,
        25.0,
        "LessThanOrEqualToThreshold",
        "missing",
        "INSUFFICIENT_DATA",
        actions);
  }

  @Test
  void anEndpointIsReadWithItsModelAndTags() {
    EndpointState found = endpoints.findEndpoint(ENDPOINT).orElseThrow();
    assertThat(found.status()).isEqualTo("InService");
    assertThat(found.arn()).endsWith(":endpoint/" + ENDPOINT);
    assertThat(found.tags()).containsEntry("rundle:origin", "sandbox");
    EndpointState.Variant variant = found.findVariant(VARIANT).orElseThrow();
    assertThat(variant.currentInstanceCount()).isEqualTo(2);
    assertThat(variant.desiredInstanceCount()).isEqualTo(2);
    assertThat(variant.instanceType()).isEqualTo("ml.g5.xlarge");
    assertThat(variant.image()).contains("kokoro-82m");
    assertThat(variant.imageDigest()).contains(ServiceProfile.kokoro().imageDigest());
    assertThat(variant.environment()).containsExactly(Map.entry("WORKERS", "1"));
    assertThat(variant.routingStrategy()).contains("LEAST_OUTSTANDING_REQUESTS");
  }

  @Test
  void whatDoesNotExistIsEmpty() {
    assertThat(endpoints.findEndpoint("none")).isEmpty();
    assertThat(endpoints.findEndpointStatus("none")).isEmpty();
    assertThat(scaling.findTarget(RESOURCE)).isEmpty();
    assertThat(scaling.listPolicies(RESOURCE)).isEmpty();
    assertThat(scaling.listAlarms(List.of("none"))).isEmpty();
    assertThat(ports.logs().listStreams("/none")).isEmpty();
    assertThat(ports.quotas().findEndpointUsageQuota("ml.none.large")).isEmpty();
  }

  @Test
  void anotherRegionDoesNotHaveIt() {
    try (var elsewhere = AwsPorts.open(AwsTarget.of("eu-west-1", null, sandbox.url().toString()))) {
      assertThat(elsewhere.endpoints().findEndpoint(ENDPOINT)).isEmpty();
    }
  }

  @Test
  void listsGoOverAllPages() {
    assertThat(endpoints.listEndpoints()).hasSize(25).contains(ENDPOINT, "other-0", "other-23");
    IntStream.range(0, 24)
        .mapToObj(i -> ScalableTarget.resourceId("other-" + i, VARIANT))
        .forEach(
            id -> {
              scaling.registerTarget(id, 1, 2);
              scaling.putPolicy(tracking(id));
            });
    assertThat(scaling.listTargets()).hasSize(24);
    assertThat(scaling.listAllPolicies()).hasSize(24);
  }

  @Test
  void aSecondChangeOfCapacityIsRejectedWhileTheFirstGoesOn() {
    endpoints.setDesiredInstanceCount(ENDPOINT, VARIANT, 3);
    EndpointState updating = endpoints.findEndpointStatus(ENDPOINT).orElseThrow();
    assertThat(updating.status()).isEqualTo("Updating");
    assertThat(updating.findVariant(VARIANT).orElseThrow().currentInstanceCount()).isEqualTo(2);
    assertThat(updating.findVariant(VARIANT).orElseThrow().desiredInstanceCount()).isEqualTo(3);
    assertThatThrownBy(() -> endpoints.setDesiredInstanceCount(ENDPOINT, VARIANT, 4))
        .asInstanceOf(type(CapacityChangeRejected.class))
        .satisfies(
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.UPDATE_IN_PROGRESS);
              assertThat(e.getMessage())
                  .startsWith("ValidationException: ")
                  .contains("in-progress");
            });
  }

  @Test
  void theQuotaAndNonsenseAreToldApart() {
    assertThatThrownBy(() -> endpoints.setDesiredInstanceCount(ENDPOINT, VARIANT, 9))
        .asInstanceOf(type(CapacityChangeRejected.class))
        .returns(Reason.QUOTA, CapacityChangeRejected::reason);
    assertThatThrownBy(() -> endpoints.setDesiredInstanceCount(ENDPOINT, "none", 2))
        .asInstanceOf(type(CapacityChangeRejected.class))
        .returns(Reason.OTHER, CapacityChangeRejected::reason);
  }

  @Test
  void tagsComeAndGo() {
    String arn = endpoints.findEndpointStatus(ENDPOINT).orElseThrow().arn();
    endpoints.addTags(arn, Map.of("rundle:freeze", "run 7f3a", "team", "speech"));
    assertThat(endpoints.findEndpoint(ENDPOINT).orElseThrow().tags())
        .containsEntry("rundle:freeze", "run 7f3a")
        .containsEntry("team", "speech");
    endpoints.removeTags(arn, List.of("rundle:freeze"));
    assertThat(endpoints.findEndpoint(ENDPOINT).orElseThrow().tags())
        .doesNotContainKey("rundle:freeze")
        .containsEntry("team", "speech");
  }

  @Test
  void suspensionsAndBoundsDoNotTouchEachOther() {
    scaling.registerTarget(RESOURCE, 1, 4);
    var outOnly = new SuspendedState(false, true, false);
    scaling.setSuspended(RESOURCE, outOnly);
    assertThat(scaling.findTarget(RESOURCE)).contains(new ScalableTarget(RESOURCE, 1, 4, outOnly));
    scaling.registerTarget(RESOURCE, 2, 5);
    assertThat(scaling.findTarget(RESOURCE)).contains(new ScalableTarget(RESOURCE, 2, 5, outOnly));
    scaling.setSuspended(RESOURCE, SuspendedState.ALL);
    scaling.setSuspended(RESOURCE, SuspendedState.NONE);
    assertThat(scaling.findTarget(RESOURCE))
        .contains(new ScalableTarget(RESOURCE, 2, 5, SuspendedState.NONE));
    scaling.deregisterTarget(RESOURCE);
    scaling.deregisterTarget(RESOURCE);
    assertThat(scaling.findTarget(RESOURCE)).isEmpty();
  }

  @Test
  void policiesAndAlarmsReadBackAsTheyWerePut() {
    scaling.registerTarget(RESOURCE, 1, 4);
    assertThat(scaling.putPolicy(tracking(RESOURCE))).startsWith("arn:");
    String stepArn = scaling.putPolicy(stepIn());
    Alarm low = alarm("low", "Average", List.of(stepArn));
    Alarm slow = alarm("slow", "p95", List.of());
    scaling.putAlarm(low);
    scaling.putAlarm(slow);

    assertThat(scaling.listAlarms(List.of("low", "slow")))
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("state")
        .containsExactlyInAnyOrder(low, slow);
    List<ScalingPolicy> policies = scaling.listPolicies(RESOURCE);
    assertThat(policies).hasSize(2);
    ScalingPolicy out =
        policies.stream().filter(p -> p.name().equals("out")).findFirst().orElseThrow();
    ScalingPolicy in =
        policies.stream().filter(p -> p.name().equals("in")).findFirst().orElseThrow();
    assertThat(out)
        .usingRecursiveComparison()
        .ignoringFields("alarmNames")
        .isEqualTo(tracking(RESOURCE));
    assertThat(in).usingRecursiveComparison().ignoringFields("alarmNames").isEqualTo(stepIn());
    assertThat(out.alarmNames()).anyMatch(n -> n.contains("AlarmHigh"));
    assertThat(scaling.listAlarmsOfVariant(ENDPOINT, VARIANT))
        .extracting(Alarm::name)
        .contains("low", "slow")
        .containsAll(out.alarmNames());
    assertThat(scaling.listAlarmsOfVariant("other-0", VARIANT)).isEmpty();

    scaling.deleteAlarms(List.of("low", "slow"));
    scaling.deletePolicy(RESOURCE, "in");
    scaling.deletePolicy(RESOURCE, "in");
    scaling.deletePolicy(RESOURCE, "out");
    assertThat(scaling.listPolicies(RESOURCE)).isEmpty();
    assertThat(scaling.listAlarmsOfVariant(ENDPOINT, VARIANT)).isEmpty();
  }

  @Test
  void logsOfAnInstanceAreReadOldestFirst() {
    String group = "/aws/sagemaker/Endpoints/" + ENDPOINT;
    var streams = ports.logs().listStreams(group);
    assertThat(streams).hasSize(2).allMatch(s -> s.name().startsWith(VARIANT + "/i-"));
    var first = streams.get(0);
    var all = ports.logs().fetchEvents(group, first.name(), first.firstEventAt());
    assertThat(all).isNotEmpty().isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
    assertThat(all.get(0).at()).isEqualTo(first.firstEventAt());
    assertThat(all).anyMatch(e -> e.message().startsWith("=== STAGE ready "));
    var last = all.get(all.size() - 1);
    assertThat(ports.logs().fetchEvents(group, first.name(), last.at()))
        .isNotEmpty()
        .allMatch(e -> !e.at().isBefore(last.at()));
    assertThat(ports.logs().fetchEvents(group, "none", first.firstEventAt())).isEmpty();
  }

  @Test
  void theQuotaIsFoundByItsName() {
    assertThat(ports.quotas().findEndpointUsageQuota("ml.g5.xlarge")).hasValue(30);
  }

  @Test
  void theCallerIsKnown() {
    assertThat(ports.caller().fetch().account()).isEqualTo("000000000000");
  }

  @Test
  void theDeployedStateIsAllOfIt() {
    scaling.registerTarget(RESOURCE, 1, 4);
    scaling.putPolicy(tracking(RESOURCE));
    String neighbour = ScalableTarget.resourceId("other-3", VARIANT);
    scaling.registerTarget(neighbour, 1, 2);
    scaling.putPolicy(tracking(neighbour));
    var reading = ports.deployedState().read(ENDPOINT, VARIANT);
    assertThat(reading.notRead()).isEmpty();
    DeployedState state = reading.state();
    assertThat(state.endpoint().orElseThrow().name()).isEqualTo(ENDPOINT);
    assertThat(state.target()).contains(new ScalableTarget(RESOURCE, 1, 4, SuspendedState.NONE));
    assertThat(state.policies()).extracting(ScalingPolicy::resourceId).containsExactly(RESOURCE);
    assertThat(state.alarms())
        .extracting(Alarm::name)
        .containsExactlyInAnyOrderElementsOf(state.policies().get(0).alarmNames());
    assertThat(state.targetsElsewhere())
        .extracting(ScalableTarget::resourceId)
        .containsExactly(neighbour);
    assertThat(state.policiesElsewhere())
        .extracting(ScalingPolicy::resourceId)
        .containsExactly(neighbour);
    assertThat(state.endpointUsageQuota()).hasValue(30);
    assertThat(state.endpointNames()).hasSize(25);
  }
}

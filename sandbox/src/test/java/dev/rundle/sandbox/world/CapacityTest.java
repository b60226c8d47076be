package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.scaleout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final String GROUP = "/aws/sagemaker/Endpoints/tts";

  private final ManualTime time = new ManualTime(START);

  private World world(double speed, int quota) {
    return World.create(
        SandboxSettings.builder()
            .speed(speed)
            .endpointQuota("ml.g5.xlarge", quota)
            .endpoint(EndpointSettings.single("tts", "AllTraffic", 1, ServiceProfile.kokoro()))
            .build(),
        time.worldTime());
  }

  private static void ask(World world, int count) {
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", count)));
  }

  private static EndpointDescription.Variant variant(World world) {
    return world.endpoints().describe("tts").variants().get(0);
  }

  private static EndpointDescription.Status status(World world) {
    return world.endpoints().describe("tts").status();
  }

  @Test
  void anIncreaseIsUpdatingUntilTheInstanceIsInServiceAfter212Point807Seconds() {
    var world = world(1, 8);
    ask(world, 2);
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.UPDATING);
    assertThat(variant(world).desiredInstanceCount()).isEqualTo(2);
    time.advance(Duration.ofMillis(212_806));
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.UPDATING);
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.IN_SERVICE);
    assertThat(variant(world).currentInstanceCount()).isEqualTo(2);
  }

  @Test
  void speedDividesEveryStage() {
    var world = world(20, 8);
    ask(world, 2);
    StagePlan plan = world.endpoints().stagePlan("tts", "AllTraffic");
    assertThat(plan.of(Stage.INSTANCE_LOGGING)).isEqualTo(Duration.ofNanos(9_041_750_000L));
    assertThat(plan.total()).isBetween(Duration.ofMillis(10_640), Duration.ofMillis(10_641));
    time.advance(plan.total());
    assertThat(variant(world).currentInstanceCount()).isEqualTo(2);
  }

  @Test
  void theNewInstanceLogsItsStagesWithTimesThatAgree() {
    var world = world(1, 8);
    List<String> before =
        world.logs().describeStreams(GROUP, Optional.empty()).stream()
            .map(LogStream::name)
            .toList();
    ask(world, 2);
    time.advance(Duration.ofMinutes(10));
    LogStream stream =
        world.logs().describeStreams(GROUP, Optional.of("AllTraffic/")).stream()
            .filter(each -> !before.contains(each.name()))
            .findFirst()
            .orElseThrow();
    assertThat(stream.name()).matches("AllTraffic/i-0[0-9a-f]{16}");
    assertThat(stream.firstEventAt()).isEqualTo("2026-08-04T14:03:00.835Z");
    assertThat(
            world.logs().events(GROUP, stream.name(), Optional.empty(), Optional.empty()).stream()
                .skip(1)
                .map(LogEvent::message))
        .containsExactly(
            "=== STAGE container_started t=2026-08-04T14:03:04.559Z elapsed_s=0.000 ===",
            "=== STAGE framework_init t=2026-08-04T14:03:04.573Z elapsed_s=0.014 ===",
            "=== STAGE weights_fetched t=2026-08-04T14:03:08.573Z elapsed_s=4.014 ===",
            "=== STAGE weights_ready t=2026-08-04T14:03:11.048Z elapsed_s=6.489 ===",
            "=== STAGE warmup_done t=2026-08-04T14:03:12.094Z elapsed_s=7.535 ===",
            "=== STAGE ready t=2026-08-04T14:03:12.094Z elapsed_s=7.535 ===");
  }

  @Test
  void theOldInstancesLogTellsOfAStartLongAgo() {
    var world = world(1, 8);
    LogStream stream = world.logs().describeStreams(GROUP, Optional.empty()).get(0);
    assertThat(stream.firstEventAt()).isBefore(START.minus(Duration.ofHours(1)));
  }

  @Test
  void anEndpointThatIsUpdatingRefusesAnotherChange() {
    var world = world(1, 8);
    ask(world, 2);
    assertThatThrownBy(() -> ask(world, 3))
        .isInstanceOfSatisfying(
            WorldError.class, error -> assertThat(error.code()).isEqualTo("ValidationException"))
        .hasMessage(
            "Cannot update in-progress endpoint"
                + " \"arn:aws:sagemaker:us-east-1:000000000000:endpoint/tts\".");
    assertThat(variant(world).desiredInstanceCount()).isEqualTo(2);
  }

  @Test
  void beyondTheQuotaIsResourceLimitExceededAndChangesNothing() {
    var world = world(1, 4);
    assertThatThrownBy(() -> ask(world, 5))
        .isInstanceOfSatisfying(
            WorldError.class, error -> assertThat(error.code()).isEqualTo("ResourceLimitExceeded"))
        .hasMessageStartingWith(
            "The account-level service limit 'ml.g5.xlarge for endpoint usage' is 4 Instances,"
                + " with current utilization of 1 Instances and a request delta of 4 Instances.");
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.IN_SERVICE);
    assertThat(variant(world).desiredInstanceCount()).isEqualTo(1);
    world.quotas().set("ml.g5.xlarge", 5);
    ask(world, 5);
    assertThat(variant(world).desiredInstanceCount()).isEqualTo(5);
  }

  @Test
  void withoutCapacityTheChangeIsGivenUpAtTheOldCount() {
    var world = world(10, 8);
    world
        .endpoints()
        .failScaleOut(
            "tts", "AllTraffic", new ScaleOutFailure.NoCapacity(Duration.ofMinutes(10)), 1);
    ask(world, 3);
    time.advance(Duration.ofSeconds(59));
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.UPDATING);
    time.advance(Duration.ofSeconds(1));
    EndpointDescription after = world.endpoints().describe("tts");
    assertThat(after.status()).isEqualTo(EndpointDescription.Status.IN_SERVICE);
    assertThat(after.failureReason().orElseThrow()).contains("InsufficientInstanceCapacity");
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    assertThat(variant(world).desiredInstanceCount()).isEqualTo(1);
    assertThat(world.endpoints().instances("tts")).hasSize(1);
    ask(world, 2);
    time.advance(Duration.ofMinutes(1));
    assertThat(variant(world).currentInstanceCount()).isEqualTo(2);
  }

  @Test
  void anArmedQuotaFailureRefusesOneCall() {
    var world = world(1, 8);
    world.endpoints().failScaleOut("tts", "AllTraffic", new ScaleOutFailure.QuotaExceeded(), 1);
    assertThatThrownBy(() -> ask(world, 2)).hasMessageContaining("ml.g5.xlarge for endpoint usage");
    ask(world, 2);
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.UPDATING);
  }

  @Test
  void aSlowStartTakesThreeTimesAsLong() {
    var world = world(1, 8);
    world.endpoints().failScaleOut("tts", "AllTraffic", new ScaleOutFailure.SlowStart(3), 1);
    ask(world, 2);
    time.advance(Duration.ofMillis(638_420));
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    assertThat(variant(world).currentInstanceCount()).isEqualTo(2);
  }

  @Test
  void aReplacedInstanceChangesTheIdentityAndNotTheCount() {
    var world = world(1, 8);
    String old = world.endpoints().instances("tts").get(0).id();
    String successor = world.endpoints().replaceInstance("tts", "AllTraffic");
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    time.advance(Duration.ofMinutes(5));
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.IN_SERVICE);
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    assertThat(world.endpoints().instances("tts"))
        .extracting(InstanceDescription::id)
        .containsExactly(successor)
        .doesNotContain(old);
    assertThat(world.logs().describeStreams(GROUP, Optional.of("AllTraffic/" + successor)))
        .hasSize(1);
  }

  @Test
  void aDecreaseTakesTheYoungestAndServesWhatItHas() {
    var world = world(1, 8);
    ask(world, 2);
    time.advance(Duration.ofMinutes(4));
    List<String> ids =
        world.endpoints().instances("tts").stream().map(InstanceDescription::id).toList();
    var clients = new VirtualClients(world, time).start(20);
    clients.stop();
    ask(world, 1);
    assertThat(variant(world).currentInstanceCount()).isEqualTo(2);
    assertThat(world.endpoints().instances("tts"))
        .extracting(InstanceDescription::state)
        .containsExactly(InstanceDescription.State.IN_SERVICE, InstanceDescription.State.DRAINING);
    time.advance(Duration.ofSeconds(30));
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.IN_SERVICE);
    assertThat(variant(world).currentInstanceCount()).isEqualTo(1);
    assertThat(clients.samples()).hasSize(20);
    assertThat(world.endpoints().instances("tts"))
        .extracting(InstanceDescription::id)
        .containsExactly(ids.get(0));
  }

  @Test
  void countsBelowOneAndUnknownNamesAreRefused() {
    var world = world(1, 8);
    assertThatThrownBy(() -> ask(world, 0)).isInstanceOf(WorldError.class);
    assertThatThrownBy(
            () ->
                world
                    .endpoints()
                    .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("B", 2))))
        .isInstanceOf(WorldError.class);
    assertThatThrownBy(() -> world.endpoints().describe("nope"))
        .hasMessage(
            "Could not find endpoint"
                + " \"arn:aws:sagemaker:us-east-1:000000000000:endpoint/nope\".");
    assertThat(status(world)).isEqualTo(EndpointDescription.Status.IN_SERVICE);
  }

  @Test
  void descriptionsCarryWhatAFingerprintNeeds() {
    var world = world(1, 8);
    EndpointDescription.Variant variant = variant(world);
    assertThat(variant.instanceType()).isEqualTo("ml.g5.xlarge");
    assertThat(variant.resolvedImage())
        .matches("000000000000\\.dkr\\.ecr\\..*/kokoro-82m@sha256:[0-9a-f]{64}");
    String config = world.endpoints().describe("tts").configName();
    EndpointConfigDescription described = world.endpoints().describeConfig(config);
    assertThat(described.variants().get(0).routing()).isEqualTo(Routing.LEAST_OUTSTANDING_REQUESTS);
    ModelDescription model =
        world.endpoints().describeModel(described.variants().get(0).modelName());
    assertThat(model.environment()).isEmpty();
    world
        .endpoints()
        .changeProfile("tts", "AllTraffic", ServiceProfile.kokoro().withQueueBound(50));
    assertThat(world.endpoints().describeModel(model.name()).environment())
        .containsEntry("MAX_QUEUE_DEPTH", "50");
  }

  @Test
  void tagsComeAndGoAndTheOriginIsThereFromTheStart() {
    var world = world(1, 8);
    String arn = world.endpoints().describe("tts").arn();
    assertThat(world.endpoints().tags(arn))
        .containsOnly(java.util.Map.entry("rundle:origin", "sandbox"));
    world.endpoints().addTags(arn, java.util.Map.of("team", "speech"));
    world.endpoints().removeTags(arn, List.of("rundle:origin", "never-there"));
    assertThat(world.endpoints().tags(arn)).containsOnly(java.util.Map.entry("team", "speech"));
    assertThatThrownBy(() -> world.endpoints().tags(arn + "x")).isInstanceOf(WorldError.class);
  }
}

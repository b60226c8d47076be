package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final ManualTime time = new ManualTime(Instant.parse("2026-08-04T14:00:00Z"));

  private World world(ServiceProfile profile) {
    return World.create(
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single("tts", "AllTraffic", 1, profile))
            .build(),
        time.worldTime());
  }

  private static int inFlight(World world) {
    return world.endpoints().instances("tts").get(0).inFlight();
  }

  private static Refusal refusalOf(World world, String endpoint, Optional<String> variant) {
    var refusals = new ArrayList<Refusal>();
    world
        .invocations()
        .admit(
            endpoint,
            variant,
            100,
            new InvocationCallbacks() {
              @Override
              public void serve(ServicePlan plan) {}

              @Override
              public void refuse(Refusal refusal) {
                refusals.add(refusal);
              }
            });
    assertThat(refusals).hasSize(1);
    return refusals.get(0);
  }

  @Test
  void theFiftyFirstIsRefusedByAContainerWithABoundOfFifty() {
    var world = world(ServiceProfile.kokoro().withQueueBound(50));
    var clients = new VirtualClients(world, time).start(51);
    assertThat(clients.refusals()).hasSize(1);
    Refusal refusal = clients.refusals().get(0);
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.QUEUE_SATURATED);
    assertThat(refusal.error().code()).isEqualTo("ModelError");
    assertThat(refusal.error().httpStatus()).isEqualTo(424);
    assertThat(refusal.error().getMessage())
        .startsWith("Received server error (503) from AllTraffic with message");
    Refusal.ContainerAnswer answer = refusal.container().orElseThrow();
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body())
        .isEqualTo("{\"error\":\"queue_saturated\",\"queue_depth\":50,\"max_queue_depth\":50}");
    assertThat(answer.logStreamArn())
        .startsWith(
            "arn:aws:logs:us-east-1:000000000000:log-group:/aws/sagemaker/Endpoints/tts"
                + ":log-stream:AllTraffic/i-0");
  }

  @Test
  void aHundredRefusalsLeaveNothingBehind() {
    var world = world(ServiceProfile.kokoro().withQueueBound(2));
    var clients = new VirtualClients(world, time).start(102);
    assertThat(clients.refusals()).hasSize(100);
    clients.stop();
    time.advance(Duration.ofSeconds(1));
    assertThat(inFlight(world)).isZero();
    clients.sendOne();
    assertThat(clients.refusals()).hasSize(100);
  }

  @Test
  void aBoundOfZeroIsNone() {
    var world = world(ServiceProfile.kokoro().withQueueBound(0));
    assertThat(new VirtualClients(world, time).start(200).refusals()).isEmpty();
    assertThat(inFlight(world)).isEqualTo(200);
  }

  @Test
  void aQueuedClientThatGoesFreesItsPlaceAndARunningOneOnlyItsCount() {
    var world = world(ServiceProfile.kokoro());
    var clients = new VirtualClients(world, time);
    Invocation running = clients.hold();
    Invocation queued = clients.hold();
    clients.sendOne();
    queued.ended(Invocation.End.CLIENT_GONE);
    queued.ended(Invocation.End.CLIENT_GONE);
    running.ended(Invocation.End.CLIENT_GONE);
    assertThat(inFlight(world)).isEqualTo(1);
    time.advance(Duration.ofSeconds(1));
    // The first keeps its slot until its nominal end; the second is never served.
    assertThat(clients.startNanos()).containsExactly(0L, 55_900_000L);
  }

  @Test
  void unknownNamesAreValidationErrors() {
    var world = world(ServiceProfile.kokoro());
    Refusal endpoint = refusalOf(world, "nope", Optional.empty());
    assertThat(endpoint.error().code()).isEqualTo("ValidationError");
    assertThat(endpoint.error()).hasMessage("Endpoint nope of account 000000000000 not found.");
    Refusal variant = refusalOf(world, "tts", Optional.of("Canary"));
    assertThat(variant.kind()).isEqualTo(Refusal.Kind.VARIANT_NOT_FOUND);
    assertThat(variant.error().httpStatus()).isEqualTo(400);
  }

  @Test
  void trafficIsSplitByWeightUnlessAVariantIsNamed() {
    var kokoro = ServiceProfile.kokoro();
    var settings =
        SandboxSettings.builder()
            .endpoint(
                new EndpointSettings(
                    "tts",
                    List.of(
                        new EndpointSettings.Variant("main", 1, 3, kokoro),
                        new EndpointSettings.Variant("canary", 1, 1, kokoro)),
                    Map.of()))
            .build();
    var world = World.create(settings, time.worldTime());
    new VirtualClients(world, time).start(1_000);
    assertThat((double) inFlightOf(world, "canary")).isCloseTo(250, within(40.0));
    assertThat(inFlightOf(world, "main")).isEqualTo(1_000 - inFlightOf(world, "canary"));
  }

  private static int inFlightOf(World world, String variant) {
    return world.endpoints().instances("tts").stream()
        .filter(instance -> instance.variant().equals(variant))
        .mapToInt(InstanceDescription::inFlight)
        .sum();
  }

  @Test
  void answerFaultsReplaceTheResponseInTheServicesWords() {
    var world = world(ServiceProfile.kokoro());
    world.faults().addCount("tts", new Fault.ContainerError(429, "slow down"), 1);
    world.faults().addCount("tts", new Fault.ServiceUnavailable(), 1);
    world.faults().addCount("tts", new Fault.Throttled(), 1);
    world.faults().addCount("tts", new Fault.InternalFailure(), 1);
    Refusal container = refusalOf(world, "tts", Optional.empty());
    assertThat(container.error().code()).isEqualTo("ModelError");
    assertThat(container.container().orElseThrow().status()).isEqualTo(429);
    assertThat(container.container().orElseThrow().body()).isEqualTo("slow down");
    assertThat(container.error().getMessage()).startsWith("Received client error (429)");
    Refusal unavailable = refusalOf(world, "tts", Optional.empty());
    assertThat(unavailable.error().code()).isEqualTo("ServiceUnavailable");
    assertThat(unavailable.error().httpStatus()).isEqualTo(503);
    assertThat(unavailable.container()).isEmpty();
    Refusal throttled = refusalOf(world, "tts", Optional.empty());
    assertThat(throttled.error().code()).isEqualTo("ThrottlingException");
    assertThat(throttled.error().httpStatus()).isEqualTo(429);
    Refusal internal = refusalOf(world, "tts", Optional.empty());
    assertThat(internal.error().code()).isEqualTo("InternalFailure");
    assertThat(world.faults().list("tts")).isEmpty();
    assertThat(inFlight(world)).isZero();
  }

  @Test
  void streamFaultsTravelWithThePlanOfTheRequestsTheyHit() {
    var world = world(ServiceProfile.kokoro());
    var cut = new Fault.CutAfterParts(2);
    world.faults().addCount("tts", cut, 2);
    var clients = new VirtualClients(world, time).start(3);
    clients.stop();
    time.advance(Duration.ofSeconds(1));
    assertThat(clients.samples())
        .extracting(sample -> sample.plan().fault())
        .containsExactly(Optional.of(cut), Optional.of(cut), Optional.empty());
  }

  @Test
  void aSlowFirstByteShiftsTheResponseButNotTheSlot() {
    var world = world(ServiceProfile.kokoro());
    world.faults().addCount("tts", new Fault.SlowFirstByte(Duration.ofMillis(500)), 1);
    var clients = new VirtualClients(world, time);
    clients.sendOne();
    clients.sendOne();
    time.advance(Duration.ofSeconds(1));
    VirtualClients.Sample unhurt = clients.samples().get(0);
    VirtualClients.Sample slow = clients.samples().get(1);
    assertThat(unhurt.plan().startNanos()).isEqualTo(55_900_000);
    assertThat(slow.ttfabMillis()).isCloseTo(550.31, within(0.001));
    assertThat(slow.endNanos()).isEqualTo(555_900_000);
  }

  @Test
  void aShareOfAThirdHitsAThird() {
    var world = world(ServiceProfile.kokoro());
    FaultRule rule = world.faults().addShare("tts", new Fault.Throttled(), 0.333);
    var clients = new VirtualClients(world, time).start(3_000);
    assertThat((double) clients.refusals().size()).isCloseTo(1_000, within(80.0));
    assertThat(world.faults().list("tts")).containsExactly(rule);
    assertThat(world.faults().remove(rule.id())).isTrue();
    assertThat(world.faults().remove(rule.id())).isFalse();
    int before = clients.refusals().size();
    clients.start(100);
    assertThat(clients.refusals()).hasSize(before);
  }

  @Test
  void sharesAndCountsThatHitNothingAreRefused() {
    var faults = world(ServiceProfile.kokoro()).faults();
    var fault = new Fault.Throttled();
    for (double share : new double[] {0, -0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> faults.addShare("tts", fault, share))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> faults.addCount("tts", fault, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> faults.addShare("nope", fault, 1)).isInstanceOf(WorldError.class);
  }
}

package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogsAndQuotasTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");
  private static final String GROUP = "/aws/sagemaker/Endpoints/tts";

  private final ManualTime time = new ManualTime(START);
  private final World world =
      World.create(
          SandboxSettings.builder()
              .speed(20)
              .endpoint(EndpointSettings.single("tts", "AllTraffic", 1, ServiceProfile.kokoro()))
              .build(),
          time.worldTime());

  private List<LogEvent> filtered(String pattern, Instant from) {
    return world
        .logs()
        .filter(
            GROUP,
            List.of(),
            Optional.of("AllTraffic/"),
            Optional.of(from),
            Optional.empty(),
            Optional.of(pattern));
  }

  @Test
  void aStreamIsSeenThreeSecondsAfterItsFirstEventAtSpeedTwenty() {
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", 2)));
    // 180.835 s / 20 = 9.04175 s, stamped in milliseconds, and 60 s / 20 of lag.
    time.advance(Duration.ofMillis(12_040));
    assertThat(world.logs().describeStreams(GROUP, Optional.empty())).hasSize(1);
    time.advance(Duration.ofMillis(2));
    assertThat(world.logs().describeStreams(GROUP, Optional.empty())).hasSize(2);
  }

  @Test
  void filtersTakeTermsPhrasesAndExclusions() {
    world
        .endpoints()
        .updateWeightsAndCapacities("tts", List.of(CapacityChange.count("AllTraffic", 2)));
    time.advance(Duration.ofMinutes(1));
    assertThat(filtered("STAGE", START)).hasSize(6);
    assertThat(filtered("STAGE weights_ready", START)).hasSize(1);
    assertThat(filtered("\"weights_ready STAGE\"", START)).isEmpty();
    assertThat(filtered("\"STAGE weights_\"", START)).hasSize(2);
    assertThat(filtered("STAGE -weights_ready -ready", START)).hasSize(4);
    assertThat(filtered("?warmup_done ?framework_init", START)).hasSize(2);
    assertThat(filtered("STAGE", Instant.EPOCH)).hasSize(12);
    assertThatThrownBy(() -> filtered("{ $.level = 1 }", START))
        .isInstanceOfSatisfying(
            WorldError.class,
            error -> assertThat(error.code()).isEqualTo("InvalidParameterException"));
  }

  @Test
  void groupsAreFoundByPrefixAndMissingOnesSaidSo() {
    assertThat(world.logs().describeGroups(Optional.of("/aws/sagemaker/")))
        .extracting(LogGroup::name)
        .containsExactly(GROUP);
    assertThat(world.logs().describeGroups(Optional.of("/aws/lambda/"))).isEmpty();
    assertThatThrownBy(() -> world.logs().describeStreams(GROUP + "x", Optional.empty()))
        .hasMessage("The specified log group does not exist.");
    assertThatThrownBy(() -> world.logs().events(GROUP, "nope", Optional.empty(), Optional.empty()))
        .isInstanceOfSatisfying(
            WorldError.class,
            error -> assertThat(error.code()).isEqualTo("ResourceNotFoundException"))
        .hasMessage("The specified log stream does not exist.");
  }

  @Test
  void eventsAreCutToTheTimesAskedFor() {
    LogStream stream = world.logs().describeStreams(GROUP, Optional.empty()).get(0);
    List<LogEvent> all =
        world.logs().events(GROUP, stream.name(), Optional.empty(), Optional.empty());
    assertThat(all).hasSize(7).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
    assertThat(
            world
                .logs()
                .events(
                    GROUP,
                    stream.name(),
                    Optional.of(all.get(1).at()),
                    Optional.of(all.get(3).at())))
        .containsExactly(all.get(1), all.get(2));
  }

  @Test
  void theEndpointUsageQuotaIsFoundByItsCode() {
    Quota quota = world.quotas().list().get(0);
    assertThat(quota.name()).isEqualTo("ml.g5.xlarge for endpoint usage");
    assertThat(quota.value()).isEqualTo(8);
    assertThat(quota.code()).matches("L-[0-9A-F]{8}");
    assertThat(world.quotas().find(quota.code())).isEqualTo(quota);
    world.quotas().set("ml.g5.xlarge", 2);
    assertThat(world.quotas().find(quota.code()).value()).isEqualTo(2);
    assertThatThrownBy(() -> world.quotas().find("L-NONE"))
        .isInstanceOfSatisfying(
            WorldError.class,
            error -> assertThat(error.code()).isEqualTo("NoSuchResourceException"));
  }

  @Test
  void aWorldWithoutEndpointsIsAnEmptyRegion() {
    var empty =
        World.create(
            SandboxSettings.builder().region("eu-west-1").withoutEndpoints().build(),
            time.worldTime());
    assertThat(empty.endpoints().list()).isEmpty();
    assertThat(empty.logs().describeGroups(Optional.empty())).isEmpty();
    assertThat(empty.quotas().list()).isEmpty();
  }
}

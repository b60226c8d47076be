package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlarmTest {
  private static final Instant START = Instant.parse("2026-08-04T14:00:00Z");

  private final ManualTime time = new ManualTime(START);
  private final World world =
      World.create(
          SandboxSettings.builder()
              .endpoint(EndpointSettings.single("tts", "AllTraffic", 1, ServiceProfile.kokoro()))
              .build(),
          time.worldTime());

  private static AlarmDefinition alarm(
      String metric,
      int periods,
      int datapoints,
      AlarmDefinition.MissingData missing,
      Duration period) {
    return new AlarmDefinition(
        "busy",
        Optional.empty(),
        MetricId.ofVariant(MetricId.INVOCATIONS, metric, "tts", "AllTraffic"),
        "Maximum",
        Optional.empty(),
        period,
        periods,
        datapoints,
        10,
        AlarmDefinition.Comparison.GREATER,
        missing,
        true,
        List.of(),
        List.of(),
        List.of());
  }

  /** Oldest first as CloudWatch's documentation writes it: X breaching, 0 not, - missing. */
  private static List<OptionalDouble> datapoints(String picture) {
    var newestFirst = new ArrayList<OptionalDouble>();
    for (int i = picture.length() - 1; i >= 0; i--) {
      newestFirst.add(
          switch (picture.charAt(i)) {
            case 'X' -> OptionalDouble.of(11);
            case '0' -> OptionalDouble.of(1);
            default -> OptionalDouble.empty();
          });
    }
    return newestFirst;
  }

  @ParameterizedTest
  @CsvSource({
    // datapoints, missing, ignore, breaching, notBreaching; 3 of 3
    "00000, OK, OK, OK, OK",
    "XXXXX, ALARM, ALARM, ALARM, ALARM",
    "00XXX, ALARM, ALARM, ALARM, ALARM",
    "0X-XX, ALARM, ALARM, ALARM, ALARM",
    "0X0XX, OK, OK, OK, OK",
    "-----, INSUFFICIENT_DATA, same, ALARM, OK",
    "--X--, ALARM, same, ALARM, OK",
    "----X, same, same, ALARM, OK",
    "---XX, same, same, ALARM, OK",
    "--X-X, ALARM, same, ALARM, OK",
    "----0, OK, same, OK, OK",
    "0----, OK, same, OK, OK",
  })
  void threeOfThreeWithMissingData(
      String picture, String missing, String ignore, String breaching, String notBreaching) {
    assertThat(judged(picture, AlarmDefinition.MissingData.MISSING)).isEqualTo(missing);
    assertThat(judged(picture, AlarmDefinition.MissingData.IGNORE)).isEqualTo(ignore);
    assertThat(judged(picture, AlarmDefinition.MissingData.BREACHING)).isEqualTo(breaching);
    assertThat(judged(picture, AlarmDefinition.MissingData.NOT_BREACHING)).isEqualTo(notBreaching);
  }

  private static String judged(String picture, AlarmDefinition.MissingData missing) {
    var alarm = alarm("ModelLatency", 3, 3, missing, Duration.ofMinutes(1));
    return AlarmJudge.judge(alarm, datapoints(picture)).map(Enum::name).orElse("same");
  }

  @Test
  void twoOfThreeIsEnoughWhereTwoAreAskedFor() {
    var alarm =
        alarm("ModelLatency", 3, 2, AlarmDefinition.MissingData.MISSING, Duration.ofMinutes(1));
    assertThat(AlarmJudge.judge(alarm, datapoints("00X0X"))).contains(AlarmDescription.State.ALARM);
    assertThat(AlarmJudge.judge(alarm, datapoints("0000X"))).contains(AlarmDescription.State.OK);
  }

  @Test
  void threeTenSecondPeriodsAreSeenAfterThePublicationDelay() {
    var alarm =
        alarm(
            "ConcurrentRequestsPerModel",
            3,
            3,
            AlarmDefinition.MissingData.MISSING,
            Duration.ofSeconds(10));
    world.alarms().put(alarm);
    assertThat(state()).isEqualTo(AlarmDescription.State.INSUFFICIENT_DATA);
    time.advance(Duration.ofSeconds(120));
    assertThat(state()).isEqualTo(AlarmDescription.State.OK);
    new VirtualClients(world, time).start(20);
    // Breaching periods begin at 120, 130 and 140 s and are published 60 s after their ends.
    time.advance(Duration.ofMillis(89_999));
    assertThat(state()).isEqualTo(AlarmDescription.State.OK);
    time.advance(Duration.ofMillis(1));
    assertThat(state()).isEqualTo(AlarmDescription.State.ALARM);
    AlarmDescription described = described();
    assertThat(described.stateUpdatedAt()).isEqualTo(START.plusSeconds(210));
    assertThat(described.stateReason())
        .isEqualTo(
            "Threshold Crossed: 3 datapoints [20.0, 20.0, 20.0] were greater than the threshold"
                + " (10.0).");
  }

  @Test
  void anAlarmOnAMetricThatNobodyPublishesHasInsufficientData() {
    world
        .alarms()
        .put(alarm("NoSuch", 3, 3, AlarmDefinition.MissingData.MISSING, Duration.ofMinutes(1)));
    new VirtualClients(world, time).start(20);
    time.advance(Duration.ofMinutes(10));
    assertThat(state()).isEqualTo(AlarmDescription.State.INSUFFICIENT_DATA);
  }

  @Test
  void deletingAnUnknownAlarmDeletesNothing() {
    world
        .alarms()
        .put(alarm("NoSuch", 3, 3, AlarmDefinition.MissingData.MISSING, Duration.ofMinutes(1)));
    assertThatThrownBy(() -> world.alarms().delete(List.of("busy", "nope")))
        .isInstanceOfSatisfying(
            WorldError.class, error -> assertThat(error.code()).isEqualTo("ResourceNotFound"));
    assertThat(world.alarms().describe(List.of(), Optional.of("bu"), Optional.empty())).hasSize(1);
    world.alarms().delete(List.of("busy"));
    assertThat(world.alarms().describe(List.of(), Optional.empty(), Optional.empty())).isEmpty();
  }

  @Test
  void impossibleAlarmsAreRefused() {
    var missing = AlarmDefinition.MissingData.MISSING;
    for (AlarmDefinition impossible :
        List.of(
            alarm("M", 0, 0, missing, Duration.ofMinutes(1)),
            alarm("M", 3, 4, missing, Duration.ofMinutes(1)),
            alarm("M", 3, 0, missing, Duration.ofMinutes(1)),
            alarm("M", 3, 3, missing, Duration.ofSeconds(45)),
            alarm("M", 3, 3, missing, Duration.ZERO),
            alarm("M", 100_000, 3, missing, Duration.ofMinutes(1)))) {
      assertThatThrownBy(() -> world.alarms().put(impossible)).isInstanceOf(WorldError.class);
    }
  }

  private AlarmDescription described() {
    return world.alarms().describe(List.of("busy"), Optional.empty(), Optional.empty()).get(0);
  }

  private AlarmDescription.State state() {
    return described().state();
  }
}

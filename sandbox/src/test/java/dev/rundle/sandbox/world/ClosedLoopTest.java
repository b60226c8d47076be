package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SLO = Duration.ofMillis(3_000);

  private final ManualTime time = new ManualTime(Instant.parse("2026-08-04T14:00:00Z"));

  private VirtualClients afterTwoMinutes(int concurrency, ServiceProfile profile) {
    return afterTwoMinutes(concurrency, profile, 1, time.worldTime());
  }

  private VirtualClients afterTwoMinutes(
      int concurrency, ServiceProfile profile, int instances, WorldTime worldTime) {
    var settings =
        SandboxSettings.builder()
            .endpoint(EndpointSettings.single("tts", "AllTraffic", instances, profile))
            .build();
    var clients = new VirtualClients(World.create(settings, worldTime), time).start(concurrency);
    time.advance(MINUTE.multipliedBy(2));
    return clients;
  }

  @Test
  void aloneARequestGetsItsFirstByteAfterNineTenthsOfItsService() {
    var clients = afterTwoMinutes(1, ServiceProfile.kokoro());
    assertThat(VirtualClients.p95TtfabMillis(clients.sentInLast(MINUTE)))
        .isCloseTo(50.31, within(0.001));
  }

  @Test
  void fiftyThreeKeepTheSloAndFiftyFourBreakIt() {
    var clients = afterTwoMinutes(53, ServiceProfile.kokoro());
    assertThat(VirtualClients.p95TtfabMillis(clients.sentInLast(MINUTE)))
        .isCloseTo(2_957.11, within(0.001));

    clients.start(1);
    time.advance(MINUTE.multipliedBy(2));
    assertThat(VirtualClients.p95TtfabMillis(clients.sentInLast(MINUTE)))
        .isCloseTo(3_013.01, within(0.001));
  }

  @Test
  void oneSlotCompletes17Point889RequestsASecondAtAnyConcurrency() {
    for (int concurrency : new int[] {1, 5, 53, 60}) {
      var clients = afterTwoMinutes(concurrency, ServiceProfile.kokoro());
      assertThat(clients.endedInLast(MINUTE) / 60.0)
          .as("concurrency %d", concurrency)
          .isCloseTo(17.889, within(0.017));
    }
  }

  @Test
  void timersThatAreSevenMillisecondsLateCostNoThroughput() {
    var late = new LateScheduler(time, Duration.ofMillis(7));
    var worldTime = new WorldTime(time.clock(), time, late);
    var clients = afterTwoMinutes(20, ServiceProfile.kokoro(), 1, worldTime);
    assertThat(late.lateWakes).isPositive();
    long[] starts = clients.startNanos().toArray();
    assertThat(starts.length).isGreaterThan(2_000);
    for (int i = 1; i < starts.length; i++) {
      assertThat(starts[i] - starts[i - 1]).isEqualTo(55_900_000);
    }
  }

  @Test
  void twoInstancesShareTheLoadEvenlyWhenTheLeastLoadedIsChosen() {
    var clients = afterTwoMinutes(106, ServiceProfile.kokoro(), 2, time.worldTime());
    assertThat(VirtualClients.p95TtfabMillis(clients.sentInLast(MINUTE)))
        .isCloseTo(2_957.11, within(0.001));
    assertThat(clients.endedInLast(MINUTE) / 60.0).isCloseTo(2 * 17.889, within(0.034));
  }

  @Test
  void randomRoutingIsWorseThanTheLeastLoadedInstance() {
    var random = ServiceProfile.kokoro().withRouting(Routing.RANDOM);
    var clients = afterTwoMinutes(53, random, 2, time.worldTime());
    // Half of 53 each would be 26·55.9 + 50.3.
    assertThat(VirtualClients.p95TtfabMillis(clients.sentInLast(MINUTE))).isGreaterThan(1_600);
  }

  @Test
  void fourSlotsCompleteFourTimesAsMuch() {
    var clients = afterTwoMinutes(40, ServiceProfile.kokoro().withSlots(4));
    assertThat(clients.endedInLast(MINUTE) / 60.0).isCloseTo(4 * 17.889, within(0.07));
  }

  @Test
  void batchesOfFourAtTenPercentEachTakeThirtyPercentLonger() {
    var clients = afterTwoMinutes(40, ServiceProfile.kokoro().withBatching(new Batching(4, 0.1)));
    assertThat(clients.endedInLast(MINUTE) / 60.0).isCloseTo(4 * 17.889 / 1.3, within(0.07));
  }

  @Test
  void lognormalServiceKeepsItsMean() {
    var varying =
        ServiceProfile.kokoro()
            .withServiceTime(new ServiceTime.Lognormal(Duration.ofMillis(50), 0.2));
    var clients = afterTwoMinutes(10, varying);
    double perSecond = clients.samples().size() / 120.0;
    // 2,400 draws with cv 0.2: the mean's standard error is 0.4 %.
    assertThat(perSecond).isCloseTo(20.0, within(0.3));
  }

  @Test
  void theTrueQMaxIsKnownForOneSlotOfConstantServiceOnly() {
    var kokoro = ServiceProfile.kokoro();
    assertThat(kokoro.trueQMax(SLO)).hasValue(53);
    assertThat(kokoro.trueQMax(Duration.ofMillis(50))).hasValue(0);
    assertThat(kokoro.trueQMax(Duration.ofMillis(51))).hasValue(1);
    assertThat(kokoro.withQueueBound(40).trueQMax(SLO)).hasValue(40);
    assertThat(kokoro.withSlots(2).trueQMax(SLO)).isEqualTo(OptionalInt.empty());
    assertThat(kokoro.withBatching(new Batching(2, 0)).trueQMax(SLO)).isEmpty();
    var lognormal = new ServiceTime.Lognormal(Duration.ofMillis(50), 0.2);
    assertThat(kokoro.withServiceTime(lognormal).trueQMax(SLO)).isEmpty();
  }

  @Test
  void thePlanCarriesAllOfTheAudioInFourChunks() {
    ServicePlan plan = afterTwoMinutes(1, ServiceProfile.kokoro()).samples().get(0).plan();
    assertThat(plan.chunks())
        .extracting(chunk -> chunk.atNanos() - plan.startNanos())
        .containsExactly(50_310_000L, 52_173_333L, 54_036_667L, 55_900_000L);
    assertThat(plan.chunks()).extracting(ServicePlan.Chunk::bytes).containsOnly(19_200);
    assertThat(plan.audio().bytes()).isEqualTo(76_800);
    assertThat(plan.startedAt()).isEqualTo(Instant.parse("2026-08-04T14:00:00Z"));
    assertThat(plan.instantOf(plan.endNanos()))
        .isEqualTo(Instant.parse("2026-08-04T14:00:00.055900Z"));
  }

  /** Every wake comes late; the time that is read stays right. */
  private static final class LateScheduler implements Scheduler {
    private final ManualTime time;
    private final Duration lateness;
    private int lateWakes;

    private LateScheduler(ManualTime time, Duration lateness) {
      this.time = time;
      this.lateness = lateness;
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
      return time.schedule(
          () -> {
            lateWakes++;
            task.run();
          },
          delay.plus(lateness));
    }

    @Override
    public void close() {}
  }
}

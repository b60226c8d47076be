package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.cluster.clock.ClockOffset;
import dev.rundle.coordinator.cluster.clock.Skews;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.GeneratorHealth;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RungInHandTest {
  private static final RungOrder ORDER =
      new RungOrder(7, 2, Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ZERO, 1);

  private final ManualTime time = ManualTime.atNoon();
  private final RungInHand rung =
      new RungInHand(
          ORDER,
          new Orders.Ordered(Map.of("agent-1", 1, "agent-2", 1), Duration.ofMillis(60)),
          time.timing(),
          Duration.ofSeconds(75));

  @Test
  void theWindowBeginsWhenTheLastAgentOpenedIt() {
    rung.opened("agent-1", 7, Instant.parse("2026-08-04T12:00:10.072Z"));
    rung.opened("agent-2", 7, Instant.parse("2026-08-04T12:00:10.075Z"));
    rung.opened("agent-1", 7, Instant.parse("2026-08-04T12:00:10.074Z"));

    assertThat(rung.measurement().windowStart())
        .isEqualTo(Instant.parse("2026-08-04T12:00:10.075Z"));
  }

  @Test
  void aWindowOfAnEarlierRungDoesNotCount() {
    rung.opened("agent-1", 6, Instant.parse("2026-08-04T12:00:17Z"));

    assertThat(rung.measurement().windowStart())
        .isEqualTo(Instant.parse("2026-08-04T12:00:10.060Z"));
  }

  @Test
  void theStartOfAnAgentThatHoldsNothingDoesNotCount() {
    var withIdle =
        new RungInHand(
            ORDER,
            new Orders.Ordered(
                Map.of("agent-1", 1, "agent-2", 1, "agent-3", 0), Duration.ofMillis(60)),
            time.timing(),
            Duration.ofSeconds(75));
    var clock = Optional.of(new ClockOffset.Estimate(0, 1_000_000, Duration.ZERO, 2_000_000));

    withIdle.started("agent-1", 7, new Skews.Start(0, clock));
    withIdle.started("agent-3", 7, new Skews.Start(5_000_000_000L, clock));
    withIdle.started("agent-2", 7, new Skews.Start(0, clock));

    assertThat(withIdle.measurement().startSkew()).contains(new StartSkew(2, 1, 1));
  }

  @Test
  void isCompleteWhenAllLastReportsAreIn() {
    reportWhole("agent-1");
    assertThat(rung.isComplete()).isFalse();
    reportWhole("agent-2");

    assertThat(rung.isComplete()).isTrue();
    RungMeasurement measurement = rung.measurement();
    assertThat(measurement.voidReasons()).isEmpty();
    assertThat(measurement.sent()).isEqualTo(80);
    assertThat(measurement.meanInFlight()).isEqualTo(2.0);
  }

  @Test
  void anAgentWhoseLastReportDoesNotComeInTimeVoidsTheRung() {
    reportWhole("agent-1");
    time.advance(Duration.ofSeconds(87));
    rung.checkDeadline();
    assertThat(rung.isComplete()).isFalse();

    time.advance(Duration.ofSeconds(1));
    rung.checkDeadline();

    assertThat(rung.isComplete()).isTrue();
    assertThat(rung.measurement().voidReasons())
        .containsExactly(
            "agent agent-2 was lost: its last report had not come 88 s after the rung began");
  }

  @Test
  void aReportThatCannotBeReadVoidsTheRungInsteadOfTheRun() {
    rung.counted(interval("agent-1", 0, false, new byte[] {1, 2, 3}));

    assertThat(rung.measurement().voidReasons())
        .anySatisfy(reason -> assertThat(reason).contains("agent-1", "not a whole histogram"));
  }

  @Test
  void aProbesMissingReportBreaksItOnce() {
    List<String> heard = new ArrayList<>();
    var probe =
        new ProbeInHand(
            7, List.of("agent-1"), Duration.ofMillis(60), listener(heard), time.timing());

    probe.counted(interval("agent-1", 0, false, histogram()));
    probe.counted(interval("agent-1", 2, false, histogram()));
    probe.counted(interval("agent-1", 1, false, histogram()));

    assertThat(heard)
        .containsExactly("interval 0", "broken: agent-1 sent report 2 where 1 was due");
  }

  @Test
  void aProbeWhoseAgentFallsSilentIsBroken() {
    List<String> heard = new ArrayList<>();
    var probe =
        new ProbeInHand(
            7, List.of("agent-1"), Duration.ofMillis(60), listener(heard), time.timing());
    time.advance(Duration.ofSeconds(15));
    probe.checkSilence();
    assertThat(heard).isEmpty();

    time.advance(Duration.ofMillis(60));
    probe.checkSilence();

    assertThat(heard).containsExactly("broken: agent-1 has not reported for 15 s");
  }

  private static ProbeListener listener(List<String> heard) {
    return new ProbeListener() {
      @Override
      public void interval(Instant at, Interval interval) {
        heard.add("interval " + interval.sequence());
      }

      @Override
      public void broken(String reason) {
        heard.add("broken: " + reason);
      }
    };
  }

  private void reportWhole(String agent) {
    rung.counted(interval(agent, 0, false, histogram()));
    rung.counted(interval(agent, 1, true, histogram()));
  }

  private static byte[] histogram() {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < 20; i++) {
      histogram.recordNanos(50_000_000);
    }
    return histogram.encode().bytes();
  }

  private static Interval interval(String agent, long sequence, boolean last, byte[] ttfab) {
    return new Interval(
        agent,
        7,
        sequence,
        last,
        1_000_000_000L,
        1e9,
        20,
        0,
        Map.of(Outcome.OK, 20L),
        20,
        20,
        EncodedHistogram.of(ttfab),
        EncodedHistogram.of(histogram()),
        LatencyHistogram.empty(),
        1e9,
        0,
        0,
        0,
        GeneratorHealth.UNKNOWN);
  }
}

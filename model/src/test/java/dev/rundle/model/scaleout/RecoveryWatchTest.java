package dev.rundle.model.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.LatencyHistogram;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecoveryWatchTest {
  private static final Instant IN_SERVICE = Instant.parse("2026-08-04T14:48:24Z");
  private static final double TARGET = RecoveryWatch.targetMillis(286.17);

  private final RecoveryWatch watch =
      new RecoveryWatch(IN_SERVICE, TARGET, Duration.ofSeconds(60), Duration.ofMinutes(5));

  @Test
  void theTargetIsAQuarterAboveTheReference() {
    assertThat(RecoveryWatch.targetMillis(280)).isEqualTo(350);
  }

  @Test
  void recoversAtTheStartOfTheFirstWholeWindowWithinTheTarget() {
    // 40 s still at 568 ms, then 290 ms: of 60 s with 18 per second, 3 s late are exactly 5 %.
    for (int second = 0; second < 97; second++) {
      RecoveryWatch.State state = feed(second, second < 40 ? 568 : 290);
      if (second < 96) {
        assertThat(state).as("second %d", second).isEqualTo(new RecoveryWatch.Watching());
      }
    }

    assertThat(watch.state())
        .isInstanceOfSatisfying(
            RecoveryWatch.Recovered.class,
            recovered -> {
              assertThat(recovered.windowStart()).isEqualTo(IN_SERVICE.plusSeconds(37));
              assertThat(recovered.windowEnd()).isEqualTo(IN_SERVICE.plusSeconds(97));
              assertThat(recovered.attempts()).isEqualTo(60 * 18);
              assertThat(recovered.p95AfterMillis()).isLessThanOrEqualTo(TARGET);
            });
  }

  @Test
  void aWindowIsNeverShorterThanWhole() {
    for (int second = 0; second < 59; second++) {
      feed(second, 290);
    }
    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Watching());

    assertThat(feed(59, 290)).isInstanceOf(RecoveryWatch.Recovered.class);
  }

  @Test
  void intervalsBeforeInServiceDoNotCount() {
    for (int second = -30; second < 59; second++) {
      feed(second, 290);
    }

    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Watching());
  }

  @Test
  void aMissingIntervalStartsTheWindowAnew() {
    for (int second = 0; second < 50; second++) {
      feed(second, 290);
    }
    for (int second = 51; second < 110; second++) {
      feed(second, 290);
    }
    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Watching());

    assertThat(feed(110, 290))
        .isInstanceOfSatisfying(
            RecoveryWatch.Recovered.class,
            r -> assertThat(r.windowStart()).isEqualTo(IN_SERVICE.plusSeconds(51)));
  }

  @Test
  void failuresAreLate() {
    for (int second = 0; second < 60; second++) {
      watch.observe(
          IN_SERVICE.plusSeconds(second),
          IN_SERVICE.plusSeconds(second + 1),
          histogram(18, 290),
          1);
    }

    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Watching());
  }

  @Test
  void silenceIsNoRecovery() {
    for (int second = 0; second < 120; second++) {
      watch.observe(
          IN_SERVICE.plusSeconds(second),
          IN_SERVICE.plusSeconds(second + 1),
          LatencyHistogram.empty(),
          0);
    }

    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Watching());
  }

  @Test
  void afterTheLimitItIsAFloor() {
    for (int second = 0; second < 300; second++) {
      feed(second, 568);
    }

    assertThat(watch.state()).isEqualTo(new RecoveryWatch.Floor(IN_SERVICE.plusSeconds(300)));
    assertThat(feed(300, 1)).isEqualTo(watch.state());
  }

  @Test
  void aProbeThatMeetsTheTargetBeforehandIsBad() {
    assertThat(RecoveryWatch.badProbe(568, TARGET)).isEmpty();
    assertThat(RecoveryWatch.badProbe(357, TARGET))
        .get()
        .asString()
        .contains("357.0 ms before the scale-out", "357.7 ms");
  }

  @Test
  void aLimitShorterThanTheWindowIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new RecoveryWatch(
                    IN_SERVICE, TARGET, Duration.ofSeconds(60), Duration.ofSeconds(59)));
  }

  private RecoveryWatch.State feed(int second, long millis) {
    return watch.observe(
        IN_SERVICE.plusSeconds(second),
        IN_SERVICE.plusSeconds(second + 1),
        histogram(18, millis),
        0);
  }

  private static EncodedHistogram histogram(int n, long millis) {
    var histogram = new LatencyHistogram();
    for (int i = 0; i < n; i++) {
      histogram.recordNanos(millis * 1_000_000);
    }
    return histogram.encode();
  }
}

package dev.rundle.coordinator.cluster.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentEvent.Pong;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AgentClockTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final AgentClock clock = new AgentClock();

  @Test
  void pongsMayOvertakeEachOther() {
    long first = clock.ping(1_000);
    long second = clock.ping(2_000);

    assertThat(clock.heard(pong(second, 702_100), 2_200, NOON)).isTrue();
    assertThat(clock.heard(pong(first, 702_200), 2_400, NOON)).isTrue();

    ClockOffset.Estimate estimate = clock.estimate(2_400).orElseThrow();
    assertThat(estimate.offsetNanos()).isEqualTo(700_000);
    assertThat(estimate.roundTripNanos()).isEqualTo(200);
    assertThat(clock.samples()).isEqualTo(2);
    assertThat(clock.worstRoundTripNanos()).hasValue(1_400);
  }

  @Test
  void aPongIsTakenOnceAndOnlyForAPingThatWasSent() {
    long sequence = clock.ping(1_000);

    assertThat(clock.heard(pong(sequence + 1, 0), 1_100, NOON)).as("never sent").isFalse();
    assertThat(clock.heard(pong(sequence, 0), 1_200, NOON)).isTrue();
    assertThat(clock.heard(pong(sequence, 0), 1_200, NOON)).as("doubled").isFalse();
    assertThat(clock.samples()).isEqualTo(1);
  }

  @Test
  void anAgentThatNeverAnswersCostsNoMemory() {
    long oldest = clock.ping(0);
    for (int i = 1; i <= AgentClock.MOST_OUTSTANDING; i++) {
      clock.ping(i);
    }

    assertThat(clock.heard(pong(oldest, 0), 100, NOON)).as("taken for lost").isFalse();
    assertThat(clock.heard(pong(oldest + 1, 0), 100, NOON)).isTrue();
  }

  @Test
  void nothingIsKnownBeforeTheFirstPong() {
    clock.ping(0);

    assertThat(clock.estimate(0)).isEmpty();
    assertThat(clock.worstRoundTripNanos()).isEmpty();
  }

  private static Pong pong(long sequence, long tickerNanos) {
    return new Pong("instance-1", sequence, tickerNanos, NOON);
  }
}

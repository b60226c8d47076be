package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.measure.GeneratorHealth;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JvmHealthTest {
  @Test
  void figuresAreWhatTheyCanBe() {
    try (JvmHealth health = JvmHealth.open()) {
      GeneratorHealth sample = health.sample();

      assertThat(sample.eventLoopLatenessNanos()).isNotNegative();
      assertThat(sample.gcPauseNanos()).isNotNegative();
      assertThat(Double.isNaN(sample.cpuLoad()) || sample.cpuLoad() <= 1).isTrue();
    }
  }

  @Test
  void aPulseThatNoLongerBeatsIsSeenBeforeItBeatsAgain() {
    JvmHealth health = JvmHealth.open();
    health.close();
    long stopped = System.nanoTime();
    long pause = TimeUnit.MILLISECONDS.toNanos(300);
    while (System.nanoTime() - stopped < pause) {
      LockSupport.parkNanos(pause);
    }

    // Due 20 ms after the last beat at the latest.
    assertThat(health.sample().eventLoopLatenessNanos())
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(270));
  }
}

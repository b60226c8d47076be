package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PreciseTimerTest {
  @Test
  void neverCallsTooEarly() throws Exception {
    var called = new CompletableFuture<Long>();
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);

    PreciseTimer.system().at(due, () -> called.complete(System.nanoTime()));

    assertThat(called.get() - due).isNotNegative();
  }

  @Test
  void whatIsPastIsCalledNowAndATaskThatFailsKeepsNoOtherFromItsTurn() throws Exception {
    var called = new CompletableFuture<Boolean>();

    PreciseTimer.system()
        .at(
            System.nanoTime() - 1_000_000,
            () -> {
              throw new IllegalStateException("by the test");
            });
    PreciseTimer.system().at(Long.MIN_VALUE / 2, () -> called.complete(true));

    assertThat(called.get()).isTrue();
  }
}

package dev.rundle.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.watch.Rungs;
import dev.rundle.coordinator.Phase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunHealthTest {
  private long nanos = 1_000;
  private boolean stopping;
  private final RunHealth run = new RunHealth(() -> nanos, () -> stopping);

  @Test
  void aRungThatNothingIsHeardOfIsSick() {
    run.phase(Phase.MEASURING, "concurrency 5", Optional.empty());
    after(Duration.ofSeconds(30));
    assertThat(run.health()).isEqualTo(new Health("ok", "measuring: concurrency 5", ""));
    after(Duration.ofMillis(1_000));
    assertThat(run.health())
        .isEqualTo(
            new Health(
                "failing", "measuring: concurrency 5", "nothing was heard of the load for 31 s"));
    run.progress(Rungs.progress(193, 20, 10, 0));
    assertThat(run.health().well()).isTrue();
  }

  @Test
  void waitingForAgentsMayTakeLong() {
    run.phase(Phase.WAITING_FOR_AGENTS, "", Optional.empty());
    after(Duration.ofHours(1));
    assertThat(run.health()).isEqualTo(new Health("ok", "waiting for agents", ""));
  }

  @Test
  void aRunThatWasToldToStopIsNotWell() {
    stopping = true;
    assertThat(run.health()).isEqualTo(new Health("failing", "starting", "it was told to stop"));
  }

  private void after(Duration time) {
    nanos += time.toNanos();
  }
}

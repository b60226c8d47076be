package dev.rundle.coordinator.ttotal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.coordinator.FakeCluster;
import dev.rundle.coordinator.cluster.RungProgress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProbeViewTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ProbeView view = new ProbeView();

  @Test
  void thePercentileIsOfTheLastTenSecondsAndTheCountsAreOfAll() {
    for (int second = 0; second < 20; second++) {
      view.observe(
          FakeCluster.interval(second, SECOND, 5, Duration.ofMillis(second < 10 ? 900 : 300)));
    }

    RungProgress progress = view.progress(10, Duration.ofSeconds(20));

    assertThat(progress.ended()).isEqualTo(100);
    assertThat(progress.ttfabP95Millis().orElseThrow()).isCloseTo(300, within(0.5));
    assertThat(progress.order().index()).isNegative();
    assertThat(progress.order().concurrency()).isEqualTo(10);
    assertThat(progress.elapsed()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void beforeTheFirstReportThereIsNoPercentile() {
    RungProgress progress = view.progress(10, Duration.ofMillis(-50));

    assertThat(progress.ttfabP95Millis()).isEmpty();
    assertThat(progress.held()).isZero();
    assertThat(progress.elapsed()).isZero();
  }
}

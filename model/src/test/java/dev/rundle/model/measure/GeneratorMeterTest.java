package dev.rundle.model.measure;

import static dev.rundle.model.RecordCopy.with;
import static dev.rundle.model.measure.Intervals.SECOND;
import static dev.rundle.model.measure.Intervals.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GeneratorMeterTest {
  private static final long MS = 1_000_000;

  private final GeneratorMeter meter = new GeneratorMeter();
  private long sequence;

  @Test
  void cpuIsWeightedByTheCoveredTimeAndUnknownReadingsDoNotCount() {
    add(SECOND / 4, 10, new GeneratorHealth(1.0, 0, 0));
    add(SECOND, 10, new GeneratorHealth(0.5, 0, 0));
    add(SECOND, 10, new GeneratorHealth(Double.NaN, 0, 0));
    add(SECOND * 3 / 4, 10, new GeneratorHealth(0.2, 0, 0));

    // (1.0 · 0.25 + 0.5 · 1 + 0.2 · 0.75) ÷ 2 s
    assertThat(meter.load().meanCpuLoad()).isCloseTo(0.45, within(1e-12));
  }

  @Test
  void nothingIsKnownOfAnAgentThatHasNotReported() {
    assertThat(meter.load()).isEqualTo(GeneratorLoad.UNKNOWN);
    add(SECOND, 10, GeneratorHealth.UNKNOWN);
    assertThat(meter.load()).isEqualTo(GeneratorLoad.UNKNOWN);
  }

  @Test
  void latenessAboveTheNoiseAddsUp() {
    add(SECOND, 10, new GeneratorHealth(0.1, 5 * MS, 20 * MS));
    add(SECOND, 10, new GeneratorHealth(0.1, 7 * MS, 20 * MS + 1));
    add(SECOND, 10, new GeneratorHealth(0.1, 0, 90 * MS));

    assertThat(meter.load()).isEqualTo(new GeneratorLoad(0.1, 90 * MS, 110 * MS + 1, 12 * MS, 0));
  }

  @Test
  void settlingDoesNotCountButTheAnswersAfterTheWindowDo() {
    add(0, 0, new GeneratorHealth(1.0, 500 * MS, 500 * MS));
    add(SECOND, 10, new GeneratorHealth(0.25, MS, 3 * MS));
    add(0, 10, new GeneratorHealth(1.0, 30 * MS, 60 * MS));
    add(0, 0, new GeneratorHealth(1.0, 500 * MS, 500 * MS));

    assertThat(meter.load()).isEqualTo(new GeneratorLoad(0.25, 60 * MS, 60 * MS, 31 * MS, 0));
  }

  @Test
  void connectionWaitsAreMergedNotAveraged() {
    // 20 waits: 19 of 1 ms and one of 8 s in a report of its own. p95 is the 19th.
    add(waits(19, 1));
    assertThat(meter.load().connectionWaitP95Millis()).isCloseTo(1, within(0.001));
    add(waits(1, 8_000));
    assertThat(meter.load().connectionWaitP95Millis()).isCloseTo(1, within(0.001));
    add(waits(1, 8_000));
    assertThat(meter.load().connectionWaitP95Millis()).isCloseTo(8_000, within(8.0));
  }

  private void add(long windowNanos, int ended, GeneratorHealth health) {
    add(
        with(
            with(second("a", sequence++, false, 4, ended, 0, 100), "windowNanos", windowNanos),
            "health",
            health));
  }

  private void add(Interval interval) {
    meter.add(Report.of(interval));
  }

  private Interval waits(int n, long millis) {
    var waits = new LatencyHistogram();
    for (int i = 0; i < n; i++) {
      waits.recordNanos(millis * MS);
    }
    return with(second("a", sequence++, false, 4, n, 0, 100), "connectionWait", waits.encode());
  }
}

package dev.rundle.model.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  @Test
  void ofOneToHundredMillisecondsP95IsNinetyFive() {
    var histogram = new LatencyHistogram();
    for (int ms = 1; ms <= 100; ms++) {
      histogram.recordNanos(ms * 1_000_000L);
    }

    assertThat(histogram.count()).isEqualTo(100);
    assertThat(histogram.quantileMillis(0.95)).isCloseTo(95, within(0.095));
    assertThat(histogram.quantileMillis(1)).isEqualTo(histogram.maxMillis());
    assertThat(histogram.meanMillis()).isCloseTo(50.5, within(0.05));
    assertThat(histogram.shareAbove(Duration.ofMillis(90))).isEqualTo(0.10);
  }

  @Test
  void roundsToTheNearestMicrosecondAndClampsAtTenMinutes() {
    var histogram = new LatencyHistogram();
    histogram.recordNanos(1_499);
    assertThat(histogram.maxMillis()).isEqualTo(0.001);
    histogram.recordNanos(1_500);
    assertThat(histogram.maxMillis()).isEqualTo(0.002);
    histogram.recordNanos(Duration.ofHours(3).toNanos());
    assertThat(histogram.maxMillis()).isCloseTo(600_000, within(600.0));
  }

  @Test
  void anEmptyOneAnswersZero() {
    var histogram = LatencyHistogram.of(LatencyHistogram.empty());

    assertThat(histogram.count()).isZero();
    assertThat(histogram.quantileMillis(0.95)).isZero();
    assertThat(histogram.meanMillis()).isZero();
    assertThat(histogram.shareAbove(Duration.ZERO)).isZero();
  }

  @Property(tries = 50)
  void mergingEqualsRecordingTogether(
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 900_000_000_000L) Long> left,
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 900_000_000_000L) Long> right) {
    var together = new LatencyHistogram();
    var a = new LatencyHistogram();
    var b = new LatencyHistogram();
    left.forEach(a::recordNanos);
    right.forEach(b::recordNanos);
    left.forEach(together::recordNanos);
    right.forEach(together::recordNanos);

    var merged = LatencyHistogram.merged(List.of(a.encode(), b.encode()));

    assertThat(merged.encode()).isEqualTo(together.encode());
  }

  @Test
  void p95OfTwoHostsIsThatOfAllRequestsAndNotTheMeanOfTheirs() {
    // North: 900 at 100 ms. South: 100, of which 60 at 100 ms and 40 at 4 s. Of all 1,000 only 4 %
    // are late, so p95 is 100 ms; the mean of 100 and 4,000 would be 2,050.
    var north = new LatencyHistogram();
    var south = new LatencyHistogram();
    for (int i = 0; i < 900; i++) {
      north.recordNanos(100_000_000);
    }
    for (int i = 0; i < 100; i++) {
      south.recordNanos(i < 60 ? 100_000_000 : 4_000_000_000L);
    }

    var merged = LatencyHistogram.merged(List.of(north.encode(), south.encode()));

    assertThat(south.quantileMillis(0.95)).isCloseTo(4_000, within(4.0));
    assertThat(merged.quantileMillis(0.95)).isCloseTo(100, within(0.1));
    assertThat(merged.quantileMillis(0.99)).isLessThanOrEqualTo(merged.maxMillis());
  }

  @Test
  void foreignAndTruncatedBytesAreRefused() {
    var histogram = new LatencyHistogram();
    for (int i = 1; i < 5_000; i++) {
      histogram.recordNanos(i * 777_777L);
    }
    byte[] whole = histogram.encode().bytes();

    for (int length : new int[] {0, 3, 8, 20, whole.length / 2, whole.length - 1}) {
      refuses(Arrays.copyOf(whole, length));
    }
    refuses("not a histogram at all, but some text".getBytes());
    refuses(new byte[2 << 20]);
  }

  @Test
  void anotherPrecisionIsRefused() {
    var coarse = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 2);
    coarse.recordValue(5);
    ByteBuffer buffer = ByteBuffer.allocate(coarse.getNeededByteBufferCapacity());
    int length = coarse.encodeIntoCompressedByteBuffer(buffer);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> LatencyHistogram.of(EncodedHistogram.of(Arrays.copyOf(buffer.array(), length))))
        .withMessageContaining("recorded with 2 digits");
  }

  private static void refuses(byte[] bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LatencyHistogram.of(EncodedHistogram.of(bytes)))
        .withMessageContaining("histogram");
  }
}

package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RampTest {
  private static final long MILLI = 1_000_000;

  @Test
  void oneMoreEachTenMilliseconds() {
    var ramp = new Ramp(2, 6, 100 * MILLI, 40 * MILLI);

    assertThat(ramp.shareAt(99 * MILLI)).isEqualTo(2);
    assertThat(ramp.shareAt(100 * MILLI)).isEqualTo(2);
    assertThat(ramp.dueNanos(2)).isEqualTo(110 * MILLI);
    assertThat(ramp.shareAt(110 * MILLI - 1)).isEqualTo(2);
    assertThat(ramp.shareAt(110 * MILLI)).isEqualTo(3);
    assertThat(ramp.shareAt(140 * MILLI)).isEqualTo(6);
    assertThat(ramp.shareAt(Long.MAX_VALUE)).isEqualTo(6);
  }

  @Test
  void whatIsOpenAlreadyNeedsNoTime() {
    assertThat(new Ramp(6, 6, 0, MILLI).shareAt(0)).isEqualTo(6);
    assertThat(new Ramp(6, 1, 0, MILLI).shareAt(0)).isEqualTo(1);
    assertThat(new Ramp(0, 6, 0, 0).shareAt(0)).isEqualTo(6);
  }

  @Property
  void everyStepIsDueWhenItIsTakenAndLeadsToTheShare(
      @ForAll @IntRange(max = 500) int from,
      @ForAll @IntRange(min = 1, max = 500) int more,
      @ForAll @LongRange(min = 1, max = 3_600_000_000_000L) long nanos) {
    var ramp = new Ramp(from, from + more, 17, nanos);
    int share = ramp.shareAt(17);
    int steps = 0;
    while (share != from + more) {
      long due = ramp.dueNanos(share);
      assertThat(due).isBetween(17L, 17 + nanos);
      assertThat(ramp.shareAt(due)).isGreaterThan(share);
      share = ramp.shareAt(due);
      steps++;
    }
    assertThat(steps).isLessThanOrEqualTo(more);
  }
}

package dev.rundle.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ArithmeticTest {
  @Test
  void theWorkedExample() {
    assertThat(Arithmetic.scaleMax(50, 1.25)).isEqualTo(37.5);
    assertThat(Arithmetic.scaleMin(50, 1.25)).isEqualTo(25);
    assertThat(Arithmetic.minSafe(37.5, 25)).hasValue(3);
    assertThat(Arithmetic.waitBudget(3, 0.06613509664312005)).isCloseTo(2.933864903, within(1e-9));
    assertThat(Arithmetic.scaleOutCooldown(320.248496)).isEqualTo(30);
    assertThat(Arithmetic.scaleInCooldown(320.248496)).isEqualTo(960);
  }

  @Test
  void cooldownsAreClamped() {
    assertThat(Arithmetic.scaleOutCooldown(4)).isEqualTo(10);
    assertThat(Arithmetic.scaleOutCooldown(50)).isEqualTo(25);
    assertThat(Arithmetic.scaleOutCooldown(61)).isEqualTo(30);
    assertThat(Arithmetic.scaleInCooldown(99)).isEqualTo(300);
    assertThat(Arithmetic.scaleInCooldown(101)).isEqualTo(303);
  }

  @Test
  void noWaitIsLeftWhenServiceTakesAllOfIt() {
    assertThat(Arithmetic.waitBudget(3, 3.5)).isZero();
  }

  @Test
  void withoutASurgeThresholdsCoincideAndNothingIsSafe() {
    assertThat(Arithmetic.scaleMax(50, 1)).isEqualTo(50);
    assertThat(Arithmetic.scaleMin(50, 1)).isEqualTo(50);
    assertThat(Arithmetic.minSafe(50, 50)).isEmpty();
  }

  @Test
  void scaleInByTheOccupancyFormulaOfMm1NeedsSeventyEight() {
    assertThat(Arithmetic.minSafeByRate(37.5 / 38.5, 25.0 / 26)).hasValue(78);
  }

  @Test
  void instancesRoundUpButNotForFloatingPoint() {
    assertThat(Arithmetic.instances(5_000, 17.8875)).isEqualTo(280);
    assertThat(Arithmetic.instances(0.3, 0.1)).isEqualTo(3);
    assertThat(Arithmetic.instances(0, 17.9)).isEqualTo(1);
  }

  @Property(tries = 200)
  void thresholdsAreOrderedMonotoneAndScaleFree(
      @ForAll @IntRange(min = 1, max = 100_000) int qMax,
      @ForAll @DoubleRange(min = 1, max = 1.49) double ratio) {
    double max = Arithmetic.scaleMax(qMax, ratio);
    double min = Arithmetic.scaleMin(qMax, ratio);

    assertThat(min).isPositive().isLessThanOrEqualTo(max);
    assertThat(max).isLessThanOrEqualTo(qMax);
    assertThat(Arithmetic.scaleMax(qMax + 1, ratio)).isGreaterThan(max);
    assertThat(Arithmetic.scaleMin(qMax, ratio + 0.005)).isLessThan(min);
    assertThat(Arithmetic.scaleMax(2.0 * qMax, ratio)).isCloseTo(2 * max, within(1e-6));
  }

  @Property(tries = 200)
  void fromMinSafeOnRemovingOneStaysUnderTheTarget(
      @ForAll @IntRange(min = 1, max = 1_000) int qMax,
      @ForAll @DoubleRange(min = 1.01, max = 1.49) double ratio) {
    double max = Arithmetic.scaleMax(qMax, ratio);
    double min = Arithmetic.scaleMin(qMax, ratio);
    int safe = Arithmetic.minSafe(max, min).orElseThrow();

    assertThat(min * safe / (safe - 1)).isLessThanOrEqualTo(max * (1 + 1e-6));
    if (safe > 2) {
      assertThat(min * (safe - 1) / (safe - 2)).isGreaterThan(max * (1 - 1e-6));
    }
  }
}

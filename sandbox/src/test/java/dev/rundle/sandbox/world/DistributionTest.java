package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DistributionTest {
  @Property
  void quantilesAreWithinATenthOfAPercentOfTheExactOnes(
      @ForAll @Size(min = 1, max = 300) List<@DoubleRange(min = 0.01, max = 1e9) Double> values,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    Distribution distribution = Distribution.fine();
    values.forEach(value -> distribution.add(value, 1));
    List<Double> sorted = values.stream().sorted().toList();
    int rank = Math.max(1, (int) Math.ceil(share * values.size() - 1e-9));
    double exact = sorted.get(rank - 1);
    assertThat(distribution.quantile(share)).isCloseTo(exact, within(exact * 0.001));
  }

  @Property
  void smallWholeNumbersAreExact(
      @ForAll @Size(min = 1, max = 300) List<@IntRange(max = 2_047) Integer> values,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    Distribution distribution = Distribution.fine();
    values.forEach(value -> distribution.add(value, 1));
    List<Integer> sorted = values.stream().sorted().toList();
    int rank = Math.max(1, (int) Math.ceil(share * values.size() - 1e-9));
    assertThat(distribution.quantile(share)).isCloseTo(sorted.get(rank - 1), within(1e-9));
  }

  @Property
  void mergingIsAddingAll(
      @ForAll List<@DoubleRange(min = 0, max = 1e6) Double> some,
      @ForAll @Size(min = 1) List<@DoubleRange(min = 0, max = 1e6) Double> others) {
    Distribution left = Distribution.fine();
    Distribution right = Distribution.coarse();
    Distribution together = Distribution.fine();
    some.forEach(value -> left.add(value, 1));
    others.forEach(value -> right.add(value, 2));
    some.forEach(value -> together.add(value, 1));
    others.forEach(value -> together.add(value, 2));
    left.addAll(right);
    assertThat(left.sampleCount()).isEqualTo(together.sampleCount());
    assertThat(left.sum()).isCloseTo(together.sum(), within(1e-6 * (1 + together.sum())));
    assertThat(left.maximum()).isEqualTo(together.maximum());
    assertThat(left.minimum()).isEqualTo(together.minimum());
  }
}

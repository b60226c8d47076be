package dev.rundle.planner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ServiceModelTest {
  @Test
  void oneExponentialSlotHoldsRhoOverOneMinusRho() {
    var mm1 = new ServiceModel(1, 0.1, 1);

    assertThat(mm1.meanInSystem(0.5)).isCloseTo(1, within(1e-12));
    assertThat(mm1.meanInSystem(0.9)).isCloseTo(9, within(1e-9));
    assertThat(mm1.utilisationAt(37.5)).isCloseTo(37.5 / 38.5, within(1e-9));
  }

  @Test
  void oneConstantSlotFollowsPollaczekKhinchine() {
    // L = ρ + ρ² ÷ 2(1 − ρ): 0.8 → 0.8 + 0.64/0.4 = 2.4
    assertThat(new ServiceModel(1, 0.0559, 0).meanInSystem(0.8)).isCloseTo(2.4, within(1e-12));
  }

  @Test
  void fourExponentialSlotsFollowErlang() {
    // M/M/4 at ρ = 0.75: C(4, 3) = 0.5094, Lq = 0.5094·3 = 1.528, L = 4.528
    assertThat(new ServiceModel(4, 1, 1).meanInSystem(0.75)).isCloseTo(4.528, within(0.001));
  }

  @Test
  void theMeasuredLadderIsOneNearlyConstantSlot() {
    var kokoro = ServiceModel.measured(0.06132, 17.9167, 65.37 / 60.02);

    assertThat(kokoro.slots()).isEqualTo(1);
    assertThat(kokoro.meanSeconds()).isCloseTo(0.0558, within(0.0001));
    assertThat(kokoro.scv()).isCloseTo(0.0027, within(0.0001));
    assertThat(kokoro.capacityPerSecond()).isCloseTo(17.9167, within(1e-9));
  }

  @Property(tries = 200)
  void utilisationIsTheInverseOfOccupancy(
      @ForAll @IntRange(min = 1, max = 200) int slots,
      @ForAll @DoubleRange(min = 0, max = 4) double scv,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double utilisation) {
    var model = new ServiceModel(slots, 0.2, scv);

    assertThat(model.utilisationAt(model.meanInSystem(utilisation)))
        .isCloseTo(utilisation, within(1e-6));
  }
}

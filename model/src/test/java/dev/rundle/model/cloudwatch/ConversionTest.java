package dev.rundle.model.cloudwatch;

import static dev.rundle.model.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.model.artifact.QmaxArtifact.Rung;
import dev.rundle.model.artifact.SampleArtifacts;
import dev.rundle.model.cloudwatch.Conversion.Statistic;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ConversionTest {
  /** Rung 1 with ratio 0.25 and rung 50 with ratio 1. */
  private static final List<Rung> RUNGS = SampleArtifacts.qmax().rungs();

  @Test
  void interpolatesBetweenTheRungsAround() {
    Conversion conversion = Conversion.at(25.5, RUNGS, Statistic.MAXIMUM);

    assertThat(conversion.ratio().orElseThrow()).isCloseTo(0.625, within(1e-12));
    assertThat(conversion.basis())
        .isEqualTo("interpolated between 0.2500 at rung 1 and 1.0000 at rung 50");
  }

  @Test
  void aRungOfItsOwnNeedsNoOther() {
    assertThat(Conversion.at(50, RUNGS, Statistic.AVERAGE))
        .isEqualTo(new Conversion(OptionalDouble.of(1), "measured at rung 50"));
  }

  @Test
  void neverExtrapolates() {
    assertThat(Conversion.at(51, RUNGS, Statistic.MAXIMUM).ratio()).isEmpty();
    assertThat(Conversion.at(51, RUNGS, Statistic.MAXIMUM).basis())
        .isEqualTo("51.00 lies outside the rungs with a measured ratio of maximum (1 to 50)");
    assertThat(Conversion.at(0.5, RUNGS, Statistic.MAXIMUM).ratio()).isEmpty();
  }

  @Test
  void misalignedRungsAreLeftOut() {
    List<Rung> rungs = List.of(RUNGS.get(0), misaligned(RUNGS.get(1)));

    assertThat(Conversion.at(25, rungs, Statistic.MAXIMUM).ratio()).isEmpty();
  }

  @Test
  void withoutAnyRatioItSaysSo() {
    assertThat(Conversion.at(25, List.of(), Statistic.AVERAGE).basis())
        .isEqualTo("no rung has a measured ratio of average");
  }

  @Test
  void voidRungsAreLeftOut() {
    List<Rung> rungs = List.of(RUNGS.get(0), with(RUNGS.get(1), "verdict", "void"));

    assertThat(Conversion.at(25, rungs, Statistic.MAXIMUM).ratio()).isEmpty();
  }

  @Test
  void eachStatisticHasItsOwnRatio() {
    var join = RUNGS.get(1).cloudWatch().orElseThrow();
    var apart =
        with(
            RUNGS.get(1),
            "cloudWatch",
            Optional.of(with(join, "averageRatio", OptionalDouble.of(0.9))));

    assertThat(Conversion.at(50, List.of(apart), Statistic.MAXIMUM).ratio()).hasValue(1);
    assertThat(Conversion.at(50, List.of(apart), Statistic.AVERAGE).ratio()).hasValue(0.9);
  }

  private static Rung misaligned(Rung rung) {
    var flagged = with(rung.cloudWatch().orElseThrow(), "misaligned", true);
    return with(rung, "cloudWatch", Optional.of(flagged));
  }
}

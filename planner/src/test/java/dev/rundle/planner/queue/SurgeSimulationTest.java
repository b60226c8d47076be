package dev.rundle.planner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SurgeSimulationTest {
  private static final ServiceModel CONSTANT = new ServiceModel(1, 0.0559, 0);

  private static SurgeSimulation surge(ServiceModel service, int bound, double ratio, double lag) {
    return new SurgeSimulation(service, bound, 0.06, 3, ratio, lag, 1);
  }

  @Test
  void atTheTargetAFifthOfASurgeIsShed() {
    // 0.987 × 1.25 = 1.234 of capacity for 320 s: in the long run 1 − 1/1.234 = 19 % is refused.
    SurgeSimulation.Outcome outcome = surge(CONSTANT, 50, 1.25, 320).at(0.987);

    assertThat(outcome.shed()).isCloseTo(1 - 1 / (0.987 * 1.25), within(0.01));
    assertThat(outcome.late()).isZero();
  }

  @Test
  void withoutABoundTheyAreLateInstead() {
    SurgeSimulation.Outcome outcome = surge(CONSTANT, 1_000_000, 1.25, 320).at(0.987);

    assertThat(outcome.shed()).isZero();
    // 53 fit into the SLO and the queue begins at about 37: it is over after some 4 s of 320.
    assertThat(outcome.late()).isGreaterThan(0.95);
  }

  @Test
  void atHalfUtilisationNothingHappens() {
    assertThat(surge(CONSTANT, 50, 1.25, 320).at(0.5).over()).isZero();
  }

  @Test
  void aNearlyConstantServerSurvivesFromAboutFourFifths() {
    // Fluid bound: ρ·1.25 ≤ 1 + 50/(17.9·320), i.e. 0.807 without a single loss; 5 % of loss are
    // reached at ρ·1.25 = 1/0.95 plus that head-room, i.e. 0.85.
    assertThat(surge(CONSTANT, 50, 1.25, 320).highestSurvivable()).isBetween(0.80, 0.86);
  }

  @Test
  void aShortLagIsSurvivedFromHigherUp() {
    double longLag = surge(CONSTANT, 50, 1.25, 320).highestSurvivable();

    assertThat(surge(CONSTANT, 50, 1.25, 10).highestSurvivable()).isGreaterThan(longLag);
  }

  @Test
  void severalSlotsShareTheLoad() {
    var eight = new ServiceModel(8, 0.4, 0.3);

    assertThat(surge(eight, 64, 1.25, 320).at(0.6).over()).isLessThan(0.01);
    assertThat(surge(eight, 64, 1.25, 320).at(0.95).shed())
        .isCloseTo(1 - 1 / (0.95 * 1.25), within(0.03));
  }

  @Test
  void theSameSeedGivesTheSameOutcome() {
    assertThat(surge(CONSTANT, 50, 1.25, 60).at(0.9))
        .isEqualTo(surge(CONSTANT, 50, 1.25, 60).at(0.9));
  }
}

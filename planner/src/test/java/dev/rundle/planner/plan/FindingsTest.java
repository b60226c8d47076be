package dev.rundle.planner.plan;

import static dev.rundle.planner.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsTest {
  @Test
  void anUnbracketedQmaxIsWarnedAbout() {
    PlanArtifact plan = plan(Changed.of(Examples.qmax()).unbracketed().ladder());

    assertThat(plan.finding("measurement_trust").level()).isEqualTo(Level.WARN);
    assertThat(plan.finding("measurement_trust").detail()).contains("lower bound");
    assertThat(plan.finding("queue_depth").level()).isEqualTo(Level.WARN);
    assertThat(plan.thresholds().qMaxIsLowerBound()).isTrue();
  }

  @Test
  void aNonMonotonicLadderIsWarnedAbout() {
    PlanArtifact plan = plan(Changed.of(Examples.qmax()).nonMonotonic().ladder());

    assertThat(plan.finding("measurement_trust").level()).isEqualTo(Level.WARN);
  }

  @Test
  void aLadderThatWasNotFrozenStops() {
    PlanArtifact loose = plan(Changed.of(Examples.qmax()).frozen(false, true).ladder());
    PlanArtifact bounded = plan(Changed.of(Examples.qmax()).frozen(true, false).ladder());

    assertThat(loose.finding("measurement_trust").level()).isEqualTo(Level.STOP);
    assertThat(loose.feasible()).isFalse();
    assertThat(bounded.finding("measurement_trust").detail()).contains("queue bound was on");
    assertThat(loose.findings().get(0).id()).isEqualTo("measurement_trust");
  }

  @Test
  void aSpreadOverTwentyPercentIsWarnedAbout() {
    assertThat(repeatability(50, 41)).isEqualTo(Level.OK);
    assertThat(repeatability(50, 40)).isEqualTo(Level.OK);
    assertThat(repeatability(50, 39)).isEqualTo(Level.WARN);
    assertThat(repeatability(50)).isEqualTo(Level.NOT_CHECKED);
  }

  @Test
  void withoutRatiosTheValuesAreWithheld() {
    PlanArtifact plan = plan(Changed.of(Examples.qmax()).rungs(Changed::unjoined).ladder());

    assertThat(plan.policy().scalingTargetValue()).isEmpty();
    assertThat(plan.policy().scaleInThreshold()).isEmpty();
    assertThat(plan.finding("threshold_units").level()).isEqualTo(Level.STOP);
    assertThat(PlanText.print(plan))
        .contains(
            "scaling_target_value withheld",
            "# scaling_target_value: withheld, no rung has a measured ratio of maximum",
            "# scale_in_threshold: withheld, no rung has a measured ratio of average")
        .doesNotContain("37.500");
  }

  @Test
  void eachThresholdIsConvertedWithTheRatioOfItsOwnStatistic() {
    PlanArtifact plan =
        plan(Changed.of(Examples.qmax()).rungs(r -> Changed.converted(r, 1.2, 0.9)).ladder());

    // 37.5 × 1.2 for the Maximum over 10 s, 25 × 0.9 for the Average over 60 s.
    assertThat(plan.policy().scalingTargetValue()).hasValue(45);
    assertThat(plan.policy().scaleInThreshold()).hasValue(22.5);
  }

  @Test
  void eachThresholdIsWithheldOnItsOwn() {
    // At a surge ratio of 1.2 the thresholds are 40 and 30; only rungs from 40 up have a ratio.
    QmaxArtifact high =
        Changed.of(Examples.qmax())
            .rungs(r -> r.concurrency() < 40 ? Changed.unjoined(r) : r)
            .ladder();
    PlanArtifact plan =
        Planner.plan(
            PlanInputs.of(
                high,
                Examples.ttotal(),
                Duration.ofSeconds(3),
                1.2,
                Optional.empty(),
                Examples.NOW,
                "test"));

    assertThat(plan.policy().scalingTargetValue()).hasValue(40);
    assertThat(plan.policy().scaleInThreshold()).isEmpty();
    assertThat(plan.finding("threshold_units").detail())
        .startsWith(
            "scale_in_threshold is withheld: 30.00 lies outside the rungs with a measured ratio of"
                + " average (40 to 60)");
  }

  @Test
  void aQuotaBelowMaxStops() {
    assertThat(quota(280)).isEqualTo(Level.OK);
    assertThat(quota(279)).isEqualTo(Level.STOP);
  }

  @Test
  void streamsAreSizedByConcurrency() {
    PlanArtifact plan =
        Planner.plan(
            PlanInputs.of(
                Examples.qmax(),
                Examples.ttotal(),
                Duration.ofSeconds(3),
                1.25,
                Optional.of(Demand.streams(1_000, 40)),
                Examples.NOW,
                "test"));

    // 1,000 ÷ 37.5 = 26.7; 40 ÷ 37.5 = 1.07
    assertThat(plan.fleet().maxInstances()).isEqualTo(27);
    assertThat(plan.fleet().minInstances()).isEqualTo(2);
    assertThat(plan.finding("peak_throughput").level()).isEqualTo(Level.OK);
  }

  @Test
  void aFleetThatNeverShrinksIsSafe() {
    PlanArtifact plan = Planner.plan(Examples.inputs().withMinFloor(280));

    assertThat(plan.finding("scale_in_safety").level()).isEqualTo(Level.OK);
  }

  @Test
  void aFloorThatIsSafeByRateIsOk() {
    int safe = plan(Examples.qmax()).thresholds().minSafeByRate().orElseThrow();

    assertThat(scaleIn(safe - 2)).isEqualTo(Level.WARN);
    assertThat(scaleIn(safe - 1)).isEqualTo(Level.OK);
  }

  @Test
  void withoutASurgeTheThresholdsCoincideAndScaleInIsWarnedAbout() {
    PlanArtifact plan =
        Planner.plan(
            PlanInputs.of(
                Examples.qmax(),
                Examples.ttotal(),
                Duration.ofSeconds(3),
                1,
                Optional.of(Demand.requestsPerSecond(5_000, 10)),
                Examples.NOW,
                "test"));

    assertThat(plan.thresholds().cScaleMax()).isEqualTo(50);
    assertThat(plan.thresholds().cScaleMin()).isEqualTo(50);
    assertThat(plan.thresholds().minSafeInstances()).isEmpty();
    assertThat(plan.finding("scale_in_safety").level()).isEqualTo(Level.WARN);
    assertThat(PlanText.print(plan)).contains("min_safe none");
  }

  @Test
  void aFloorOfTheScaleOutIsSaid() {
    TtotalArtifact floor = with(with(Examples.ttotal(), "floor", true), "stages", List.of());

    PlanArtifact plan = Planner.plan(Examples.inputs(Examples.qmax(), floor));

    assertThat(plan.finding("measurement_trust").detail()).contains("T_total is a floor");
    assertThat(plan.finding("provision_stage").level()).isEqualTo(Level.NOT_CHECKED);
    assertThat(PlanText.print(plan)).contains("T_total at least 260.248 s + ");
  }

  private static Level repeatability(Integer... perRun) {
    return plan(Changed.of(Examples.qmax()).runs(perRun).ladder()).finding("repeatability").level();
  }

  private static Level quota(int instances) {
    return Planner.plan(Examples.inputs().withQuota(instances)).finding("quota").level();
  }

  private static Level scaleIn(int floor) {
    return Planner.plan(Examples.inputs().withMinFloor(floor)).finding("scale_in_safety").level();
  }

  private static PlanArtifact plan(QmaxArtifact qmax) {
    return Planner.plan(Examples.inputs(qmax, Examples.ttotal()));
  }
}

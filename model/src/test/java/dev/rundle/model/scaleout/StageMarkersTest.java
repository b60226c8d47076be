package dev.rundle.model.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StageMarkersTest {
  @Test
  void findsAMarkerAmongOtherText() {
    assertThat(
            StageMarkers.find(
                "2026-08-04 INFO [main] === STAGE ready t=2026-08-04T14:48:03.802Z"
                    + " elapsed_s=7.534 === go"))
        .contains(
            new StageMarkers.Marker(Stage.READY, Instant.parse("2026-08-04T14:48:03.802Z"), 7.534));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=== STAGE ready ===",
        "=== STAGE lunch t=2026-08-04T14:48:03.802Z elapsed_s=7.534 ===",
        "=== STAGE in_service t=2026-08-04T14:48:03.802Z elapsed_s=7.534 ===",
        "=== STAGE ready t=yesterday elapsed_s=7.534 ===",
        "=== STAGE ready t=2026-08-04T14:48:03.802Z elapsed_s=-1 ===",
        "=== STAGE ready t=2026-08-04T14:48:03.802Z elapsed_s=NaN ===",
        "=== STAGE ready t=2026-08-04T14:48:03.802Z elapsed_s=7.534",
      })
  void malformedAndUnknownOnesAreIgnored(String line) {
    assertThat(StageMarkers.find(line)).isEmpty();
  }

  @Test
  void reconstructsTheStartFromTheFirstMarker() {
    List<StageTime> stages =
        StageMarkers.stages(
            List.of(
                "=== STAGE framework_init t=2026-08-04T14:47:56.281Z elapsed_s=0.014 ===",
                "loading",
                "=== STAGE weights_ready t=2026-08-04T14:48:02.756+00:00 elapsed_s=6.489 ==="));

    assertThat(stages)
        .extracting(StageTime::stage)
        .containsExactly(Stage.CONTAINER_STARTED, Stage.FRAMEWORK_INIT, Stage.WEIGHTS_READY);
    assertThat(stages.get(0).at()).isEqualTo(Instant.parse("2026-08-04T14:47:56.267Z"));
    assertThat(stages.get(0).bounded()).isTrue();
    assertThat(stages.get(0).source())
        .isEqualTo("derived: framework_init less its elapsed_s=0.014");
    assertThat(stages.get(1).bounded()).isFalse();
  }

  @Test
  void aContainerThatStartedTwiceCountsFromItsLastStart() {
    List<StageTime> stages =
        StageMarkers.stages(
            List.of(
                "=== STAGE container_started t=2026-08-04T14:47:00Z elapsed_s=0.001 ===",
                "=== STAGE weights_ready t=2026-08-04T14:47:06Z elapsed_s=6.0 ===",
                "=== STAGE container_started t=2026-08-04T14:48:00Z elapsed_s=0.001 ===",
                "=== STAGE ready t=2026-08-04T14:48:07Z elapsed_s=7.0 ==="));

    assertThat(stages)
        .extracting(StageTime::at)
        .containsExactly(
            Instant.parse("2026-08-04T14:48:00Z"), Instant.parse("2026-08-04T14:48:07Z"));
  }

  @Test
  void aLogWithoutMarkersHasNoStages() {
    assertThat(StageMarkers.stages(List.of("hello"))).isEmpty();
  }
}

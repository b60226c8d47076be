package dev.rundle.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rundle.model.artifact.Provenance.Origin;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RundleException;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.planner.RecordCopy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerRefusalsTest {
  private static final Fingerprint OTHER = Fingerprint.of("ml.g6.xlarge", "cafe0123", Map.of());

  @Test
  void anotherSlo() {
    refuses(
        with(Duration.ofSeconds(2), 1.25),
        "the SLO is 2000 ms but the ladder was climbed against 3000 ms");
  }

  @Test
  void anotherFingerprintUnlessAllowed() {
    PlanInputs mixed =
        Examples.inputs(Changed.of(Examples.qmax()).fingerprint(OTHER).ladder(), Examples.ttotal());

    refuses(
        mixed, "the ladder was measured on g6xlarge-cafe0123, the scale-out on g5xlarge-8b1b96bc");

    Finding trust = Planner.plan(mixed.allowingConfigMismatch()).finding("measurement_trust");
    assertThat(trust.level()).isEqualTo(Level.WARN);
    assertThat(trust.detail()).contains("g6xlarge-cafe0123").contains("(allowed)");
  }

  @Test
  void aMissingFingerprint() {
    var blank = Fingerprint.of("ml.g5.xlarge", "", Map.of());
    refuses(
        Examples.inputs(Changed.of(Examples.qmax()).fingerprint(blank).ladder(), Examples.ttotal()),
        "the ladder has no fingerprint");
    refuses(
        Examples.inputs(Examples.qmax(), RecordCopy.with(Examples.ttotal(), "fingerprint", blank)),
        "the scale-out has no fingerprint");
    // Two that are unknown are equal, and still no match.
    refuses(
        Examples.inputs(
            Changed.of(Examples.qmax()).fingerprint(blank).ladder(),
            RecordCopy.with(Examples.ttotal(), "fingerprint", blank)),
        "the ladder has no fingerprint");
  }

  @Test
  void anotherTransport() {
    refuses(
        Examples.inputs(
            Changed.of(Examples.qmax()).transport("bidirectional").ladder(), Examples.ttotal()),
        "the ladder was measured on bidirectional, the scale-out on response-stream");
  }

  @Test
  void anotherModel() {
    refuses(
        Examples.inputs(Changed.of(Examples.qmax()).model("piper").ladder(), Examples.ttotal()),
        "the ladder is of piper, the scale-out of kokoro-82m");
  }

  @Test
  void theSandboxUnlessAllowed() {
    PlanInputs sandbox =
        Examples.inputs(
            Changed.of(Examples.qmax()).origin(Origin.SANDBOX).ladder(), Examples.ttotal());

    refuses(sandbox, "run b8fa8ef48043 was measured on the sandbox");
    assertThat(Planner.plan(sandbox.allowingSandbox()).provenance().origin())
        .isEqualTo(Origin.SANDBOX);
  }

  @Test
  void aWithheldQmax() {
    refuses(
        Examples.inputs(
            Changed.of(Examples.qmax()).withheld("rung 5 was void 3 times").ladder(),
            Examples.ttotal()),
        "the ladder has no Q_max: rung 5 was void 3 times");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99, 1.5, 2, -1, 0, Double.NaN, Double.POSITIVE_INFINITY})
  void anImpossibleSurgeRatio(double ratio) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Planner.plan(with(Duration.ofSeconds(3), ratio)))
        .withMessageContaining("surge ratio");
  }

  @Test
  void impossibleTraffic() {
    for (double[] pair :
        new double[][] {{10, 11}, {0, 0}, {-1, 0}, {10, -1}, {Double.NaN, 0}, {1e12, 0}}) {
      assertThatExceptionOfType(BadInput.class)
          .isThrownBy(() -> Demand.requestsPerSecond(pair[0], pair[1]));
    }
    assertThatCode(() -> Demand.requestsPerSecond(10, 10)).doesNotThrowAnyException();
  }

  @Test
  void anImpossibleFloorOrPrice() {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Planner.plan(Examples.inputs().withMinFloor(0)));
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Planner.plan(Examples.inputs().withPrice(-1)));
  }

  private static void refuses(PlanInputs inputs, String what) {
    Refused refused = catchThrowableOfType(Refused.class, () -> Planner.plan(inputs));
    assertThat(refused).isNotNull();
    assertThat(refused).extracting(RundleException::what).isEqualTo(what);
    assertThat(refused.next()).isNotBlank();
  }

  private static PlanInputs with(Duration slo, double ratio) {
    return PlanInputs.of(
        Examples.qmax(), Examples.ttotal(), slo, ratio, Optional.empty(), Examples.NOW, "test");
  }
}

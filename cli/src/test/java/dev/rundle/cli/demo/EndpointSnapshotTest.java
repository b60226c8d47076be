package dev.rundle.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointSnapshotTest {
  private static final String RESOURCE = ScalableTarget.resourceId("tts", "AllTraffic");

  private final EndpointSnapshot before = snapshot(SuspendedState.NONE, 4);

  @Test
  void theSameStateHasNoDifferences() {
    assertThat(before.differences(snapshot(SuspendedState.NONE, 4))).isEmpty();
  }

  @Test
  void aFleetLeftAtOneIsNamed() {
    assertThat(before.differences(snapshot(SuspendedState.NONE, 1)))
        .containsExactly("desired count was 4 and is 1", "current count was 4 and is 1");
  }

  @Test
  void suspensionsLeftBehindAreNamed() {
    assertThat(before.differences(snapshot(SuspendedState.ALL, 4)))
        .singleElement()
        .asString()
        .startsWith("scalable target was ");
  }

  private static EndpointSnapshot snapshot(SuspendedState suspended, int instances) {
    return new EndpointSnapshot(
        Optional.of(new ScalableTarget(RESOURCE, 2, 8, suspended)),
        List.of(),
        instances,
        instances);
  }
}

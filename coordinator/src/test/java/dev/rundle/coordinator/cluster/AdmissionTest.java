package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.Capabilities;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final List<String> STREAM = List.of("response-stream");

  private final Admission admission =
      new Admission(new Capabilities("0.1.0", "3.13.5", STREAM, 4, 1_000, 28_232));

  @Test
  void anAgentOfTheSameBuildMayComeWhateverItsSize() {
    assertThat(
            admission.obstacle(new Capabilities("0.1.0", "3.13.5", STREAM, 64, 1_000_000, 60_000)))
        .isEmpty();
    assertThat(
            admission.obstacle(
                new Capabilities(
                    "0.1.0", "3.13.5", List.of("response-stream", "bidirectional"), 1, 129, 65)))
        .isEmpty();
  }

  @Test
  void anotherVersionIsRefusedWithBothNamed() {
    assertThat(admission.obstacle(new Capabilities("0.2.0", "3.13.5", STREAM, 4, 1_000, 28_232)))
        .contains("it is Rundle 0.2.0, the coordinator is 0.1.0: install the same version on both");
  }

  @Test
  void anotherLoadGeneratorIsRefused() {
    assertThat(admission.obstacle(new Capabilities("0.1.0", "3.14.0", STREAM, 4, 1_000, 28_232)))
        .contains(
            "its load generator is Gatling 3.14.0, the coordinator's 3.13.5: install the same build"
                + " on both");
  }

  @Test
  void anAgentThatCannotCallTheEndpointIsRefused() {
    assertThat(
            admission.obstacle(
                new Capabilities("0.1.0", "3.13.5", List.of("blocking"), 4, 1_000, 28_232)))
        .contains(
            "it calls endpoints by blocking, the coordinator needs response-stream: install the"
                + " same build on both");
  }

  @Test
  void anAgentWithoutRoomForOneConnectionIsRefused() {
    assertThat(admission.obstacle(new Capabilities("0.1.0", "3.13.5", STREAM, 4, 128, 28_232)))
        .contains(
            "it has no room for a single connection: 128 more open files, 28232 local ports,"
                + " 4 cores; raise its limits");
  }
}

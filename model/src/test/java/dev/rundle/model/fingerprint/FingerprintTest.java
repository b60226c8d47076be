package dev.rundle.model.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.deployed.EndpointState;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final String DIGEST =
      "8b1b96bc4dc0b30ddd84d8fe37af7c490937333c44a9f8f7d77b918c3d7eaced";

  @Test
  void deployingThePlansQueueBoundKeepsTheFingerprint() {
    var measured = Fingerprint.of("ml.g5.xlarge", DIGEST, Map.of());
    var deployed = Fingerprint.of("ml.g5.xlarge", DIGEST, Map.of("MAX_QUEUE_DEPTH", "50"));

    assertThat(deployed).isEqualTo(measured);
  }

  @Test
  void anUnknownImageIdentifiesNothing() {
    assertThat(Fingerprint.of("ml.g5.xlarge", DIGEST, Map.of()).isComplete()).isTrue();
    assertThat(Fingerprint.of("ml.g5.xlarge", "", Map.of()).isComplete()).isFalse();
    assertThat(Fingerprint.of(" ", DIGEST, Map.of()).isComplete()).isFalse();
    assertThat(Fingerprint.find(variant(Optional.empty()))).isEmpty();
    assertThat(Fingerprint.find(variant(Optional.of("")))).isEmpty();
    assertThat(Fingerprint.find(variant(Optional.of(DIGEST))))
        .contains(Fingerprint.of("ml.g5.xlarge", DIGEST, Map.of()));
  }

  private static EndpointState.Variant variant(Optional<String> digest) {
    return new EndpointState.Variant(
        "AllTraffic",
        1,
        1,
        "ml.g5.xlarge",
        "model",
        "image:1",
        digest,
        Map.of("MAX_QUEUE_DEPTH", "50"),
        Optional.empty());
  }

  @Test
  void slugNamesTypeAndDigest() {
    assertThat(Fingerprint.of("ml.g5.xlarge", DIGEST, Map.of()).slug())
        .isEqualTo("g5xlarge-8b1b96bc");
  }
}

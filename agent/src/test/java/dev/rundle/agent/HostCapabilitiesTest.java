package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.model.ProductVersion;
import dev.rundle.simulations.engine.EmbeddedGatling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCapabilitiesTest {
  @TempDir Path folder;

  @Test
  void thisProcessHasRoomForSomeConnections() {
    Capabilities here = HostCapabilities.read();

    assertThat(here.productVersion()).isEqualTo(ProductVersion.current());
    assertThat(here.gatlingVersion()).isEqualTo(EmbeddedGatling.version());
    assertThat(here.transports()).containsExactly("response-stream");
    assertThat(here.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(here.room()).isPositive();
  }

  @Test
  void portsAreCountedWithTheFirstAndTheLast() throws IOException {
    assertThat(HostCapabilities.ephemeralPorts(file("32768\t60999\n"))).isEqualTo(28_232);
    assertThat(HostCapabilities.ephemeralPorts(file("7 7"))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "32768", "a b", "60999 32768", "1 2 3", "1 99999999999"})
  void whatIsNoRangeIsUnknown(String text) throws IOException {
    assertThat(HostCapabilities.ephemeralPorts(file(text))).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void withoutTheFileTheyAreUnknown() {
    assertThat(HostCapabilities.ephemeralPorts(folder.resolve("none")))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void roomIsWhatIsLeftOfTheScarcerOfDescriptorsAndPorts() {
    assertThat(host(1_128, 28_232).room()).isEqualTo(1_000);
    assertThat(host(1_000_000, 28_232).room()).isEqualTo(28_168);
    assertThat(host(Long.MAX_VALUE, Integer.MAX_VALUE).room()).isEqualTo(2_147_483_583);
    assertThat(host(100, 28_232).room()).isZero();
  }

  private static Capabilities host(long files, int ports) {
    return new Capabilities("1", "3", List.of(), 4, files, ports);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("range"), text);
  }
}

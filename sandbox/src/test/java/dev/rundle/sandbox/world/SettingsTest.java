package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.scaleout.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("durations.txt"), content);
  }

  @Test
  void aFileOfDurationsIsReadInItsUnit() throws IOException {
    Path file = file("# measured\n55.9\n\n 60 \n100.1\n");
    assertThat(DurationsFile.read(file, DurationsFile.Unit.MILLISECONDS).times())
        .containsExactly(
            Duration.ofNanos(55_900_000), Duration.ofMillis(60), Duration.ofNanos(100_100_000));
    assertThat(DurationsFile.read(file("0.05\n0.15\n"), DurationsFile.Unit.SECONDS).mean())
        .isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void badLinesAreRefusedWithTheirNumber() throws IOException {
    for (String bad : List.of("abc", "0", "-5", "NaN", "Infinity", "1e12", "5 ms", "3,5")) {
      Path file = file("55.9\n" + bad + "\n");
      assertThatThrownBy(() -> DurationsFile.read(file, DurationsFile.Unit.MILLISECONDS))
          .as(bad)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("line 2");
    }
  }

  @Test
  void emptyMissingAndForeignFilesAreRefused() throws IOException {
    Path empty = file("\n# nothing\n");
    assertThatThrownBy(() -> DurationsFile.read(empty, DurationsFile.Unit.SECONDS))
        .isInstanceOf(BadInput.class);
    Path missing = folder.resolve("nope");
    assertThatThrownBy(() -> DurationsFile.read(missing, DurationsFile.Unit.SECONDS))
        .isInstanceOf(BadInput.class);
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> DurationsFile.read(binary, DurationsFile.Unit.SECONDS))
        .isInstanceOf(BadInput.class);
  }

  @Test
  void theDefaultStagesAreThePublishedOnes() {
    StagePlan plan = StagePlan.kokoro();
    assertThat(plan.total()).isEqualTo(Duration.ofMillis(212_807));
    assertThat(plan.until(Stage.READY).minus(plan.until(Stage.CONTAINER_STARTED)))
        .isEqualTo(Duration.ofMillis(7_535));
    assertThatThrownBy(() -> plan.of(Stage.TRAFFIC_RECOVERED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StagePlan(Map.of(Stage.READY, Duration.ZERO)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plan.with(Stage.READY, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void audioIsCutIntoWholeSamples() {
    var audio = new Audio(24_000, Duration.ofMillis(100), 7);
    assertThat(audio.bytes()).isEqualTo(4_800);
    assertThat(audio.chunkBytes()).hasSize(7).allMatch(size -> size % 2 == 0);
    assertThat(audio.chunkBytes().stream().mapToInt(Integer::intValue).sum()).isEqualTo(4_800);
  }

  @Test
  void impossibleSettingsAreRefused() {
    var builder = SandboxSettings.builder();
    assertThatThrownBy(() -> builder.speed(0).build()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.speed(Double.NaN).build())
        .isInstanceOf(IllegalArgumentException.class);
    builder.speed(1);
    assertThatThrownBy(() -> builder.region("here").build())
        .isInstanceOf(IllegalArgumentException.class);
    builder.region("us-east-1");
    var twin = EndpointSettings.single("a", "AllTraffic", 1, ServiceProfile.kokoro());
    assertThatThrownBy(() -> builder.endpoint(twin).endpoint(twin).build())
        .isInstanceOf(IllegalArgumentException.class);
    var kokoro = ServiceProfile.kokoro();
    assertThatThrownBy(() -> kokoro.withSlots(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> kokoro.withFirstChunkShare(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> kokoro.withEnvironment(Map.of("MAX_QUEUE_DEPTH", "many")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceTime.Constant(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServiceTime.Lognormal(Duration.ofMillis(50), Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Batching(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}

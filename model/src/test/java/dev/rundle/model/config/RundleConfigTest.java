package dev.rundle.model.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rundle.model.failure.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RundleConfigTest {
  private static final String MINIMAL =
      """
      models:
        kokoro:
          endpoint: tts-prod
      """;

  @TempDir Path folder;

  @Test
  void defaultsFillWhatIsNotWritten() {
    ModelConfig model = RundleConfig.parse("rundle.yaml", MINIMAL).model("kokoro");

    assertThat(model.variant()).isEqualTo("AllTraffic");
    assertThat(model.minInstances()).isEqualTo(1);
    assertThat(model.maxInstances()).isEqualTo(1);
    assertThat(model.slo()).isEqualTo(Duration.ofSeconds(3));
    assertThat(model.surgeRatio()).isEqualTo(1.25);
    assertThat(model.scalingTargetValue()).isEmpty();
    assertThat(model.scaleOutCooldown()).isEqualTo(Duration.ofSeconds(30));
    assertThat(model.workload().bodyTemplate()).isEqualTo("{\"text\":\"${text}\"}");
    assertThat(model.workload().audio()).isEqualTo(ModelConfig.AudioFormat.PCM_24K);
  }

  @Test
  void everythingWrittenIsReadBackEqual() {
    String full =
        """
        models:
          kokoro:
            endpoint: tts-prod
            variant: blue
            min_instances: 2
            max_instances: 9
            slo_ms: 1500.5
            surge_ratio: 1.1
            scaling_target_value: 37.5
            scale_in_threshold: 25
            scale_out_cooldown_s: 30
            scale_in_cooldown_s: 960
            queue_max_depth: 50
            workload:
              content_type: text/plain
              accept: audio/wav
              body_template: "it's ${text}"
              audio: {wav: true, sample_rate_hz: 16000, bytes_per_sample: 2, channels: 2}
          other:
            endpoint: other
        """;
    RundleConfig config = RundleConfig.parse("rundle.yaml", full);

    RundleConfig again = RundleConfig.parse("again.yaml", config.toYaml());

    assertThat(again.models()).isEqualTo(config.models());
    assertThat(again.models().keySet()).containsExactly("kokoro", "other");
    assertThat(config.toYaml()).contains("scaling_target_value: 37.500");
    assertThat(config.model("kokoro").slo()).isEqualTo(Duration.ofNanos(1_500_500_000));
    assertThat(config.model("kokoro").workload().audio().wav()).isTrue();
  }

  @Test
  void isWrittenAndReadFromAFile() {
    Path file = folder.resolve("rundle.yaml");
    RundleConfig config = RundleConfig.parse("rundle.yaml", MINIMAL);
    config.write(file, false);

    assertThat(RundleConfig.read(file).models()).isEqualTo(config.models());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "slo_ms: -1|slo_ms is -1, expected a number above 0 and at most 600000",
        "slo_ms: 0|slo_ms is 0, expected",
        "slo_ms: NaN|slo_ms is \"NaN\", expected a number",
        "slo_ms: fast|slo_ms is \"fast\", expected a number",
        "slo_ms: 1e12|slo_ms is",
        "slo_ms: [1]|slo_ms is [1], expected",
        "min_instances: 0|min_instances is 0, expected a whole number from 1 to 10000",
        "min_instances: 1.5|min_instances is 1.5, expected a whole number",
        "min_instances: 99999999999|min_instances is 99999999999",
        "max_instances: -3|max_instances is -3",
        "surge_ratio: 1.5|surge_ratio is 1.5, expected 1 ≤ ratio < 1.5",
        "surge_ratio: 0.9|surge_ratio is 0.9",
        "scaling_target_value: 0|scaling_target_value is 0",
        "scale_out_cooldown_s: 0|scale_out_cooldown_s is 0",
        "queue_max_depth: -1|queue_max_depth is -1",
        "variant: no spaces|variant is \"no spaces\", expected a SageMaker name",
        "variant: 7|variant is 7, expected text",
        "workload: fast|models.kokoro.workload is text, expected a mapping",
        "workload: {audio: {wav: perhaps}}|wav is \"perhaps\", expected true or false",
        "workload: {accpt: x}|unknown key accpt",
        "slo: 3|unknown key slo",
      })
  void badValuesNameFileModelAndKey(String line, String complaint) {
    BadInput bad = refused(MINIMAL + "    " + line + "\n");

    assertThat(bad.what()).contains(complaint).contains("rundle.yaml, models.kokoro");
  }

  @Test
  void mistypedKeysGetASuggestion() {
    assertThat(refused(MINIMAL + "    scaling_target: 3\n").next())
        .startsWith("known keys: ")
        .contains("scaling_target_value");
    assertThat(refused(MINIMAL + "    max_instance: 3\n").next())
        .isEqualTo("did you mean max_instances?");
    assertThat(refused("model:\n  kokoro: {endpoint: x}\n").next())
        .isEqualTo("did you mean models?");
  }

  @Test
  void valuesThatContradictEachOtherAreRefused() {
    assertThat(refused(MINIMAL + "    min_instances: 3\n    max_instances: 2\n").what())
        .contains("max_instances is 2, expected at least min_instances");
    assertThat(
            refused(MINIMAL + "    scaling_target_value: 20\n    scale_in_threshold: 21\n").what())
        .contains("scale_in_threshold is 21");
  }

  @Test
  void whatIsNoConfigurationSaysSo() {
    assertThat(refused("").what()).isEqualTo("rundle.yaml is empty");
    assertThat(refused("# nothing\n").what()).isEqualTo("rundle.yaml is empty");
    assertThat(refused("models: {}\n").what()).isEqualTo("rundle.yaml has no models");
    assertThat(refused("models: [a]\n").what()).contains("models is a list");
    assertThat(refused("hello").what()).contains("is text, expected a mapping");
    assertThat(refused("models:\n  a: {endpoint: b\n").what()).contains("is not YAML (line");
    assertThat(refused("models:\n  a: {}\n").what()).contains("endpoint is missing");
    assertThat(refused(MINIMAL + "    slo_ms: .nan\n").what())
        .isEqualTo("rundle.yaml is not YAML (line 4): Malformed numeric value '.nan'");
    assertThat(refused(MINIMAL + MINIMAL).what()).contains("is not YAML").contains("models");
  }

  @Test
  void missingFilesAndFoldersSaySo() throws IOException {
    assertThat(reading(folder.resolve("none.yaml")).what()).endsWith("none.yaml does not exist");
    assertThat(reading(folder).what()).endsWith("is a folder");
    Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 1, 2});
    assertThat(reading(binary).what()).contains("cannot be read");
  }

  @Test
  void anUnknownModelListsTheKnownOnes() {
    RundleConfig config = RundleConfig.parse("rundle.yaml", MINIMAL);

    BadInput bad = catchThrowableOfType(BadInput.class, () -> config.model("kokor"));

    assertThat(bad.what()).isEqualTo("rundle.yaml has no model kokor");
    assertThat(bad.next()).isEqualTo("did you mean kokoro? known models: kokoro");
    assertThat(config.only()).isEqualTo(config.model("kokoro"));
    BadInput several =
        catchThrowableOfType(
            BadInput.class,
            () ->
                RundleConfig.parse("rundle.yaml", MINIMAL + "  other:\n    endpoint: b\n").only());
    assertThat(several.next()).isEqualTo("name one with --model: kokoro, other");
  }

  private static BadInput refused(String yaml) {
    BadInput bad =
        catchThrowableOfType(BadInput.class, () -> RundleConfig.parse("rundle.yaml", yaml));
    assertThat(bad).as(yaml).isNotNull();
    return bad;
  }

  private static BadInput reading(Path file) {
    BadInput bad = catchThrowableOfType(BadInput.class, () -> RundleConfig.read(file));
    assertThat(bad).isNotNull();
    return bad;
  }
}

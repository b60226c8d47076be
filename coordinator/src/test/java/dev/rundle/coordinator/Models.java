package dev.rundle.coordinator;

import dev.rundle.model.config.ModelConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The model that tests measure. */
public final class Models {
  private Models() {}

  public static ModelConfig kokoro() {
    return kokoro(FakeEndpoint.NAME, FakeEndpoint.VARIANT);
  }

  public static ModelConfig kokoro(String endpoint, String variant) {
    return new ModelConfig(
        "kokoro-82m",
        endpoint,
        variant,
        1,
        10,
        Duration.ofMillis(3_000),
        1.25,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(300),
        OptionalInt.empty(),
        new ModelConfig.Workload(
            "application/json",
            "audio/pcm",
            "{\"text\":\"${text}\"}",
            ModelConfig.AudioFormat.PCM_24K));
  }

  /** A run on {@link FakeEndpoint} without a warm-up. */
  public static RunSetup setup(String runId, Path workFolder) {
    return new RunSetup(runId, kokoro(), target(""), Duration.ZERO, "0.1.0", workFolder);
  }

  public static LoadTarget target(String endpointUrl) {
    return new LoadTarget(
        "eu-west-1",
        "",
        endpointUrl,
        LoadTarget.RESPONSE_STREAM,
        List.of("Good morning.", "It is going to rain."),
        Duration.ofSeconds(60));
  }
}

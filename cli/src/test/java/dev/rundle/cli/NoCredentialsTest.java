package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a process of its own: the test's environment may well hold credentials. */
class NoCredentialsTest {
  @TempDir Path folder;

  @Test
  void withoutCredentialsDriftSaysSoInOneMessage() throws Exception {
    Files.writeString(folder.resolve("rundle.yaml"), "models:\n  tts:\n    endpoint: tts\n");
    Map<String, String> nothing =
        Map.of(
            "AWS_EC2_METADATA_DISABLED",
            "true",
            "AWS_CONFIG_FILE",
            folder.resolve("none").toString(),
            "AWS_SHARED_CREDENTIALS_FILE",
            folder.resolve("none").toString());
    try (CommandProcess drift =
        CommandProcess.start(folder, nothing, "drift", "--region", "us-east-1")) {
      assertThat(drift.exitCode()).isEqualTo(4);
      assertThat(drift.out()).isEmpty();
      assertThat(drift.err())
          .containsOnlyOnce("error: ")
          .containsIgnoringCase("credentials")
          .doesNotContain("\tat ", "Exception");
    }
  }
}

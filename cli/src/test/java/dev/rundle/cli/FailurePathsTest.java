package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.CommandLineFixture.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to be given something that cannot be used: one clear message and nothing changed. */
class FailurePathsTest {
  private static SandboxFixture sandbox;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    sandbox = SandboxFixture.start(1);
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @BeforeEach
  void configure() {
    sandbox.configure(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "ttotal", "validate"})
  void anArtifactThatIsNotThere(String command) {
    told(run(command, "missing.json"), 2, "missing.json");
  }

  @ParameterizedTest
  @CsvSource({
    "plan, ''",
    "plan, '{\"schema\": \"rundle/qmax/1\", \"model\"'",
    "plan, '{\"q_max\": 50, \"slo_ms\": 3000}'",
    "plan, '[1, 2]'",
    "plan, 'not json'",
    "ttotal, ''",
    "ttotal, '{\"schema\": \"rundle/qmax/1\", \"model\"'",
    "ttotal, '{\"schema\": \"rundle/qmax/99\"}'",
    "validate, ''",
    "validate, '{\"schema\": \"rundle/qmax/1\"}'"
  })
  void anArtifactThatCannotBeOne(String command, String content) throws IOException {
    Files.writeString(folder.resolve("odd.json"), content);
    told(run(command, "odd.json"), 2, "odd.json");
  }

  @Test
  void anArtifactThatIsAFolder() throws IOException {
    Files.createDirectory(folder.resolve("odd.json"));
    told(run("plan", "odd.json"), 2, "odd.json");
  }

  @Test
  void aConfigurationThatIsNotThere() {
    told(onSandbox("drift", "--config", "none.yaml"), 2, "none.yaml");
  }

  @Test
  void whatIsReadIsSaidAtOnce() {
    assertThat(onSandbox("drift").err()).startsWith("reading what is deployed: ");
    assertThat(onSandbox("thaw").err()).startsWith("reading what is deployed: ");
  }

  @Test
  void aModelThatIsUnknown() {
    told(onSandbox("drift", "--model", "tss"), 2, "tts");
    told(onSandbox("qmax", "--model", "tss"), 2, "tts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drift", "qmax", "thaw"})
  void anEndpointThatIsUnreachable(String command) {
    told(
        CommandLineFixture.in(folder)
            .run(command, "--endpoint-url", "http://127.0.0.1:1", "--region", "us-east-1"),
        4,
        "127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drift", "qmax"})
  void theWrongRegion(String command) {
    told(
        CommandLineFixture.in(folder)
            .run(command, "--endpoint-url", sandbox.url(), "--region", "eu-west-1"),
        3,
        "eu-west-1");
  }

  @Test
  void aRegionThatCannotBeOne() {
    told(
        CommandLineFixture.in(folder)
            .run("drift", "--endpoint-url", sandbox.url(), "--region", "moon"),
        2,
        "moon");
  }

  @Test
  void aProfileThatDoesNotExist() {
    told(onSandbox("drift", "--profile", "no-such-profile"), 2, "no-such-profile");
  }

  @Test
  void anAddressThatCannotBeOne() {
    told(CommandLineFixture.in(folder).run("drift", "--endpoint-url", "nonsense"), 2, "nonsense");
    told(CommandLineFixture.in(folder).run("agent", "--join", "nonsense"), 2, "nonsense");
  }

  @Test
  void aSandboxThatCannotBe() {
    told(CommandLineFixture.in(folder).run("sandbox", "--port", "70000"), 2, "70000");
    told(CommandLineFixture.in(folder).run("sandbox", "--speed", "-1"), 2, "speed");
    told(
        CommandLineFixture.in(folder).run("sandbox", "--port", "0", "--service-time", "0"),
        2,
        "service time");
  }

  @ParameterizedTest
  @CsvSource({
    "--routing=nearest, write random or least-outstanding",
    "--batch-size=0, batch size must be",
    "--batch-size=2 --batch-growth=-1, marginal cost must be",
    "--batch-size=2 --batch-growth=NaN, marginal cost must be",
    "--batch-growth=0.5, --batch-size 2 or more",
    "--first-chunk-share=0, first chunk's share",
    "--first-chunk-share=1.1, first chunk's share",
    "--first-chunk-share=NaN, first chunk's share",
    "--slots=0, slots must be",
    "--queue-bound=x, --queue-bound"
  })
  void aSandboxWhoseInstancesCannotBe(String options, String mentions) {
    told(
        CommandLineFixture.in(folder).run(("sandbox --port=0 " + options).split(" ")), 2, mentions);
  }

  @Test
  void theSandboxesPortInUse() {
    int port = sandbox.sandbox().port();
    told(
        CommandLineFixture.in(folder).run("sandbox", "--port", String.valueOf(port)),
        3,
        String.valueOf(port));
  }

  private Ended run(String command, String artifact) {
    return switch (command) {
      case "plan" ->
          CommandLineFixture.in(folder).run("plan", "--qmax", artifact, "--ttotal", artifact);
      case "ttotal" -> onSandbox("ttotal", "--qmax", artifact);
      default -> onSandbox("validate", "--plan", artifact);
    };
  }

  private Ended onSandbox(String command, String... more) {
    String[] line = new String[more.length + 5];
    System.arraycopy(
        new String[] {command, "--endpoint-url", sandbox.url(), "--region", "us-east-1"},
        0,
        line,
        0,
        5);
    System.arraycopy(more, 0, line, 5, more.length);
    return CommandLineFixture.in(folder).run(line);
  }

  private static void told(Ended ended, int exitCode, String mentions) {
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains(mentions)
        .containsOnlyOnce("error: ")
        .doesNotContain("\tat ", "Exception");
    assertThat(sandbox.isFrozen()).isFalse();
    assertThat(sandbox.currentInstances()).isEqualTo(1);
  }
}

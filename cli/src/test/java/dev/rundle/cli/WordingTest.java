package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.CommandLineFixture.Ended;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages name the option, what was given and what is expected, in words and not in Java's. */
class WordingTest {
  private static final byte[] NO_TEXT = {(byte) 0xC3, 0x28, (byte) 0xFF, 0x00};
  private static final Path EXAMPLE = Path.of("..", "examples", "kokoro-82m").toAbsolutePath();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qmax --dry-run --concurrency=abc | '--concurrency' | whole number from 1 to 100,000",
        "qmax --dry-run --concurrency= | --concurrency | whole number from 1 to 100,000",
        "qmax --dry-run --concurrency=99999999999 | 99999999999 | whole number from 1 to 100,000",
        "qmax --dry-run --probe=0 | --probe 0 | whole number from 1 to 100,000",
        "qmax --dry-run --probe=x | '--probe' | whole number from 1 to 100,000",
        "qmax --dry-run --hold=99999999999h | '--hold' | longer than a day",
        "plan --surge-ratio=abc | '--surge-ratio' | from 1 to below 1.5",
        "plan --surge-ratio=1.5 | '--surge-ratio' | from 1 to below 1.5",
        "plan --quota=many | '--quota' | not a whole number",
        "plan --peak-rps=many | '--peak-rps' | not a number",
        "qmax --dry-run --agents 0 | --agents 0 | whole number from 1 to 1000",
        "qmax --dry-run --agents-within 1m | --agents-within without --agents | add --agents",
        "qmax --dry-run --metrics-host 10.0.0.5 | --metrics-host without | add --metrics-port",
        "agent | no coordinator to join | RUNDLE_JOIN",
        "agent --join 10.0.0.5:25520 --certs c --insecure | --certs and --insecure | leave --insecure",
        "sandbox --host no.such.host.invalid | no.such.host.invalid | 0.0.0.0"
      })
  void anOptionThatCannotBeUsed(String line, String what, String expected) {
    told(run(line.split(" ")), what, expected);
  }

  @ParameterizedTest
  @CsvSource({"0", "-3"})
  void aQuotaThatLeavesNothingToPlanWith(String quota) {
    told(plan("--quota=" + quota), "--quota " + quota, "whole number from 1");
  }

  @Test
  void onlyNearNamesAreSuggested() {
    assertThat(run("nonsense").err()).doesNotContain("did you mean");
    assertThat(run("agnet").err()).contains("did you mean agent?");
    assertThat(run("valid").err()).contains("did you mean validate?");
  }

  @ParameterizedTest
  @CsvSource({
    "qmax, --agnets, --agents",
    "qmax, --cert, --certs",
    "agent, --metric-port, --metrics-port",
    "qmax, --listn, --listen"
  })
  void aMistypedOptionOfTheClusterIsAnsweredWithTheNearest(
      String command, String typed, String meant) {
    assertThat(run(command, typed, "3").err()).contains("did you mean " + meant);
  }

  @Test
  void filesThatAreNoText() throws IOException {
    Files.write(folder.resolve("binary"), NO_TEXT);
    Files.writeString(
        folder.resolve("rundle.yaml"), "models: {tts: {endpoint: tts, slo_ms: 3000}}");
    told(
        run("qmax", "--endpoint-url=http://127.0.0.1:1", "--region=us-east-1", "--texts=binary"),
        "binary",
        "not UTF-8 text");
    told(run("sandbox", "--port=0", "--profile-file=binary"), "binary", "not UTF-8 text");
    told(run("sandbox", "--port=0", "--profile-file=none"), "none", "there is no such file");
  }

  @Test
  void anOutputThatCannotBeWritten() throws IOException {
    Files.writeString(folder.resolve("plain"), "");
    Files.createDirectory(folder.resolve("there"));
    told(plan("-o", "there"), "--output there is not a file", "it is a folder");
    told(plan("-o", "there", "--force"), "--output there is not a file", "it is a folder");
    told(plan("-o", "plain/x.json"), "x.json", "--output result.json");
    told(plan("-o", "x".repeat(300)), "xxx", "--output result.json");
    told(plan("--work", "plain"), "plain is a file, not a folder", "--work");
    assertThat(plan("-o", "new/folder/plan.json").exitCode()).isZero();
    assertThat(folder.resolve("new/folder/plan.json")).isRegularFile();
  }

  @ParameterizedTest
  @CsvSource({"'models: 3'", "'[1, 2]'", "'models: {}'", "''"})
  void aConfigurationWithoutModelsShowsTheSmallestOne(String yaml) throws IOException {
    Files.writeString(folder.resolve("rundle.yaml"), yaml);
    told(run("drift"), "rundle.yaml", "endpoint: my-endpoint");
  }

  @Test
  void aResultThatStdoutDoesNotTakeIsAFailure() {
    var err = new ByteArrayOutputStream();
    int exitCode =
        CommandLineRunner.run(
            new String[] {"qmax", "--dry-run"},
            new Surroundings(
                new PrintStream(new FullDisk(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                Map.of(),
                folder,
                Clock.systemUTC()),
            new Interrupts());
    assertThat(exitCode).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("error: the result could not be written", "do: ");
  }

  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int octet) throws IOException {
      throw new IOException("No space left on device");
    }
  }

  private Ended plan(String... more) {
    String[] line = new String[more.length + 3];
    line[0] = "plan";
    line[1] = "--qmax=" + EXAMPLE.resolve("qmax.json");
    line[2] = "--ttotal=" + EXAMPLE.resolve("ttotal.json");
    System.arraycopy(more, 0, line, 3, more.length);
    return run(line);
  }

  private Ended run(String... line) {
    return CommandLineFixture.in(folder).run(line);
  }

  private static void told(Ended ended, String... mentions) {
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
    assertThat(ended.err())
        .contains(mentions)
        .containsOnlyOnce("error: ")
        .doesNotContain("Exception", "Input length", ".tmp", "java.");
  }
}

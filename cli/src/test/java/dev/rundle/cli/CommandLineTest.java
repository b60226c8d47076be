package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "drift",
        "qmax",
        "ttotal",
        "plan",
        "validate",
        "thaw",
        "sandbox",
        "certs",
        "agent"
      })
  void everyCommandHelpsWithAnExampleAndOffersJson(String command) {
    Ended ended = CommandLineFixture.in(folder).run(command, "--help");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("Usage: rundle " + command)
        .contains("--json")
        .contains("--debug")
        .contains("Example")
        .contains("  rundle " + command);
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void theRootListsCommandsAndExitCodes() {
    Ended ended = CommandLineFixture.in(folder).run("--help");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("demo", "qmax", "agent", "130 interrupted");
  }

  @Test
  void theVersionIsFilledIn() {
    assertThat(CommandLineFixture.in(folder).run("--version").out())
        .matches("rundle \\d+\\.\\d+\\.\\d+.*\\R");
  }

  @Test
  void theDefaultLadderTakesThirtyFiveAndAHalfMinutes() {
    Ended ended = CommandLineFixture.in(folder).run("qmax", "--dry-run");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("Wall clock: 35.5 minutes")
        .contains("   8           60         31:30   180 s    60 s   0 s");
  }

  @Test
  void theScheduleIsTheSameInJson() throws Exception {
    Ended ended =
        CommandLineFixture.in(folder)
            .run(
                "qmax",
                "--dry-run",
                "--json",
                "--concurrency",
                "1,5,10,20,30,40,50,60",
                "--hold",
                "240s",
                "--window",
                "60",
                "--rest",
                "0.5m");
    JsonNode schedule = new ObjectMapper().readTree(ended.out());
    assertThat(schedule.path("wall_clock_minutes").asDouble()).isEqualTo(35.5);
    assertThat(schedule.path("wall_clock_seconds").asDouble()).isEqualTo(2_130);
    assertThat(schedule.path("rungs")).hasSize(8);
    assertThat(schedule.path("rungs").path(7).path("starts_after_seconds").asDouble())
        .isEqualTo(1_890);
  }

  @Test
  void rungsThatLaterCommandsReadAreAddedAndNamed() {
    Ended ended = CommandLineFixture.in(folder).run("qmax", "--dry-run", "--concurrency", "20,40");
    assertThat(ended.out())
        .contains("rung 1 added", "rung 5 added", "rung 10 added")
        .contains("Wall clock: 22.0 minutes"); // 5 × 240 s and 4 × 30 s
  }

  @Test
  void aDryRunLooksAtTheTextsAndTheModelToo() {
    Ended texts = CommandLineFixture.in(folder).run("qmax", "--dry-run", "--texts", "none.txt");
    Ended model = CommandLineFixture.in(folder).run("qmax", "--dry-run", "--model", "kokoro-82m");

    assertThat(texts.exitCode()).isEqualTo(2);
    assertThat(texts.err()).startsWith("error: cannot read the texts").contains("none.txt");
    assertThat(model.exitCode()).isEqualTo(2);
    assertThat(model.err()).startsWith("error: ").contains("rundle.yaml");
  }

  @Test
  void anUnknownCommandIsAnsweredWithTheNearest() {
    Ended ended = CommandLineFixture.in(folder).run("qmx");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("error: ", "'qmx'", "did you mean qmax?", "do: use rundle");
  }

  @Test
  void anUnknownOptionIsAnsweredWithTheNearest() {
    Ended ended = CommandLineFixture.in(folder).run("qmax", "--holdd", "3");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("--holdd", "did you mean --hold", "rundle qmax --help");
  }

  @Test
  void noCommandIsWrongUsage() {
    Ended ended = CommandLineFixture.in(folder).run();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("error: no command given");
  }

  @Test
  void wrongUsageIsToldAsJsonToo() throws Exception {
    Ended ended = CommandLineFixture.in(folder).run("qmax", "--json", "--hold", "3x");
    JsonNode error = new ObjectMapper().readTree(ended.out()).path("error");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(error.path("exit_code").asInt()).isEqualTo(2);
    assertThat(error.path("what").asText()).contains("--hold", "3x");
    assertThat(error.path("do").asText()).contains("rundle qmax --help");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--concurrency=0",
        "--concurrency=-5",
        "--concurrency=5,5",
        "--concurrency=99999999999",
        "--concurrency=",
        "--hold=0",
        "--window=300",
        "--hold=NaN",
        "--rest=-1",
        "--rest=25h",
        "--window=10,20",
        "--probe=0"
      })
  void aLadderThatMakesNoSenseIsWrongUsage(String option) {
    Ended ended = CommandLineFixture.in(folder).run("qmax", "--dry-run", option);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("error: ").doesNotContain("\tat ");
  }
}

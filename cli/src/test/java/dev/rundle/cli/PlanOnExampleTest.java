package dev.rundle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rundle.cli.CommandLineFixture.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published pair, as it lies in examples/. */
class PlanOnExampleTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "kokoro-82m").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void thePublishedFiguresComeOutDigitForDigit() {
    Ended ended = plan();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("scaling_target_value 37.500")
        .contains("scale_in_threshold 25.000")
        .contains("W_max 2.934 s")
        .contains("scale_out_cooldown 30 s")
        .contains("scale_in_cooldown 960 s")
        .contains("queue_max_depth 50")
        .containsPattern("surge_survival +warn")
        .containsPattern("scale_in_safety +warn")
        .contains("Next: rundle validate --plan ");
    assertThat(folder.resolve("rundle-work/plan-kokoro-82m.json")).isRegularFile();
  }

  @Test
  void theJsonIsThePlanWithTheNextCommand() throws Exception {
    JsonNode plan = new ObjectMapper().readTree(plan("--json").out());
    assertThat(plan.path("schema").asText()).isEqualTo("rundle/plan/1");
    assertThat(plan.path("policy").path("scaling_target_value").asDouble()).isEqualTo(37.5);
    assertThat(plan.path("next").asText()).startsWith("rundle validate --plan ");
  }

  @Test
  void aSecondPlanTakesTheNextName() {
    plan();
    plan();
    assertThat(folder.resolve("rundle-work/plan-kokoro-82m-2.json")).isRegularFile();
  }

  @Test
  void thePublishedFleetSizeIsAStop() {
    Ended ended = plan("--peak-rps", "5000", "--sizing", "uncontended");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out())
        .contains("max_instances 9")
        .containsPattern("peak_throughput +stop")
        .doesNotContain("Next: ");
    assertThat(plan("--peak-rps", "5000").out()).contains("max_instances 280");
  }

  @Test
  void aNamedFileIsNotReplacedUnasked() {
    assertThat(plan("--output", "p.json").exitCode()).isZero();
    assertThat(plan("--output", "p.json").exitCode()).isEqualTo(3);
    assertThat(plan("--output", "p.json", "--force").exitCode()).isZero();
  }

  @Test
  void optionsThatContradictEachOtherAreWrongUsage() {
    assertThat(plan("--peak-rps", "5", "--peak-streams", "5").exitCode()).isEqualTo(2);
    assertThat(plan("--peak-rps", "NaN").exitCode()).isEqualTo(2);
    assertThat(plan("--trough-rps", "5").exitCode()).isEqualTo(2);
    assertThat(plan("--surge-ratio", "1.5").exitCode()).isEqualTo(2);
    assertThat(plan("--sizing", "guess").exitCode()).isEqualTo(2);
    assertThat(plan("--min-floor", "-1").exitCode()).isEqualTo(2);
  }

  private Ended plan(String... more) {
    String[] line = new String[more.length + 5];
    System.arraycopy(
        new String[] {
          "plan",
          "--qmax",
          EXAMPLE.resolve("qmax.json").toString(),
          "--ttotal",
          EXAMPLE.resolve("ttotal.json").toString()
        },
        0,
        line,
        0,
        5);
    System.arraycopy(more, 0, line, 5, more.length);
    return CommandLineFixture.in(folder).run(line);
  }
}

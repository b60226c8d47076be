package dev.rundle.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.Progress;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
  private final PrintStream printer = new PrintStream(err, true, StandardCharsets.UTF_8);
  private final RunProgress progress =
      new RunProgress(
          new Progress(
              new Surroundings(printer, printer, false, false, Map.of(), Path.of(""), clock)),
          clock);

  @Test
  void aPhaseThatShouldTakeSoLongSaysUntilWhen() {
    progress.phase(Phase.MEASURING, "concurrency 5", Optional.of(NOW.plusSeconds(240)));

    assertThat(said())
        .matches("measuring: concurrency 5 \\(240 s, until \\d\\d:\\d\\d(:\\d\\d)?\\)\\R");
  }

  @Test
  void aPhaseThatIsGivenUpAfterSoLongSaysAtMost() {
    progress.phase(Phase.JOINING_METRICS, "", Optional.of(NOW.plusSeconds(240)));

    assertThat(said())
        .isEqualToIgnoringNewLines("waiting for CloudWatch to publish (at most 240 s)");
  }

  @Test
  void aPhaseOfUnknownLengthSaysNothingAboutIt() {
    progress.phase(Phase.SCALING_OUT, "", Optional.empty());

    assertThat(said()).isEqualToIgnoringNewLines("waiting for the new instance");
  }

  @Test
  void aStageIsToldToTheMillisecond() {
    progress.stage(
        new StageTime(
            Stage.DESIRED_SET, Instant.parse("2026-11-30T19:24:43.494266706Z"), false, "a call"));

    assertThat(said()).isEqualToIgnoringNewLines("  desired_set at 2026-11-30T19:24:43.494Z");
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }
}

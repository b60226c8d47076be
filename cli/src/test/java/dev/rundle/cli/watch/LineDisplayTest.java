package dev.rundle.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LineDisplayTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
  private final PrintStream printer = new PrintStream(err, true, StandardCharsets.UTF_8);
  private final RunDisplay display =
      RunDisplay.of(
          new Surroundings(printer, printer, false, false, Map.of(), Path.of(""), clock),
          false,
          Duration.ofSeconds(3),
          Optional.empty());

  @Test
  void aPhaseThatShouldTakeSoLongSaysUntilWhen() {
    display.phase(Phase.MEASURING, "concurrency 5", Optional.of(NOW.plusSeconds(240)));

    assertThat(said().get(0))
        .matches("measuring: concurrency 5 \\(240 s, until \\d\\d:\\d\\d:\\d\\d\\)");
  }

  @Test
  void aPhaseThatIsGivenUpAfterSoLongSaysAtMost() {
    display.phase(Phase.JOINING_METRICS, "", Optional.of(NOW.plusSeconds(240)));

    assertThat(said()).containsExactly("waiting for CloudWatch to publish (at most 240 s)");
  }

  @Test
  void aPhaseOfUnknownLengthSaysNothingAboutIt() {
    display.phase(Phase.SCALING_OUT, "", Optional.empty());

    assertThat(said()).containsExactly("waiting for the new instance");
  }

  @Test
  void wordsOfOtherHostsCommandNoTerminal() {
    display.phase(Phase.SCALING_OUT, "in\u001B[2J-1", Optional.empty());
    display.agentJoined("agent-1 at \u001B[2Jhost:1", 1, 3);
    display.agentLost("agent\u001B[2J-1", "bye\u0007");
    display.warning("not \u009B2Jrestored");

    assertThat(said())
        .containsExactly(
            "waiting for the new instance: in?[2J-1",
            "  agent agent-1 at ?[2Jhost:1 joined (1 of 3)",
            "  agent agent?[2J-1 lost: bye?",
            "warning: not ?2Jrestored");
  }

  @Test
  void aStageIsToldToTheMillisecond() {
    display.stage(
        new StageTime(
            Stage.DESIRED_SET, Instant.parse("2026-11-30T19:24:43.494266706Z"), false, "a call"));

    assertThat(said()).containsExactly("  desired_set at 2026-11-30T19:24:43.494Z");
  }

  @Test
  void agentsThatComeAndGo() {
    display.agentJoined("agent-1", 1, 2);
    display.agentRefused("10.0.0.9:40112", "it runs version 0.0.9, this is 0.1.0");
    display.agentLost("agent-1", "its host 10.0.0.7:4431 is unreachable\u001B[2J");

    assertThat(said())
        .containsExactly(
            "  agent agent-1 joined (1 of 2)",
            "  refused the agent at 10.0.0.9:40112: it runs version 0.0.9, this is 0.1.0",
            "  agent agent-1 lost: its host 10.0.0.7:4431 is unreachable?[2J");
  }

  @Test
  void aRungThatEnded() {
    display.rungEnded(Rungs.ended(1_204, 12));
    display.rungEnded(Rungs.ended(100, 0, "agent-2 was lost: it stopped", "late"));

    assertThat(said())
        .containsExactly(
            "  concurrency 20: 12 over the SLO of 1,204, 2 agents began within 1.2 ms, pass",
            "  concurrency 20: 0 over the SLO of 100, 2 agents began within 1.2 ms, void: agent-2"
                + " was lost: it stopped; late");
  }

  private List<String> said() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }
}

package dev.rundle.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.FakeTerminal;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalDisplayTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");

  private final FakeTerminal terminal = new FakeTerminal(70);
  private final RunDisplay display =
      RunDisplay.of(
          new Surroundings(
              terminal.stream(),
              terminal.stream(),
              true,
              true,
              Map.of("COLUMNS", "70", "LINES", "20"),
              Path.of(""),
              Clock.fixed(NOW, ZoneOffset.UTC)),
          false,
          Duration.ofSeconds(3),
          Optional.empty());

  @Test
  void aRunFromTheFirstAgentToTheFirstVerdict() {
    display.phase(Phase.WAITING_FOR_AGENTS, "2 wanted", Optional.of(NOW.plusSeconds(300)));
    display.agentJoined("agent-1", 1, 2);
    display.agentJoined("agent-2", 2, 2);
    display.phase(Phase.MEASURING, "concurrency 20", Optional.of(NOW.plusSeconds(240)));
    display.progress(
        Rungs.progress(
            193,
            19.98,
            1_204,
            12,
            Rungs.agent("agent-1", 10, 9.99, 0.35, 3),
            Rungs.agent("agent-2", 10, 9.99, 0.83, 12)));
    display.agentLost("agent-2", "it stopped");
    assertThat(terminal.lines())
        .containsExactly(
            "  agent agent-1 joined (1 of 2)",
            "  agent agent-2 joined (2 of 2)",
            "  agent agent-2 lost: it stopped",
            "concurrency 20 · rung 3 · 0:47 left",
            "held 19.98 of 20 · 1,204 ended · 12 over the SLO (1.0 %)",
            "p95 TTFAB 2,125 ms, SLO 3,000 ms · would pass so far, provisionally",
            "  lost agent-2: it stopped",
            "  agent    share  held   cpu  late by",
            "  agent-1     10  9.99  35 %   3.0 ms",
            "  agent-2     10  9.99  83 %  12.0 ms  ! cpu");

    display.rungEnded(Rungs.ended(1_204, 12));
    display.interrupted();
    display.close();
    assertThat(terminal.lines())
        .containsExactly(
            "  agent agent-1 joined (1 of 2)",
            "  agent agent-2 joined (2 of 2)",
            "  agent agent-2 lost: it stopped",
            "  concurrency 20: 12 over the SLO of 1,204, 2 agents began within 1.2",
            "ms, pass",
            "interrupted: stopping in good order");
  }
}

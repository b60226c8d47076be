package dev.rundle.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.FakeTerminal;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.process.Surroundings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentDisplayTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");
  private static final String TIME = Progress.timeOfDay(NOW) + "  ";
  private static final String AT = "{\"at\":\"2026-11-30T19:20:00.000Z\",";

  private final FakeTerminal terminal = new FakeTerminal(200);

  @Test
  void elsewhereThanOnATerminalEverythingIsALine() {
    try (AgentDisplay display = AgentDisplay.of(surroundings(false), false)) {
      tell(display);
    }
    assertThat(terminal.lines())
        .containsExactly(
            TIME + "looking for the coordinator at 10.0.0.5:25520 until Ctrl-C",
            TIME + "waiting for the coordinator at 10.0.0.5:25520: its name does not resolve",
            TIME + "refused by the coordinator at 10.0.0.5:25520: another version?[2J",
            TIME + "joined the coordinator at 10.0.0.5:25520",
            TIME + "run 7f3a: preparing as agent-2 for the endpoint tts",
            TIME + "run 7f3a: ready",
            TIME + "run 7f3a: holding 14 of rung 3",
            TIME + "run 7f3a: holding nothing, waiting for the next rung",
            TIME + "run 7f3a: holding 4 of the probe",
            TIME + "run 7f3a: stopped: no word from the coordinator for 4 s",
            TIME + "run 7f3b: finished",
            TIME + "the coordinator at 10.0.0.5:25520 is gone; looking for the next one there",
            TIME + "interrupted: leaving the cluster");
  }

  @Test
  void onATerminalOneLineShowsWhatIsHeldNow() {
    try (AgentDisplay display = AgentDisplay.of(surroundings(true), false)) {
      display.joined("10.0.0.5:25520");
      display.holding("7f3a", 0, 7);
      display.holding("7f3a", 2, 14);
      assertThat(terminal.lines())
          .containsExactly(
              TIME + "joined the coordinator at 10.0.0.5:25520",
              "run 7f3a: holding 14 of rung 3  0:00");
    }
    assertThat(terminal.lines()).containsExactly(TIME + "joined the coordinator at 10.0.0.5:25520");
  }

  @Test
  void asJsonEverythingIsAnEvent() {
    try (AgentDisplay display = AgentDisplay.of(surroundings(true), true)) {
      tell(display);
    }
    assertThat(terminal.lines())
        .containsExactly(
            AT
                + "\"event\":\"starting\",\"coordinator\":\"10.0.0.5:25520\",\"work\":\"rundle-work\"}",
            AT
                + "\"event\":\"waiting\",\"coordinator\":\"10.0.0.5:25520\",\"reason\":\"its name"
                + " does not resolve\"}",
            AT
                + "\"event\":\"refused\",\"coordinator\":\"10.0.0.5:25520\",\"reason\":\"another"
                + " version\\u001B[2J\"}",
            AT + "\"event\":\"joined\",\"coordinator\":\"10.0.0.5:25520\"}",
            AT
                + "\"event\":\"preparing\",\"run\":\"7f3a\",\"agent\":\"agent-2\",\"endpoint\":\"tts\"}",
            AT + "\"event\":\"ready\",\"run\":\"7f3a\"}",
            AT + "\"event\":\"holding\",\"run\":\"7f3a\",\"rung\":3,\"share\":14}",
            AT + "\"event\":\"holding\",\"run\":\"7f3a\",\"rung\":3,\"share\":0}",
            AT + "\"event\":\"holding\",\"run\":\"7f3a\",\"rung\":-1,\"share\":4}",
            AT
                + "\"event\":\"stopped\",\"run\":\"7f3a\",\"reason\":\"no word from the coordinator"
                + " for 4 s\"}",
            AT + "\"event\":\"finished\",\"run\":\"7f3b\"}",
            AT + "\"event\":\"alone\",\"coordinator\":\"10.0.0.5:25520\"}",
            AT + "\"event\":\"interrupted\"}");
  }

  private static void tell(AgentDisplay display) {
    String coordinator = "10.0.0.5:25520";
    display.starting(coordinator, "rundle-work");
    display.waiting(coordinator, "its name does not resolve");
    display.refused(coordinator, "another version\u001B[2J");
    display.joined(coordinator);
    display.preparing("7f3a", "agent-2", "tts");
    display.ready("7f3a");
    display.holding("7f3a", 2, 14);
    display.holding("7f3a", 2, 0);
    display.holding("7f3a", -1, 4);
    display.stopped("7f3a", "no word from the coordinator for 4 s");
    display.finished("7f3b");
    display.alone(coordinator);
    display.interrupted();
  }

  private Surroundings surroundings(boolean isTerminal) {
    return new Surroundings(
        terminal.stream(),
        terminal.stream(),
        isTerminal,
        isTerminal,
        Map.of("NO_COLOR", "1", "COLUMNS", "200"),
        Path.of(""),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }
}

package dev.rundle.cli.watch;

import static dev.rundle.cli.watch.Rungs.agent;
import static dev.rundle.cli.watch.Rungs.progress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.Progress;
import dev.rundle.cli.output.Style;
import dev.rundle.cli.output.TerminalSize;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.AgentFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunViewTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");
  private static final Duration SLO = Duration.ofSeconds(3);
  private static final LadderSchedule LADDER =
      LadderSchedule.of(
          List.of(1, 10, 20, 40),
          List.of(Duration.ofSeconds(240)),
          List.of(Duration.ofSeconds(60)),
          Duration.ofSeconds(30),
          20);

  /** The rung ends in 47 s, then 30 s of rest and 240 s of rung 40. */
  private static final String END = Progress.timeOfDay(NOW.plusSeconds(47 + 30 + 240));

  @Test
  void aRungThatIsMeasured() {
    assertThat(
            view(100, 24)
                .lines(
                    picture(
                        progress(
                            193,
                            19.98,
                            1_204,
                            12,
                            agent("agent-1", 10, 9.99, 0.351, 3),
                            agent("agent-2", 10, 9.99, 0.83, 12))),
                    NOW))
        .containsExactly(
            "concurrency 20 · rung 3 of 4 · 0:47 left · ladder until about " + END,
            "held 19.98 of 20 · 1,204 ended · 12 over the SLO (1.0 %)",
            "p95 TTFAB 2,125 ms, SLO 3,000 ms · would pass so far, provisionally",
            "  agent    share  held   cpu  late by",
            "  agent-1     10  9.99  35 %   3.0 ms",
            "  agent-2     10  9.99  83 %  12.0 ms  ! cpu");
  }

  @Test
  void aRungThatSettles() {
    assertThat(
            view(100, 24)
                .lines(picture(progress(15, 0, 0, 0, agent("agent-1", 20, 0, Double.NaN, 0))), NOW))
        .containsExactly(
            "concurrency 20 · rung 3 of 4 · 3:45 left · ladder until about "
                + Progress.timeOfDay(NOW.plusSeconds(225 + 270)),
            "settling · the window opens in 2:45 · 20 ordered",
            "p95 TTFAB -, SLO 3,000 ms · not judged yet",
            "  agent    share  held  cpu  late by",
            "  agent-1     20  0.00    -   0.0 ms");
  }

  @Test
  void timeGoesOnBetweenTwoReports() {
    RunPicture picture = picture(progress(193, 19.98, 1_204, 12));
    assertThat(view(100, 24).lines(picture, NOW.plusSeconds(2)).get(0)).contains("0:45 left");
    assertThat(view(100, 24).lines(picture, NOW.plusSeconds(60)).get(0))
        .contains("awaiting the last answers");
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1, would pass so far",
    "100, 5, undecided so far",
    "100, 10, would fail so far",
    "0, 0, not judged yet"
  })
  void whatARungWouldBeJudgedNow(long ended, long over, String said) {
    assertThat(view(100, 24).lines(picture(progress(200, 20, ended, over)), NOW).get(2))
        .contains(said);
  }

  @Test
  void aSecondAttemptSaysSo() {
    var again =
        new RungOrder(3, 20, Duration.ofSeconds(180), Duration.ofSeconds(60), Duration.ZERO, 2);
    assertThat(view(100, 24).lines(picture(progress(again, 193, 20, 10, 0)), NOW).get(0))
        .startsWith("concurrency 20 · rung 3 of 4 · attempt 2 · 0:47 left");
  }

  @Test
  void aProbeIsHeldWithoutBeingJudgedWhileSomethingElseIsAwaited() {
    var probe = new RungOrder(-1, 10, Duration.ZERO, Duration.ofHours(6), Duration.ZERO, 1);
    assertThat(view(100, 24).lines(picture(progress(probe, 61, 9.98, 100, 90)), NOW))
        .containsExactly(
            "measuring  0:00",
            "held 9.98 of 10 · 100 ended · 90 over the SLO (90.0 %)",
            "p95 TTFAB 2,125 ms lately, SLO 3,000 ms");
  }

  @Test
  void ofManyAgentsTheWorstEightAndASum() {
    AgentFigures[] agents =
        IntStream.rangeClosed(1, 50)
            .mapToObj(i -> agent("agent-" + i, 10, 9.99, 0.1 + i / 1_000.0, i == 7 ? 400 : i % 5))
            .toArray(AgentFigures[]::new);
    List<String> lines = view(100, 40).lines(picture(progress(193, 499.5, 5_000, 0, agents)), NOW);
    assertThat(lines).hasSize(3 + 1 + 8 + 1);
    assertThat(lines.get(4)).isEqualTo("  agent-7      10  9.99  11 %   400 ms  ! late");
    assertThat(lines.get(5)).isEqualTo("  agent-49     10  9.99  15 %   4.0 ms");
    assertThat(lines.get(12))
        .isEqualTo("  42 agents: held 419.58 of 420, cpu at most 15 %, late by at most 4.0 ms");
  }

  @Test
  void whoWasLostIsTold() {
    RunPicture picture =
        picture(progress(193, 10, 100, 0, agent("agent-1", 10, 9.99, 0.2, 1)))
            .with(new RunPicture.Lost("agent-2", "its host 10.0.0.7:4431 is unreachable"));
    assertThat(view(100, 24).lines(picture, NOW))
        .contains("  lost agent-2: its host 10.0.0.7:4431 is unreachable");
  }

  @Test
  void aPhaseWithoutRungIsOneLine() {
    RunPicture waiting =
        RunPicture.EMPTY.begin(
            "waiting for agents: 1 of 3", NOW, Optional.of(NOW.plusSeconds(300)), true);
    assertThat(view(100, 24).lines(waiting, NOW.plusSeconds(7)))
        .containsExactly("waiting for agents: 1 of 3  0:07 (at most 5 minutes)");
    RunPicture warming =
        RunPicture.EMPTY.begin("warming up", NOW, Optional.of(NOW.plusSeconds(60)), false);
    assertThat(view(100, 24).lines(warming, NOW.plusSeconds(61)))
        .containsExactly(
            "warming up  1:01 (60 s, until " + Progress.timeOfDay(NOW.plusSeconds(60)) + ")");
    assertThat(view(100, 24).lines(RunPicture.EMPTY, NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 2", "20, 3", "40, 5", "40, 6", "60, 8", "200, 12"})
  void theBlockNeverExceedsTheTerminal(int columns, int rows) {
    AgentFigures[] agents =
        IntStream.rangeClosed(1, 30)
            .mapToObj(i -> agent("agent-" + i, 10, 9.99, 0.9, 400))
            .toArray(AgentFigures[]::new);
    RunPicture picture =
        picture(progress(193, 299.5, 5_000, 3_000, agents))
            .with(new RunPicture.Lost("agent-31", "its host is unreachable"));
    for (boolean coloured : new boolean[] {true, false}) {
      List<String> lines =
          new RunView(
                  new Style(coloured),
                  new TerminalSize(columns, rows),
                  SLO,
                  Optional.of(new LadderOutlook(LADDER)))
              .lines(picture, NOW);
      assertThat(lines).hasSizeBetween(1, Math.max(1, rows - 1));
      assertThat(lines).allMatch(line -> Words.width(line) <= columns);
    }
  }

  private static RunView view(int columns, int rows) {
    return new RunView(
        new Style(false),
        new TerminalSize(columns, rows),
        SLO,
        Optional.of(new LadderOutlook(LADDER)));
  }

  private static RunPicture picture(RungProgress progress) {
    return RunPicture.EMPTY.begin("measuring", NOW, Optional.empty(), false).with(progress, NOW);
  }
}

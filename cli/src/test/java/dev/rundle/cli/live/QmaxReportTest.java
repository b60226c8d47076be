package dev.rundle.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.Style;
import dev.rundle.model.artifact.QmaxArtifact.AgentShare;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QmaxReportTest {
  @Test
  void withoutOneAnswerThereIsNoTimeToFirstAudioRatherThanOneOfZero() {
    var refused =
        new QmaxReport.Rung(
            1,
            1,
            904,
            904,
            904,
            1,
            0,
            0,
            0.9,
            0,
            OptionalDouble.empty(),
            Optional.of("no conversion: too short"),
            Map.of(Outcome.THROTTLED, 904L),
            Optional.of(StartSkew.SINGLE),
            List.of(),
            "fail",
            List.of());
    var report = report(refused);

    assertThat(print(report))
        .containsPattern("904 \\(100.0 %\\) +- +- +0.90 +0.0/s +fail")
        .contains("failures at 1: 904 throttled", "at 1: no conversion: too short");
  }

  @Test
  void theTableShowsHowFarApartTheAgentsBeganAndWhoTheyWere() {
    List<String> lines =
        print(
                report(
                    shared(1, 1, "pass", new StartSkew(2, 0.1, 0.2), "agent-1", "agent-2"),
                    shared(8, 1, "void", new StartSkew(2, 0.1, 0.3), "agent-1", "agent-2"),
                    shared(8, 2, "pass", StartSkew.SINGLE, "agent-1")))
            .lines()
            .toList();

    assertThat(lines.get(0)).endsWith("completed  skew p99  verdict");
    assertThat(lines.get(1)).endsWith("17.9/s    0.2 ms  pass");
    assertThat(lines.get(2)).endsWith("17.9/s    0.3 ms  void");
    assertThat(lines.get(3)).endsWith("17.9/s    0.0 ms  pass");
    assertThat(lines)
        .contains(
            "  void at 8: agent-2 was lost: it stopped",
            "  held from 1 on by agent-1, agent-2",
            "  held from 8 (attempt 2) on by agent-1")
        .allMatch(line -> line.length() < 110);
  }

  @Test
  void wordsOfOtherHostsCommandNoTerminal() {
    QmaxReport.Rung rung = shared(8, 1, "void", StartSkew.SINGLE, "agent-1", "agent\u001B[2J-2");
    var hostile =
        new QmaxReport.Rung(
            rung.concurrency(),
            rung.attempt(),
            rung.sent(),
            rung.effectiveN(),
            rung.overSlo(),
            rung.shareOverSlo(),
            rung.ttfabP50Millis(),
            rung.ttfabP95Millis(),
            rung.meanInFlight(),
            rung.completedPerSecond(),
            rung.maximumRatio(),
            Optional.of("no \u001B[2Jpoints"),
            rung.outcomes(),
            rung.startSkew(),
            rung.agents(),
            rung.verdict(),
            List.of("agent-2 was lost: \u001B[2Jbye"));

    assertThat(print(report("all \u001B[2Jvoid", hostile)))
        .contains(
            "void at 8: agent-2 was lost: ?[2Jbye",
            "at 8: no ?[2Jpoints",
            "held from 8 on by agent-1, agent?[2J-2",
            "Q_max not found: all ?[2Jvoid")
        .doesNotContain("\u001B");
  }

  @Test
  void withOneAgentNothingIsSaidOfAgents() {
    assertThat(print(report(shared(1, 1, "pass", StartSkew.SINGLE, "agent-1"))))
        .doesNotContain("skew", "held from");
  }

  private static QmaxReport.Rung shared(
      int concurrency, int attempt, String verdict, StartSkew skew, String... agents) {
    return new QmaxReport.Rung(
        concurrency,
        attempt,
        100,
        100,
        0,
        0,
        50,
        60,
        concurrency,
        17.9,
        OptionalDouble.of(1.1),
        Optional.empty(),
        Map.of(Outcome.OK, 100L),
        Optional.of(skew),
        Stream.of(agents)
            .map(name -> new AgentShare(name, 1, 1, OptionalDouble.of(0.2), 1.5))
            .toList(),
        verdict,
        verdict.equals("void") ? List.of("agent-2 was lost: it stopped") : List.of());
  }

  private static QmaxReport report(QmaxReport.Rung... rungs) {
    return report("the first rung 1 fails the SLO", rungs);
  }

  private static QmaxReport report(String withheldBecause, QmaxReport.Rung... rungs) {
    return new QmaxReport(
        "kokoro-82m",
        "tts",
        "sandbox",
        "7f3a",
        3_000,
        Optional.empty(),
        false,
        false,
        Optional.of(withheldBecause),
        OptionalDouble.empty(),
        List.of(rungs),
        List.of("agent-1"),
        List.of(),
        "qmax.json",
        Optional.empty());
  }

  private static String print(QmaxReport report) {
    var out = new ByteArrayOutputStream();
    report.print(new PrintStream(out, true, StandardCharsets.UTF_8), new Style(false));
    return out.toString(StandardCharsets.UTF_8);
  }
}

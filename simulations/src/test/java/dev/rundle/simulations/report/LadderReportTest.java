package dev.rundle.simulations.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.simulations.report.AgentLogs.Share;
import dev.rundle.simulations.report.Staircase.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderReportTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final Staircase STAIRCASE =
      Staircase.of(
          List.of(
              new Step(START.plusSeconds(60), 0),
              new Step(START, 1),
              new Step(START.plusSeconds(30), 50)));

  @TempDir Path folder;

  @Test
  void aDamagedLogAloneLeavesNoReport() throws IOException {
    Path log = agentLog("one", 0, 100);
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 3));

    assertThatThrownBy(() -> render(rungs(50), LogSource.of(log)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("truncated");

    try (var left = Files.list(folder.resolve("reports"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aLadderWithoutARequestIsNoReport() {
    LogSource log = LogSource.of(agentLog("one", 0, 0));

    assertThatThrownBy(() -> render(rungs(0), log))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("There is nothing to report: no request was made");
    assertThatThrownBy(() -> render(rungs(0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("There is no log");
  }

  @Test
  void aLadderWhoseRungsAreAllIncompleteIsNoReportAndSaysWhy() {
    LogSource log = LogSource.of(agentLog("one", 0, 100));

    assertThatThrownBy(() -> render(rungs(51), log))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "There is nothing to report: rung \"01 · N=1 · 17.89/s\" is left out: the logs hold 50"
                + " requests of it, the measurement counted 51; and 1 more is left out");
    assertThat(folder.resolve("reports/ladder")).doesNotExist();
  }

  @Test
  void aReportIsNeverOverwritten() throws IOException {
    Path target = Files.createDirectories(folder.resolve("reports/ladder"));
    Files.writeString(target.resolve("index.html"), "precious");

    assertThatThrownBy(() -> render(rungs(50), LogSource.of(agentLog("one", 0, 100))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("in use");
    assertThat(target.resolve("index.html")).hasContent("precious");
  }

  @Test
  void gatlingRendersAGroupPerRungWithExactCounts() throws IOException {
    Rendered rendered =
        render(
            rungs(1_000),
            LogSource.of(agentLog("one", 0, 1_000)),
            new LogSource(agentLog("two", 1_500, 600), Duration.ofMillis(1_500), true),
            new LogSource(agentLog("three", -700, 400), Duration.ofMillis(-700), true));

    assertThat(rendered.leftOut()).isEmpty();
    assertThat(rendered.carried()).isEqualTo(new LadderLog.Carried(2_000, 2_000, 0));
    assertThat(rendered.html()).isEqualTo(folder.resolve("reports/ladder/index.html"));
    String html = Files.readString(rendered.html());
    assertThat(html)
        .contains("Ladder of kokoro", "requests in flight")
        .contains("Load came from 3 agents.")
        .doesNotContain("left out");
    assertThat(table(html))
        .containsExactly(
            "All Requests: 2000 = 1960 + 40",
            "01 · N=1 · 17.89/s: 1000 = 980 + 20",
            "full response: 1000 = 980 + 20",
            "02 · N=50 · 17.91/s: 1000 = 980 + 20",
            "full response: 1000 = 980 + 20");
  }

  @Test
  void whatIsLeftOutIsNoPartOfTheTableAndTheReportSaysSo() throws IOException {
    Path cut = agentLog("two", 0, 200);
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(whole, whole.length * 3 / 4));

    Rendered rendered =
        render(
            rungs(600),
            LogSource.of(agentLog("one", 0, 1_000)),
            new LogSource(cut, Duration.ZERO, false));

    assertThat(rendered.leftOut())
        .singleElement()
        .asString()
        .startsWith("rung \"02 · N=50 · 17.91/s\" is left out");
    String html = Files.readString(rendered.html());
    assertThat(html).contains("1 rung is left out").doesNotContain("17.91/s");
    assertThat(table(html))
        .containsExactly(
            "All Requests: 600 = 588 + 12",
            "01 · N=1 · 17.89/s: 600 = 588 + 12",
            "full response: 600 = 588 + 12");
  }

  private Rendered render(List<RungGroup> rungs, LogSource... logs) {
    return LadderReport.render(
        List.of(logs),
        STAIRCASE,
        rungs,
        "Ladder of kokoro",
        Duration.ofSeconds(3),
        folder.resolve("reports/ladder"));
  }

  /** The rows of the report's own table of statistics: name, total, ok and failed. */
  private static List<String> table(String html) {
    return Pattern.compile(
            "class=\"ellipsed-name\">([^<]*)<.*?col-2\">(\\d+)<.*?col-3\">(\\d+)<.*?col-4\">(\\d+)<",
            Pattern.DOTALL)
        .matcher(html)
        .results()
        .map(
            row ->
                "%s: %s = %s + %s"
                    .formatted(
                        row.group(1).replace("&middot;", "·"),
                        row.group(2),
                        row.group(3),
                        row.group(4)))
        .toList();
  }

  /** Half of the requests in one rung, half in the next, every 50th fails. */
  private Path agentLog(String agent, long aheadMillis, int requests) {
    return new AgentLogs(folder, START)
        .write(
            agent,
            aheadMillis,
            new Share("rung-00", requests / 2, 0, 59, 60),
            new Share("rung-01", requests / 2, 30_000, 59, 2_800));
  }

  private static List<RungGroup> rungs(long sentInEach) {
    return List.of(
        new RungGroup("rung-00", "01 · N=1 · 17.89/s", sentInEach),
        new RungGroup("rung-01", "02 · N=50 · 17.91/s", sentInEach));
  }
}

package dev.rundle.simulations.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.simulations.engine.EmbeddedGatling;
import dev.rundle.simulations.log.LogHeader;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import dev.rundle.simulations.log.LogWriter;
import dev.rundle.simulations.report.Staircase.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderReportTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final long T0 = START.toEpochMilli();
  private static final Map<String, String> LABELS =
      Map.of("rung-00", "rung 00 · N=1 · 17.89/s", "rung-01", "rung 01 · N=50 · 17.91/s");
  private static final Staircase STAIRCASE =
      Staircase.of(
          List.of(
              new Step(START.plusSeconds(60), 0),
              new Step(START, 1),
              new Step(START.plusSeconds(30), 50)));

  private static final Duration SLO = Duration.ofSeconds(3);

  @TempDir Path folder;

  @Test
  void twoAgentsLogsBecomeOneWithExactCountsAndTheTrueStaircase() {
    Path one = agentLog("one", 0, 1_000);
    Path two = agentLog("two", 137, 500);
    Path out = folder.resolve("merged.log");

    var carried = new LadderLog(STAIRCASE, LABELS, "ladder").rewrite(List.of(one, two), out);

    assertThat(carried).isEqualTo(new LadderLog.Carried(1_500, 1_500, 0));
    var tally = new Tally(out);
    assertThat(tally.requests)
        .containsExactly(
            Map.entry("rung 00 · N=1 · 17.89/s KO", 15),
            Map.entry("rung 00 · N=1 · 17.89/s ok", 735),
            Map.entry("rung 01 · N=50 · 17.91/s KO", 15),
            Map.entry("rung 01 · N=50 · 17.91/s ok", 735));
    // Times are absolute: the second agent's first request began 137 ms after the first one's.
    assertThat(tally.firstStarts).containsExactly(T0, T0 + 137);
    assertThat(tally.held)
        .containsExactly(Map.entry(T0, 1), Map.entry(T0 + 30_000, 50), Map.entry(T0 + 60_000, 0));
  }

  @Test
  void usersOfAStaircaseThatDoesNotComeDownLeaveWithTheLastRecord() {
    Path log = agentLog("one", 0, 100);
    Path out = folder.resolve("merged.log");

    new LadderLog(Staircase.of(List.of(new Step(START, 3))), Map.of(), "ladder")
        .rewrite(List.of(log), out);

    assertThat(new Tally(out).held.lastEntry().getValue()).isZero();
    assertThat(new Tally(out).held.lastKey()).isEqualTo(new Tally(out).latest);
  }

  @Test
  void aDamagedAgentLogLeavesNoReport() throws IOException {
    Path log = agentLog("one", 0, 100);
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, java.util.Arrays.copyOf(whole, whole.length - 3));
    Path target = folder.resolve("reports/ladder");

    assertThatThrownBy(
            () -> LadderReport.render(List.of(log), STAIRCASE, LABELS, "ladder", SLO, target))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("truncated");

    try (var left = Files.list(folder.resolve("reports"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aLadderWithoutARequestIsNoReport() {
    Path log = agentLog("one", 0, 0);

    assertThatThrownBy(
            () ->
                LadderReport.render(
                    List.of(log), STAIRCASE, LABELS, "ladder", SLO, folder.resolve("report")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("There is nothing to report");
    assertThatThrownBy(
            () ->
                LadderReport.render(
                    List.of(), STAIRCASE, LABELS, "ladder", SLO, folder.resolve("report")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("There is no log");
  }

  @Test
  void aReportIsNeverOverwritten() throws IOException {
    Path target = Files.createDirectories(folder.resolve("report"));
    Files.writeString(target.resolve("index.html"), "precious");

    assertThatThrownBy(
            () ->
                LadderReport.render(
                    List.of(agentLog("one", 0, 100)), STAIRCASE, LABELS, "ladder", SLO, target))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("in use");
    assertThat(target.resolve("index.html")).hasContent("precious");
  }

  @Test
  void gatlingRendersAGroupPerRungWithExactCounts() throws IOException {
    Path index =
        LadderReport.render(
            List.of(agentLog("one", 0, 1_000), agentLog("two", 137, 500)),
            STAIRCASE,
            LABELS,
            "Ladder of kokoro",
            Duration.ofSeconds(3),
            folder.resolve("report"));

    assertThat(index).isEqualTo(folder.resolve("report/index.html")).exists();
    assertThat(index).content().contains("Ladder of kokoro");
    assertThat(index)
        .content()
        .contains("rung 00 ", "17.89/s", "rung 01 ", "17.91/s", "full response")
        .contains("requests in flight");
    assertThat(totals(Files.readString(index))).containsExactly(1_500, 750, 750, 750, 750);
  }

  /** First column of each row of the report's table: all, then a group and its request per rung. */
  private static List<Integer> totals(String html) {
    return java.util.regex.Pattern.compile("class=\"value total col-2\">(\\d+)<")
        .matcher(html)
        .results()
        .map(match -> Integer.parseInt(match.group(1)))
        .toList();
  }

  /** A rung of the first half and one of the second; every 50th request fails. */
  private Path agentLog(String agent, long lateMillis, int requests) {
    Path log = folder.resolve(agent + ".log");
    var header =
        new LogHeader(
            EmbeddedGatling.version(), "x", START.plusMillis(lateMillis), "", List.of("pool"), 0);
    var random = new Random(7);
    try (LogWriter writer = LogWriter.create(log, header)) {
      for (int i = 0; i < 200; i++) {
        writer.user("pool", true, T0 + lateMillis);
      }
      for (int i = 0; i < requests; i++) {
        boolean ok = i % 50 != 49;
        boolean firstRung = i < requests / 2;
        long start = T0 + lateMillis + i * 59_000L / requests;
        int full = (firstRung ? 60 : 2_800) + random.nextInt(10);
        int ttfab = full / 3;
        List<String> group = List.of(firstRung ? "rung-00" : "rung-01");
        writer.request(
            group, "full response", start, start + full, ok, ok ? "" : "REJECTED: queue saturated");
        writer.group(group, start, start + full, ok ? ttfab : full, ok);
      }
    }
    return log;
  }

  /** What stands in a log. */
  private static final class Tally implements LogVisitor {
    final Map<String, Integer> requests = new TreeMap<>();
    final List<Long> firstStarts = new ArrayList<>();
    final TreeMap<Long, Integer> held = new TreeMap<>();
    long latest;
    private int users;

    Tally(Path log) {
      try (LogReader reader = LogReader.open(log)) {
        reader.forEach(this);
      }
    }

    @Override
    public void request(
        List<String> groups, String name, long start, long end, boolean ok, String message) {
      requests.merge(groups.get(0) + (ok ? " ok" : " KO"), 1, Integer::sum);
      latest = Math.max(latest, end);
      if (start < T0 + 200 && firstStarts.size() < 2 && (start == T0 || start == T0 + 137)) {
        firstStarts.add(start);
      }
    }

    @Override
    public void group(List<String> groups, long start, long end, int cumulated, boolean ok) {
      latest = Math.max(latest, end);
    }

    @Override
    public void user(String scenario, boolean start, long at) {
      users += start ? 1 : -1;
      held.put(at, users);
    }

    @Override
    public void error(String message, long at) {}
  }
}

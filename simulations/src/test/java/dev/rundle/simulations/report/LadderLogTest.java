package dev.rundle.simulations.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.model.failure.BadInput;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import dev.rundle.simulations.report.AgentLogs.Share;
import dev.rundle.simulations.report.LadderLog.Carried;
import dev.rundle.simulations.report.Staircase.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderLogTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final long T0 = START.toEpochMilli();
  private static final Staircase STAIRCASE =
      Staircase.of(
          List.of(
              new Step(START.plusSeconds(60), 0),
              new Step(START, 3),
              new Step(START.plusSeconds(30), 150)));
  private static final String ONE = "01 · N=3 · 17.89/s";
  private static final String TWO = "02 · N=150 · 17.91/s";

  @TempDir Path folder;

  /** Agent a's clock is right, b's is 1.5 s ahead, c's is 0.7 s behind. */
  @Test
  void threeClocksBecomeOne() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, new Share("rung-00", 10, 1_000, 100, 60));
    Path b = logs.write("b", 1_500, new Share("rung-00", 10, 1_001, 100, 60));
    Path c = logs.write("c", -700, new Share("rung-00", 10, 1_002, 100, 60));

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 30)),
            new LogSource(a, Duration.ZERO, true),
            new LogSource(b, Duration.ofMillis(1_500), true),
            new LogSource(c, Duration.ofMillis(-700), true));

    assertThat(merged.rewritten)
        .isEqualTo(new LadderLog.Rewritten(new Carried(30, 30, 0), List.of()));
    long[] everyHundredMillisThreeInThreeMillis =
        IntStream.range(0, 30).mapToLong(i -> 1_000 + 100 * (i / 3) + i % 3).toArray();
    assertThat(sinceStart(merged.requestStarts))
        .containsExactly(everyHundredMillisThreeInThreeMillis);
    assertThat(sinceStart(merged.groupStarts))
        .containsExactly(everyHundredMillisThreeInThreeMillis);
    assertThat(merged.fullMillis).allMatch(millis -> millis >= 60 && millis < 70);
    assertThat(merged.start).isEqualTo(START);
  }

  @Test
  void offsetsAreRoundedToTheNearestMillisecond() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 2, new Share("rung-00", 1, 1_000, 1, 60));
    Path b = logs.write("b", -2, new Share("rung-00", 1, 1_000, 1, 60));

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 2)),
            new LogSource(a, Duration.ofNanos(1_500_000), true),
            new LogSource(b, Duration.ofNanos(-2_400_000), true));

    assertThat(sinceStart(merged.requestStarts)).containsExactly(1_000, 1_000);
  }

  @Test
  void rungsGetTheirLabelsAndTheTrueStaircase() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 500), share(1, 500));
    Path b = logs.write("b", 0, share(0, 250), share(1, 250));

    var merged = rewrite(rungs(750, 750), LogSource.of(a), LogSource.of(b));

    assertThat(merged.rewritten.leftOut()).isEmpty();
    assertThat(merged.requests)
        .containsExactly(
            Map.entry(ONE + " KO REJECTED: queue saturated", 15),
            Map.entry(ONE + " ok ", 735),
            Map.entry(TWO + " KO REJECTED: queue saturated", 15),
            Map.entry(TWO + " ok ", 735));
    assertThat(merged.held)
        .containsExactly(Map.entry(T0, 3), Map.entry(T0 + 30_000, 150), Map.entry(T0 + 60_000, 0));
  }

  /** The last request ends 2 s after the ladder has let go. */
  @Test
  void oneUserStaysAsLongAsTheLastRequestIsInFlight() {
    Path log =
        new AgentLogs(folder, START).write("a", 0, new Share("rung-00", 1, 59_000, 1, 3_000));

    var merged = rewrite(List.of(new RungGroup("rung-00", ONE, 1)), LogSource.of(log));

    assertThat(merged.held)
        .containsExactly(
            Map.entry(T0, 3),
            Map.entry(T0 + 30_000, 150),
            Map.entry(T0 + 60_000, 1),
            Map.entry(merged.latest, 0));
    assertThat(merged.latest).isBetween(T0 + 62_000, T0 + 62_010);
  }

  @Test
  void usersOfAStaircaseThatDoesNotComeDownLeaveWithTheLastRecord() {
    Path log = new AgentLogs(folder, START).write("a", 0, share(0, 100));
    Path out = folder.resolve("merged.log");

    new LadderLog(
            Staircase.of(List.of(new Step(START, 3))),
            List.of(new RungGroup("rung-00", ONE, 100)),
            "ladder")
        .rewrite(List.of(LogSource.of(log)), out);

    var merged = new Merged(null, out);
    assertThat(merged.held.lastEntry().getValue()).isZero();
    assertThat(merged.held.lastKey()).isEqualTo(merged.latest);
  }

  @Test
  void aRungWithARowTooFewOrTooManyIsLeftOutWithBothFigures() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 500), share(1, 500), share(2, 500));

    var merged =
        rewrite(
            List.of(
                new RungGroup("rung-00", ONE, 499),
                new RungGroup("rung-01", TWO, 500),
                new RungGroup("rung-02", "03 · N=4 · 17.90/s", 5_010)),
            LogSource.of(a));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(500, 500, 0));
    assertThat(merged.rewritten.leftOut())
        .containsExactly(
            "rung \"01 · N=3 · 17.89/s\" is left out: the logs hold 500 requests of it, the"
                + " measurement counted 499",
            "rung \"03 · N=4 · 17.90/s\" is left out: the logs hold 500 requests of it, the"
                + " measurement counted 5,010");
    assertThat(merged.requests.keySet()).allMatch(row -> row.startsWith(TWO));
  }

  @Test
  void aGroupThatIsNoRungOfTheMeasurementIsLeftOut() {
    Path a = new AgentLogs(folder, START).write("a", 0, share(0, 500), share(7, 12));

    var merged = rewrite(List.of(new RungGroup("rung-00", ONE, 500)), LogSource.of(a));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(500, 500, 0));
    assertThat(merged.rewritten.leftOut())
        .containsExactly(
            "group \"rung-07\" is left out: the logs hold 12 requests of it, the measurement knows"
                + " of no such rung");
  }

  @Test
  void aRungWithoutARequestNeedsNoRow() {
    Path a = new AgentLogs(folder, START).write("a", 0, share(0, 500));

    var merged = rewrite(rungs(500, 0), LogSource.of(a));

    assertThat(merged.rewritten.leftOut()).isEmpty();
    assertThat(merged.rewritten.carried().requests()).isEqualTo(500);
  }

  /** The lost agent's log ends within a record of rung 1, so rung 0 is whole and rung 1 is not. */
  @Test
  void aLogThatIsNotWholeIsReadUpToItsLastWholeRecord() throws IOException {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100), share(1, 100));
    Path b = logs.write("b", 0, share(0, 40), share(1, 40));
    cut(b, 3 + 20 * 10);

    var merged = rewrite(rungs(140, 140), LogSource.of(a), new LogSource(b, Duration.ZERO, false));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(140, 140, 0));
    assertThat(merged.rewritten.leftOut())
        .singleElement()
        .asString()
        .startsWith("rung \"02 · N=150 · 17.91/s\" is left out: the logs hold")
        .endsWith("the measurement counted 140");
  }

  /** Wherever it is cut, a rung is there with all its rows or not at all. */
  @Test
  void nothingIsMadeUpWhereverALogIsCut() throws IOException {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 5), share(1, 5));
    Path b = logs.write("b", 0, share(0, 5), share(1, 5));
    byte[] whole = Files.readAllBytes(b);
    var requests = new TreeMap<Long, Integer>();
    for (int length = 1; length <= whole.length; length++) {
      Files.write(b, Arrays.copyOf(whole, length));
      long carried =
          rewrite(rungs(10, 10), LogSource.of(a), new LogSource(b, Duration.ZERO, false))
              .rewritten
              .carried()
              .requests();
      requests.merge(carried, 1, Integer::sum);
    }
    assertThat(requests.keySet()).containsExactly(0L, 10L, 20L);
  }

  @Test
  void aWholeLogThatIsTruncatedIsGivenUpAsAWhole() throws IOException {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100), share(1, 100));
    Path b = logs.write("b", 0, share(0, 40));
    cut(b, 3);

    var merged = rewrite(rungs(140, 100), LogSource.of(a), LogSource.of(b));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(100, 100, 0));
    assertThat(merged.rewritten.leftOut())
        .containsExactly(
            "log left out: "
                + b
                + " is truncated: it ends within a record (its writer was ended, or the file was not"
                + " copied whole)",
            "rung \"01 · N=3 · 17.89/s\" is left out: the logs hold 100 requests of it, the"
                + " measurement counted 140");
  }

  @Test
  void corruptForeignEmptyAndMissingLogsAreGivenUpAndTheRestIsShown() throws IOException {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100));
    Path corrupt = logs.write("corrupt", 0, share(0, 40));
    byte[] bytes = Files.readAllBytes(corrupt);
    bytes[bytes.length / 2] ^= 0x55;
    bytes[bytes.length / 2 + 1] ^= 0x55;
    Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 64, (byte) 0x7f);
    Files.write(corrupt, bytes);
    Path foreign = Files.writeString(folder.resolve("foreign.log"), "RUN\tx\ty\t1\t \t2.0\n");
    Path empty = Files.createFile(folder.resolve("empty.log"));
    Path missing = folder.resolve("missing.log");
    Path other = new AgentLogs(folder, START).ofGatling("3.11.5").write("other", 0, share(0, 40));

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 100)),
            LogSource.of(corrupt),
            LogSource.of(a),
            LogSource.of(foreign),
            LogSource.of(empty),
            LogSource.of(missing),
            LogSource.of(other));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(100, 100, 0));
    assertThat(merged.rewritten.leftOut())
        .hasSize(5)
        .allMatch(line -> line.startsWith("log left out: " + folder))
        .anyMatch(line -> line.contains("corrupt.log is not a log of Gatling, or is damaged"))
        .anyMatch(line -> line.contains("foreign.log is not a log of Gatling, or is damaged"))
        .anyMatch(line -> line.contains("empty.log is not a log of Gatling, or is damaged"))
        .anyMatch(line -> line.contains("missing.log does not exist"))
        .anyMatch(line -> line.contains("other.log cannot be read: it was written by Gatling"));
  }

  @Test
  void aLogWithoutACallIsNoFault() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100));
    Path idle = logs.write("idle", 0);

    var merged =
        rewrite(List.of(new RungGroup("rung-00", ONE, 100)), LogSource.of(a), LogSource.of(idle));

    assertThat(merged.rewritten)
        .isEqualTo(new LadderLog.Rewritten(new Carried(100, 100, 0), List.of()));
  }

  @Test
  void aLogThatIsGivenTwiceOrCopiedCountsOnce() throws IOException {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100));
    Path copy = Files.copy(a, folder.resolve("copy.log"));
    Path link = Files.createSymbolicLink(folder.resolve("link.log"), a);

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 100)),
            LogSource.of(a),
            LogSource.of(a),
            LogSource.of(copy),
            LogSource.of(link));

    assertThat(merged.rewritten.carried()).isEqualTo(new Carried(100, 100, 0));
    assertThat(merged.rewritten.leftOut())
        .containsExactly(
            "log left out: "
                + a
                + " is given twice (it is the same log as "
                + a
                + ", which is used)",
            "log left out: "
                + copy
                + " is given twice (it is the same log as "
                + a
                + ", which is used)",
            "log left out: "
                + link
                + " is given twice (it is the same log as "
                + a
                + ", which is used)");
  }

  @Test
  void aLogWhoseTimesLieFarFromTheLadderIsGivenUp() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100));
    Path b = logs.write("b", 0, share(0, 100));

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 100)),
            LogSource.of(a),
            new LogSource(b, Duration.ofDays(400), true));

    assertThat(merged.rewritten.carried().requests()).isEqualTo(100);
    assertThat(merged.rewritten.leftOut())
        .singleElement()
        .asString()
        .contains("b.log has times 400 days from the ladder's");
  }

  /** The agent's clock was set back by ten seconds just after its run had begun. */
  @Test
  void timesBeforeTheRunsStartAreShownAsTheyAre() {
    Path a = new AgentLogs(folder, START).write("a", 0, new Share("rung-00", 100, -10_000, 18, 60));

    var merged = rewrite(List.of(new RungGroup("rung-00", ONE, 100)), LogSource.of(a));

    assertThat(merged.rewritten.carried().requests()).isEqualTo(100);
    assertThat(merged.start).isEqualTo(START.minusSeconds(10));
  }

  @Test
  void aLogWithARequestThatEndedBeforeItBeganIsGivenUp() {
    var logs = new AgentLogs(folder, START);
    Path a = logs.write("a", 0, share(0, 100));
    Path b = logs.write("b", 0, new Share("rung-01", 1, 0, 1, -60));

    var merged =
        rewrite(List.of(new RungGroup("rung-00", ONE, 100)), LogSource.of(a), LogSource.of(b));

    assertThat(merged.rewritten.leftOut())
        .containsExactly(
            "log left out: " + b + " has a request that ended before it began (it is damaged)");
  }

  @Test
  void aClockThatStandsInAnotherCenturyIsSetRight() {
    long ahead = Duration.ofDays(-20_000).toMillis();
    Path a = new AgentLogs(folder, START).write("a", ahead, share(0, 100));

    var merged =
        rewrite(
            List.of(new RungGroup("rung-00", ONE, 100)),
            new LogSource(a, Duration.ofMillis(ahead), true));

    assertThat(merged.rewritten.carried().requests()).isEqualTo(100);
    assertThat(merged.start).isEqualTo(START);
  }

  @Test
  void withoutALogThatCanBeUsedThereIsNothing() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.log"));
    var ladder = new LadderLog(STAIRCASE, rungs(1, 1), "ladder");
    Path out = folder.resolve("merged.log");

    assertThatThrownBy(() -> ladder.rewrite(List.of(LogSource.of(empty)), out))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("empty.log is not a log of Gatling");
    assertThatThrownBy(() -> ladder.rewrite(List.of(), out))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("There is no log");
    assertThat(out).doesNotExist();
  }

  @Test
  void wrongFiguresAreMistakes() {
    Path log = folder.resolve("a.log");
    assertThatThrownBy(() -> new RungGroup("rung-00", ONE, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RungGroup("rung-00", " ", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LogSource(log, Duration.ofSeconds(Long.MAX_VALUE), true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LogSource(log, Duration.ofSeconds(Long.MIN_VALUE), true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new LadderLog(
                    STAIRCASE,
                    List.of(new RungGroup("rung-00", ONE, 1), new RungGroup("rung-01", ONE, 1)),
                    "ladder"))
        .hasMessage("two rungs are called 01 · N=3 · 17.89/s");
  }

  private static Share share(int rung, int requests) {
    return new Share("rung-0" + rung, requests, rung * 20_000L, 18, 60);
  }

  private static List<RungGroup> rungs(long first, long second) {
    return List.of(new RungGroup("rung-00", ONE, first), new RungGroup("rung-01", TWO, second));
  }

  private Merged rewrite(List<RungGroup> rungs, LogSource... logs) {
    Path out = folder.resolve("merged.log");
    return new Merged(new LadderLog(STAIRCASE, rungs, "ladder").rewrite(List.of(logs), out), out);
  }

  private static void cut(Path log, int bytes) throws IOException {
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - bytes));
  }

  private static long[] sinceStart(List<Long> times) {
    return times.stream().mapToLong(time -> time - T0).sorted().toArray();
  }

  /** What stands in the new log. */
  private static final class Merged implements LogVisitor {
    final LadderLog.Rewritten rewritten;
    final Map<String, Integer> requests = new TreeMap<>();
    final List<Long> requestStarts = new ArrayList<>();
    final List<Long> groupStarts = new ArrayList<>();
    final List<Long> fullMillis = new ArrayList<>();
    final TreeMap<Long, Integer> held = new TreeMap<>();
    final Instant start;
    long latest;
    private int users;

    Merged(LadderLog.Rewritten rewritten, Path log) {
      this.rewritten = rewritten;
      try (LogReader reader = LogReader.open(log)) {
        start = reader.header().start();
        reader.forEach(this);
      }
    }

    @Override
    public void request(
        List<String> groups, String name, long start, long end, boolean ok, String message) {
      requests.merge(groups.get(0) + (ok ? " ok " : " KO ") + message, 1, Integer::sum);
      requestStarts.add(start);
      fullMillis.add(end - start);
      latest = Math.max(latest, end);
    }

    @Override
    public void group(List<String> groups, long start, long end, int cumulated, boolean ok) {
      groupStarts.add(start);
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

package dev.rundle.cli.ladder;

import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Table;
import dev.rundle.model.ladder.LadderSchedule;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code qmax --dry-run} prints.
 *
 * @param wallClockSeconds from the first rung's start to the last one's end; warm-up, freezing and
 *     waiting for CloudWatch come on top
 */
public record ScheduleReport(
    List<Rung> rungs,
    double wallClockSeconds,
    double wallClockMinutes,
    double warmUpSeconds,
    List<String> notes) {
  public ScheduleReport {
    rungs = List.copyOf(rungs);
    notes = List.copyOf(notes);
  }

  /** One rung's times, in seconds; {@code startsAfterSeconds} counts from the ladder's start. */
  public record Rung(
      int rung,
      int concurrency,
      double startsAfterSeconds,
      double settleSeconds,
      double windowSeconds,
      double restSeconds) {}

  /** Describes a schedule. */
  public static ScheduleReport of(LadderSchedule schedule, Duration warmUp) {
    List<Rung> rungs = new ArrayList<>();
    Duration start = Duration.ZERO;
    for (LadderSchedule.Rung rung : schedule.rungs()) {
      boolean last = rungs.size() == schedule.rungs().size() - 1;
      Duration rest = last ? Duration.ZERO : schedule.rest();
      rungs.add(
          new Rung(
              rungs.size() + 1,
              rung.concurrency(),
              seconds(start),
              seconds(rung.hold().minus(rung.window())),
              seconds(rung.window()),
              seconds(rest)));
      start = start.plus(rung.hold()).plus(rest);
    }
    double total = seconds(schedule.totalWallClock());
    return new ScheduleReport(rungs, total, total / 60, seconds(warmUp), schedule.notes());
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  /** Prints the table. */
  public void print(PrintStream out) {
    Table table =
        new Table()
            .figures("rung")
            .figures("concurrency")
            .figures("starts after")
            .figures("settle")
            .figures("window")
            .figures("rest");
    for (Rung rung : rungs) {
      table.row(
          String.valueOf(rung.rung()),
          Figures.count(rung.concurrency()),
          Figures.clock(Duration.ofSeconds((long) rung.startsAfterSeconds())),
          Figures.plainSeconds(rung.settleSeconds()),
          Figures.plainSeconds(rung.windowSeconds()),
          Figures.plainSeconds(rung.restSeconds()));
    }
    table.printTo(out);
    out.println();
    notes.forEach(note -> out.println("note: " + note));
    out.println(
        String.format(
            Locale.ROOT,
            "Wall clock: %.1f minutes, after %s of warm-up. Nothing was called.",
            wallClockMinutes,
            Figures.plainSeconds(warmUpSeconds)));
  }
}

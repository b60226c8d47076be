package dev.rundle.cli.command;

import dev.rundle.cli.ladder.ScheduleReport;
import dev.rundle.cli.live.QmaxJob;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ConcurrencyConverter;
import dev.rundle.cli.options.DurationConverter;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.RunDisplay;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.ladder.LadderSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rundle qmax}: climbs the ladder. */
@Command(
    name = "qmax",
    description = {
      "Measures Q_max: the largest concurrency that one instance holds inside the SLO.",
      "",
      "Suspends auto scaling and pins one instance while it runs, and puts everything back at its"
          + " end, also after Ctrl-C.",
      ""
    },
    footer = {
      "",
      RunDisplay.EVENTS,
      "",
      "Example: show the schedule, then climb the ladder",
      "  rundle qmax --dry-run",
      "  rundle qmax --model kokoro-82m --concurrency 1,5,10,20,30,40,50,60 --hold 4m --window 60s",
      "",
      "Example: the same with load from three hosts, each of which runs `rundle agent --join"
          + " 10.0.0.5:25520 --certs DIR`",
      "  rundle qmax --model kokoro-82m --listen 10.0.0.5:25520 --agents 3 --certs DIR"
    })
public final class QmaxCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private MeasurementOptions measurement;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,5,10,20,30,40,50,60",
      converter = ConcurrencyConverter.class,
      description = "Rungs, requests outstanding at once (default: 1,5,10,20,30,40,50,60).")
  private List<Integer> concurrencies;

  @Option(
      names = "--hold",
      paramLabel = "DURATION",
      split = ",",
      defaultValue = "240s",
      converter = DurationConverter.class,
      description = "How long a rung is held; one for all, or one per rung (default: 240s).")
  private List<Duration> holds;

  @Option(
      names = "--window",
      paramLabel = "DURATION",
      split = ",",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "The last part of the hold, measured; one, or one per rung (default: 60s).")
  private List<Duration> windows;

  @Option(
      names = "--rest",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "Pause without load between two rungs (default: 30s).")
  private Duration rest;

  @Option(
      names = "--align",
      description =
          "Settle until the wall clock's next whole 10 s, so that short windows still hold whole"
              + " CloudWatch periods.")
  private boolean align;

  @Option(
      names = "--probe",
      paramLabel = "N",
      defaultValue = "10",
      converter = ConcurrencyConverter.class,
      description =
          "Probe that ttotal will hold: its rung and the one at half of it are always measured,"
              + " as is rung 1 (default: 10).")
  private int probe;

  @Option(
      names = "--cloudwatch-wait",
      paramLabel = "DURATION",
      defaultValue = "4m",
      converter = DurationConverter.class,
      description =
          "Longest wait for CloudWatch to publish the last rung's points, after everything was put"
              + " back; rungs without them get no conversion (default: 4m).")
  private Duration cloudWatchWait;

  @Option(
      names = "--stop-after-fail",
      description = "After the first rung that fails, climb only those that ttotal reads.")
  private boolean stopAfterFail;

  @Option(
      names = "--dry-run",
      description = "Print the schedule and the time it takes; calls nothing.")
  private boolean dryRun;

  @Spec private CommandSpec spec;

  private final Surroundings surroundings;
  private final Interrupts interrupts;

  public QmaxCommand(Surroundings surroundings, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
  }

  @Override
  public Integer call() {
    measurement.listen().listening();
    measurement.metrics().address();
    requireProbe();
    Output output = new Output(surroundings, common.json());
    LadderSchedule schedule = LadderSchedule.of(concurrencies, holds, windows, rest, probe);
    var job = new QmaxJob(surroundings, interrupts, common, measurement);
    if (dryRun) {
      job.check();
      ScheduleReport report = ScheduleReport.of(schedule, measurement.warmUp());
      output.result(report, report::print, Optional.of(withoutDryRun()));
      return ExitCodes.FINE;
    }
    schedule.notes().forEach(output::warn);
    return job.run(new QmaxJob.Ladder(schedule, stopAfterFail, align, cloudWatchWait));
  }

  private void requireProbe() {
    if (probe < 1) {
      throw new BadInput(
          "--probe " + probe + " is no concurrency",
          "it is the number of requests that ttotal will hold",
          "give a whole number from 1 to 100,000; 10 by default");
    }
  }

  /** The same line as it was typed, to do it in earnest. */
  private List<String> withoutDryRun() {
    List<String> words = new ArrayList<>(List.of("rundle"));
    spec.commandLine().getParseResult().originalArgs().stream()
        .filter(word -> !word.equals("--dry-run") && !word.equals("--json"))
        .forEach(words::add);
    return words;
  }
}

package dev.rundle.cli.command;

import dev.rundle.cli.live.TtotalJob;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ConcurrencyConverter;
import dev.rundle.cli.options.DurationConverter;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.RunDisplay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle ttotal}: times a forced scale-out. */
@Command(
    name = "ttotal",
    description = {
      "Measures T_total: the time from asking for one more instance until it serves healthy"
          + " traffic, stage by stage.",
      "",
      "Suspends auto scaling, raises the desired count by one while it runs, and puts everything"
          + " back at its end, also after Ctrl-C.",
      ""
    },
    footer = {
      "",
      RunDisplay.EVENTS,
      "",
      "Example: with the ladder that qmax has written",
      "  rundle ttotal --qmax rundle-work/qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json"
    })
public final class TtotalCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private MeasurementOptions measurement;

  @Option(
      names = "--qmax",
      paramLabel = "FILE",
      required = true,
      description = "The ladder's artifact; its rungs are the reference for recovery.")
  private Path qmax;

  @Option(
      names = "--probe",
      paramLabel = "N",
      defaultValue = "10",
      converter = ConcurrencyConverter.class,
      description = "Requests held during the scale-out; needs rungs N and N/2 (default: 10).")
  private int probe;

  @Option(
      names = "--steady",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "How long the probe must be steady before the scale-out (default: 30s).")
  private Duration steady;

  @Option(
      names = "--poll",
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = DurationConverter.class,
      description = "Between two looks at the endpoint and its logs (default: 1s).")
  private Duration poll;

  @Option(
      names = "--scale-out-limit",
      paramLabel = "DURATION",
      defaultValue = "30m",
      converter = DurationConverter.class,
      description = "Longest wait for the instance to be in service (default: 30m).")
  private Duration scaleOutLimit;

  @Option(
      names = "--recovery-limit",
      paramLabel = "DURATION",
      defaultValue = "10m",
      converter = DurationConverter.class,
      description =
          "Longest wait for traffic to recover; beyond, T_total is a floor (default: 10m).")
  private Duration recoveryLimit;

  @Option(
      names = "--allow-config-mismatch",
      description = "Warn instead of refusing where the ladder's configuration differs.")
  private boolean allowConfigMismatch;

  private final Surroundings surroundings;
  private final Interrupts interrupts;

  public TtotalCommand(Surroundings surroundings, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
  }

  @Override
  public Integer call() {
    return new TtotalJob(surroundings, interrupts, common, measurement)
        .run(
            new TtotalJob.ScaleOut(
                qmax, probe, steady, poll, scaleOutLimit, recoveryLimit, allowConfigMismatch));
  }
}

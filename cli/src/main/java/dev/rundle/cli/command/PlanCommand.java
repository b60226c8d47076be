package dev.rundle.cli.command;

import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.DurationConverter;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.options.OutputFileOptions;
import dev.rundle.cli.options.SurgeRatioConverter;
import dev.rundle.cli.plan.PlanJob;
import dev.rundle.cli.process.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle plan}: derives the policy from the two measurements. */
@Command(
    name = "plan",
    description = {
      "Derives the auto scaling policy from the measured ladder and scale-out. Arithmetic only:"
          + " calls nothing, changes nothing.",
      ""
    },
    footer = {
      "",
      "Example: with the two files of a published measurement",
      "  rundle plan --qmax examples/kokoro-82m/qmax.json --ttotal examples/kokoro-82m/ttotal.json"
          + " --peak-rps 5000",
      "",
      "Exits 1 if a finding says stop."
    })
public final class PlanCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private ModelOptions model;
  @Mixin private OutputFileOptions file;

  @ArgGroup(
      validate = false,
      heading = "%nHanded on to the command of the Next line; plan itself calls nothing:%n")
  private AwsOptions aws = new AwsOptions();

  @Option(
      names = "--qmax",
      paramLabel = "FILE",
      required = true,
      description = "The ladder's artifact.")
  private Path qmax;

  @Option(
      names = "--ttotal",
      paramLabel = "FILE",
      required = true,
      description = "The forced scale-out's artifact.")
  private Path ttotal;

  @Option(
      names = "--peak-rps",
      paramLabel = "RATE",
      description = "Highest requests per second to serve; sizes the fleet (default: not sized).")
  private Double peakRps;

  @Option(
      names = "--trough-rps",
      paramLabel = "RATE",
      description = "Lowest requests per second; sizes the floor.")
  private Double troughRps;

  @Option(
      names = "--peak-streams",
      paramLabel = "N",
      description = "Highest concurrent streams, for long sessions, instead of --peak-rps.")
  private Double peakStreams;

  @Option(
      names = "--surge-ratio",
      paramLabel = "RATIO",
      converter = SurgeRatioConverter.class,
      description =
          "Factor by which traffic may grow within one T_total, 1 to 1.5 (default: the"
              + " configuration's, else 1.25).")
  private Double surgeRatio;

  @Option(
      names = "--slo",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "p95 TTFAB promised; must be the ladder's (default: the ladder's).")
  private Duration slo;

  @Option(
      names = "--sizing",
      paramLabel = "RULE",
      defaultValue = "measured",
      description =
          "Fleet size from the measured completion rate, or by the published rule from the"
              + " uncontended service time: measured, uncontended (default: measured).")
  private String sizing;

  @Option(
      names = "--min-floor",
      paramLabel = "N",
      description = "Fewest instances allowed (default: what scale-in safety needs).")
  private Integer minFloor;

  @Option(
      names = "--price-per-hour",
      paramLabel = "PRICE",
      description = "Price of one instance for an hour; puts a cost on the fleet.")
  private Double pricePerHour;

  @Option(
      names = "--quota",
      paramLabel = "N",
      description = "Instances of this type that the account may use on endpoints.")
  private Integer quota;

  @Option(
      names = "--allow-sandbox",
      description = "Accept artifacts measured on a sandbox; the plan then says so.")
  private boolean allowSandbox;

  @Option(
      names = "--allow-config-mismatch",
      description = "Warn instead of refusing where the two configurations differ.")
  private boolean allowConfigMismatch;

  private final Surroundings surroundings;

  public PlanCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return new PlanJob(surroundings, common, model, file, aws)
        .run(
            new PlanJob.Wanted(
                qmax,
                ttotal,
                Optional.ofNullable(peakRps),
                Optional.ofNullable(troughRps),
                Optional.ofNullable(peakStreams),
                Optional.ofNullable(surgeRatio),
                Optional.ofNullable(slo),
                sizing,
                Optional.ofNullable(minFloor),
                Optional.ofNullable(quota),
                Optional.ofNullable(pricePerHour),
                allowSandbox,
                allowConfigMismatch));
  }
}

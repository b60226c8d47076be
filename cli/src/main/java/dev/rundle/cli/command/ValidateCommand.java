package dev.rundle.cli.command;

import dev.rundle.cli.live.ValidateJob;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.process.Surroundings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle validate}: compares what is deployed with the plan. */
@Command(
    name = "validate",
    description = {
      "Compares what is deployed with the plan, field by field, the endpoint's configuration"
          + " fingerprint included. Reads only; the last step of the chain.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  rundle validate --plan rundle-work/plan-kokoro-82m.json",
      "",
      "Exits 0 when everything agrees, 1 on a mismatch."
    })
public final class ValidateCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private ModelOptions model;
  @Mixin private AwsOptions aws;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      required = true,
      description = "The plan's artifact.")
  private Path plan;

  private final Surroundings surroundings;

  public ValidateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return new ValidateJob(surroundings, common, model, aws).run(plan);
  }
}

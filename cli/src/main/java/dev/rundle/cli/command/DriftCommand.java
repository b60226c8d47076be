package dev.rundle.cli.command;

import dev.rundle.cli.live.DriftJob;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.process.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rundle drift}: compares what is deployed with the configuration. */
@Command(
    name = "drift",
    description = {
      "Compares what is deployed with rundle.yaml: targets, policies, cooldowns, alarms,"
          + " suspensions, metrics, quota. Reads only; the first step of every measurement.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  rundle drift --config rundle.yaml --region eu-central-1",
      "",
      "Prints preflight-ok and exits 0 when clean; exits 1 on findings."
    })
public final class DriftCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private ModelOptions model;
  @Mixin private AwsOptions aws;

  private final Surroundings surroundings;

  public DriftCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return new DriftJob(surroundings, common, model, aws).run();
  }
}

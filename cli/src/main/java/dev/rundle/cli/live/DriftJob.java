package dev.rundle.cli.live;

import dev.rundle.cli.config.Models;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.planner.check.Drift;
import dev.rundle.planner.check.DriftContext;
import dev.rundle.sagemaker.control.DeployedStateReader.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what is deployed with the configuration. */
public final class DriftJob {
  private final Surroundings surroundings;
  private final CommonOptions common;
  private final ModelOptions models;
  private final AwsOptions awsOptions;

  public DriftJob(
      Surroundings surroundings, CommonOptions common, ModelOptions models, AwsOptions awsOptions) {
    this.surroundings = surroundings;
    this.common = common;
    this.models = models;
    this.awsOptions = awsOptions;
  }

  /** Runs and returns the exit code. */
  public int run() {
    ModelConfig model = Models.choose(models, surroundings);
    CheckOutcome report = read(model);
    Output output = new Output(surroundings, common.json());
    output.result(
        report,
        out -> report.print(out, output.style(), "preflight-ok"),
        Optional.of(next(report.clean())));
    return report.clean() ? ExitCodes.FINE : ExitCodes.FINDING;
  }

  private CheckOutcome read(ModelConfig model) {
    try (AwsSession aws = AwsSession.open(awsOptions, surroundings);
        Progress progress = new Progress(surroundings, common.json())) {
      progress.phase("reading what is deployed: " + model.endpoint());
      aws.requireEndpoint(model);
      Reading reading = aws.deployedState().read(model.endpoint(), model.variant());
      DriftContext context =
          DriftContext.of(Models.all(models, surroundings)).withNotRead(reading.notRead());
      return CheckOutcome.of(
          "drift",
          model.name(),
          model.endpoint(),
          aws.region(),
          reading.state().readAt(),
          Drift.compare(model, reading.state(), context));
    }
  }

  private List<String> next(boolean clean) {
    List<String> words = new ArrayList<>(List.of("rundle", clean ? "qmax" : "drift"));
    words.addAll(models.asTyped());
    words.addAll(awsOptions.asTyped());
    return words;
  }
}

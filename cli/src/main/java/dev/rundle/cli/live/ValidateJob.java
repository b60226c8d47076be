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
import dev.rundle.model.failure.BadInput;
import dev.rundle.planner.check.Validate;
import dev.rundle.planner.plan.PlanArtifact;
import dev.rundle.sagemaker.control.DeployedStateReader.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what is deployed with a plan. */
public final class ValidateJob {
  private final Surroundings surroundings;
  private final CommonOptions common;
  private final ModelOptions models;
  private final AwsOptions awsOptions;

  public ValidateJob(
      Surroundings surroundings, CommonOptions common, ModelOptions models, AwsOptions awsOptions) {
    this.surroundings = surroundings;
    this.common = common;
    this.models = models;
    this.awsOptions = awsOptions;
  }

  /** Runs and returns the exit code. */
  public int run(Path planFile) {
    PlanArtifact plan = PlanArtifact.read(surroundings.directory().resolve(planFile));
    ModelConfig model = Models.choose(models, surroundings);
    if (!plan.model().equals(model.name())) {
      throw new BadInput(
          planFile + " is the plan of " + plan.model() + ", not of " + model.name(),
          "a plan holds for the model that was measured",
          "give --model " + plan.model() + ", or another --plan");
    }
    CheckOutcome report = read(plan, model);
    Output output = new Output(surroundings, common.json());
    output.result(
        report,
        out -> report.print(out, output.style(), "the plan is what is deployed"),
        Optional.of(next(report.clean(), planFile)));
    return report.clean() ? ExitCodes.FINE : ExitCodes.FINDING;
  }

  private CheckOutcome read(PlanArtifact plan, ModelConfig model) {
    try (AwsSession aws = AwsSession.open(awsOptions, surroundings);
        Progress progress = new Progress(surroundings, common.json())) {
      progress.phase("reading what is deployed: " + model.endpoint());
      aws.requireEndpoint(model);
      Reading reading = aws.deployedState().read(model.endpoint(), model.variant());
      return CheckOutcome.of(
          "validate",
          model.name(),
          model.endpoint(),
          aws.region(),
          reading.state().readAt(),
          Validate.compare(plan, model, reading.state()));
    }
  }

  private List<String> next(boolean clean, Path planFile) {
    List<String> words = new ArrayList<>(List.of("rundle", clean ? "drift" : "validate"));
    if (!clean) {
      words.addAll(List.of("--plan", planFile.toString()));
    }
    words.addAll(models.asTyped());
    words.addAll(awsOptions.asTyped());
    return words;
  }
}

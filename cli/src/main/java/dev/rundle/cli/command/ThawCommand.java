package dev.rundle.cli.command;

import dev.rundle.cli.live.ThawJob;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.process.Surroundings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle thaw}: puts back what a run that died left frozen. */
@Command(
    name = "thaw",
    description = {
      "Puts an endpoint back as it was before a run that died: capacity, then suspensions, exactly"
          + " as recorded in the work folder's journal or in the endpoint's tags. Harmless when"
          + " there is nothing to do.",
      ""
    },
    footer = {"", "Example:", "  rundle thaw --endpoint speech-kokoro-82m --region eu-central-1"})
public final class ThawCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private ModelOptions model;
  @Mixin private AwsOptions aws;

  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description = "The endpoint (default: the configured model's).")
  private String endpoint;

  private final Surroundings surroundings;

  public ThawCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return new ThawJob(surroundings, common, model, aws).run(Optional.ofNullable(endpoint));
  }
}

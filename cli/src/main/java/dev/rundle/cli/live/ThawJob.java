package dev.rundle.cli.live;

import dev.rundle.cli.config.Models;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.output.Words;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.RunDisplay;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.freeze.Thaw;
import dev.rundle.coordinator.freeze.ThawReport;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts an endpoint back as it was before a run that died. */
public final class ThawJob {
  private final Surroundings surroundings;
  private final CommonOptions common;
  private final ModelOptions models;
  private final AwsOptions awsOptions;

  public ThawJob(
      Surroundings surroundings, CommonOptions common, ModelOptions models, AwsOptions awsOptions) {
    this.surroundings = surroundings;
    this.common = common;
    this.models = models;
    this.awsOptions = awsOptions;
  }

  /** Runs and returns the exit code. */
  public int run(Optional<String> named) {
    String endpoint = named.orElseGet(() -> Models.choose(models, surroundings).endpoint());
    Path work = surroundings.directory().resolve(common.work());
    ThawReport report = thaw(endpoint, work);
    new Output(surroundings, common.json())
        .result(report, out -> print(report, out), Optional.of(next()));
    return ExitCodes.FINE;
  }

  private ThawReport thaw(String endpoint, Path work) {
    try (AwsSession aws = AwsSession.open(awsOptions, surroundings);
        RunDisplay display = RunDisplay.withoutRungs(surroundings, common.json())) {
      display.doing("reading what is deployed: " + endpoint);
      return new Thaw(aws.ports(), Timing.system(), work, display).thaw(endpoint);
    }
  }

  private static void print(ThawReport report, PrintStream out) {
    String source =
        switch (report.source()) {
          case JOURNAL -> "the journal in the work folder";
          case TAGS -> "the endpoint's tags";
          case NONE -> "no record: capacity before is unknown, only suspensions are cleared";
        };
    out.println("prior state from: " + source);
    report.actions().forEach(action -> out.println("  " + Words.harmless(action)));
    report.warnings().forEach(warning -> out.println("warning: " + Words.harmless(warning)));
    out.println(
        report.actions().isEmpty()
            ? report.endpoint() + ": nothing had to be done"
            : report.endpoint() + ": restored");
  }

  private List<String> next() {
    List<String> words = new ArrayList<>(List.of("rundle", "drift"));
    words.addAll(models.asTyped());
    words.addAll(awsOptions.asTyped());
    return words;
  }
}

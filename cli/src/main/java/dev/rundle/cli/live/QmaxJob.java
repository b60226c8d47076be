package dev.rundle.cli.live;

import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ListenOptions;
import dev.rundle.cli.options.ModelOptions;
import dev.rundle.cli.options.OutputFileOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.ProductVersion;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.LoadTarget;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.coordinator.qmax.QmaxRequest;
import dev.rundle.coordinator.qmax.QmaxRun;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Climbs a ladder, writes its artifact and its report, and says what was found. */
public final class QmaxJob {
  private static final Duration METRICS_BOUND = Duration.ofMinutes(4);

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;
  private final ModelOptions models;
  private final AwsOptions awsOptions;
  private final ListenOptions listen;
  private final OutputFileOptions file;

  /** What to climb, and what to speak meanwhile. */
  public record Ladder(
      LadderSchedule schedule,
      boolean stopAfterFail,
      boolean align,
      Duration warmUp,
      Optional<Path> texts) {}

  public QmaxJob(
      Surroundings surroundings,
      Interrupts interrupts,
      CommonOptions common,
      ModelOptions models,
      AwsOptions awsOptions,
      ListenOptions listen,
      OutputFileOptions file) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
    this.models = models;
    this.awsOptions = awsOptions;
    this.listen = listen;
    this.file = file;
  }

  /** Runs and returns the exit code. */
  public int run(Ladder ladder) {
    try (LiveRun run = new LiveRun(surroundings, interrupts, common, models, awsOptions, listen)) {
      LoadTarget target = run.target(ladder.texts());
      Path artifactFile = file(run);
      QmaxOutcome outcome =
          new QmaxRun(
                  run.aws().ports(), run.timing(), run.load(), run.listener(), run.interruption())
              .run(request(run, target, ladder));
      Artifacts.write(artifactFile, outcome.artifact(), file.force());
      run.progress().phase("rendering the report");
      Optional<Path> html = Reports.ladder(run, outcome);
      run.progress().close();
      QmaxReport report =
          QmaxReport.of(
              outcome, surroundings.asTyped(artifactFile), html.map(surroundings::asTyped));
      Output output = new Output(surroundings, common.json());
      output.result(
          report, out -> report.print(out, output.style()), next(outcome.artifact(), artifactFile));
      if (outcome.notRestored().isPresent()) {
        throw outcome.notRestored().get();
      }
      return outcome.artifact().qMax().isPresent() ? ExitCodes.FINE : ExitCodes.FINDING;
    }
  }

  private Path file(LiveRun run) {
    return ArtifactFile.choose(
        file,
        surroundings,
        run.work(),
        () -> ArtifactNames.qmax(run.model(), run.aws().requireEndpoint(run.model())));
  }

  private QmaxRequest request(LiveRun run, LoadTarget target, Ladder ladder) {
    List<LadderSchedule.Rung> rungs = ladder.schedule().rungs();
    return new QmaxRequest(
        run.runId(),
        run.model(),
        target,
        ExplicitLadder.of(ladder.schedule(), ladder.stopAfterFail()),
        rungs.get(rungs.size() - 1).concurrency(),
        ladder.warmUp(),
        ladder.align(),
        METRICS_BOUND,
        ProductVersion.current(),
        run.work());
  }

  private Optional<List<String>> next(QmaxArtifact artifact, Path artifactFile) {
    if (artifact.qMax().isEmpty()) {
      return Optional.empty();
    }
    List<String> words =
        new ArrayList<>(List.of("rundle", "ttotal", "--qmax", surroundings.asTyped(artifactFile)));
    words.addAll(models.asTyped());
    words.addAll(awsOptions.asTyped());
    return Optional.of(words);
  }
}

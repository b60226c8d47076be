package dev.rundle.cli.live;

import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.config.Models;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.LadderOutlook;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.coordinator.qmax.QmaxRequest;
import dev.rundle.coordinator.qmax.QmaxRun;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Climbs a ladder, writes its artifact and its report, and says what was found. */
public final class QmaxJob {
  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;
  private final MeasurementOptions options;

  /**
   * What to climb.
   *
   * @param cloudWatchWait longest wait for CloudWatch to publish the last rung's points
   */
  public record Ladder(
      LadderSchedule schedule, boolean stopAfterFail, boolean align, Duration cloudWatchWait) {}

  public QmaxJob(
      Surroundings surroundings,
      Interrupts interrupts,
      CommonOptions common,
      MeasurementOptions options) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
    this.options = options;
  }

  /**
   * Refuses what can be seen to be wrong before anything is called: the texts, and the model if one
   * is named.
   *
   * @throws BadInput if --texts, --config or --model cannot be used
   */
  public void check() {
    Texts.load(options.texts().map(surroundings.directory()::resolve));
    if (options.model().model().isPresent()) {
      Models.choose(options.model(), surroundings);
    }
  }

  /** Runs and returns the exit code. */
  public int run(Ladder ladder) {
    try (LiveRun run =
        new LiveRun(
            surroundings,
            interrupts,
            common,
            options,
            Optional.of(new LadderOutlook(ladder.schedule())))) {
      RunSetup setup = run.setup();
      Path artifactFile = run.artifactFile(ArtifactNames::qmax);
      QmaxOutcome outcome =
          new QmaxRun(
                  run.aws().ports(), run.timing(), run.load(), run.listener(), run.interruption())
              .run(request(setup, ladder));
      ArtifactFile.write(artifactFile, outcome.artifact(), options.file());
      Reports.Made made = report(run, outcome);
      run.display().close();
      QmaxReport report =
          QmaxReport.of(
              outcome,
              surroundings.asTyped(artifactFile),
              made.html().map(surroundings::asTyped),
              made.warnings());
      Output output = new Output(surroundings, common.json());
      output.result(
          report, out -> report.print(out, output.style()), next(outcome.artifact(), artifactFile));
      LiveRun.failFor(outcome.notRestored(), outcome.cutShortBy());
      return outcome.artifact().qMax().isPresent() ? ExitCodes.FINE : ExitCodes.FINDING;
    }
  }

  /** Whoever interrupts does not want to wait for a report. */
  private static Reports.Made report(LiveRun run, QmaxOutcome outcome) {
    if (run.interruption().isRequested()) {
      return Reports.Made.NOT_WANTED;
    }
    run.display().doing("rendering the report");
    return Reports.ladder(run, outcome);
  }

  private static QmaxRequest request(RunSetup setup, Ladder ladder) {
    List<LadderSchedule.Rung> rungs = ladder.schedule().rungs();
    return new QmaxRequest(
        setup,
        ExplicitLadder.of(ladder.schedule(), ladder.stopAfterFail()),
        rungs.get(rungs.size() - 1).concurrency(),
        ladder.align(),
        ladder.cloudWatchWait());
  }

  private Optional<List<String>> next(QmaxArtifact artifact, Path artifactFile) {
    if (artifact.qMax().isEmpty()) {
      return Optional.empty();
    }
    List<String> words =
        new ArrayList<>(List.of("rundle", "ttotal", "--qmax", surroundings.asTyped(artifactFile)));
    words.addAll(options.asTyped());
    return Optional.of(words);
  }
}

package dev.rundle.cli.live;

import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.ttotal.TtotalOutcome;
import dev.rundle.coordinator.ttotal.TtotalRequest;
import dev.rundle.coordinator.ttotal.TtotalRun;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.failure.BadInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Times a forced scale-out, writes its artifact and says what was found. */
public final class TtotalJob {
  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;
  private final MeasurementOptions options;

  /** What to force, and how long to wait for it. */
  public record ScaleOut(
      Path qmax,
      int probe,
      Duration steady,
      Duration poll,
      Duration scaleOutLimit,
      Duration recoveryLimit,
      boolean allowConfigMismatch) {}

  public TtotalJob(
      Surroundings surroundings,
      Interrupts interrupts,
      CommonOptions common,
      MeasurementOptions options) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
    this.options = options;
  }

  /** Runs and returns the exit code: a floor instead of a time is a finding. */
  public int run(ScaleOut wanted) {
    check(wanted);
    QmaxArtifact qmax = Artifacts.readQmax(surroundings.directory().resolve(wanted.qmax()));
    try (LiveRun run = new LiveRun(surroundings, interrupts, common, options, Optional.empty())) {
      RunSetup setup = run.setup();
      Path artifactFile = run.artifactFile(ArtifactNames::ttotal);
      TtotalOutcome outcome =
          new TtotalRun(
                  run.aws().ports(), run.timing(), run.load(), run.listener(), run.interruption())
              .run(request(setup, qmax, wanted));
      run.display().close();
      ArtifactFile.write(artifactFile, outcome.artifact(), options.file());
      TtotalReport report = TtotalReport.of(outcome, surroundings.asTyped(artifactFile));
      Output output = new Output(surroundings, common.json());
      output.result(
          report,
          out -> report.print(out, output.style()),
          Optional.of(next(wanted.qmax(), artifactFile, outcome.artifact())));
      LiveRun.failFor(outcome.notRestored(), outcome.cutShortBy());
      return outcome.artifact().floor() ? ExitCodes.FINDING : ExitCodes.FINE;
    }
  }

  private static void check(ScaleOut wanted) {
    if (wanted.probe() < 2 || wanted.probe() % 2 != 0) {
      throw new BadInput(
          "--probe " + wanted.probe() + " cannot be halved",
          "recovery is judged by the ladder's p95 at half the probe's concurrency",
          "give an even number from 2 on, 10 by default");
    }
    if (wanted.poll().toMillis() < 200) {
      throw new BadInput(
          "--poll " + wanted.poll().toMillis() + " ms is too short",
          "AWS throttles callers that ask all the time",
          "give at least 200ms");
    }
  }

  private static TtotalRequest request(RunSetup setup, QmaxArtifact qmax, ScaleOut wanted) {
    return new TtotalRequest(
        setup,
        qmax,
        wanted.probe(),
        wanted.allowConfigMismatch(),
        wanted.steady(),
        wanted.poll(),
        wanted.scaleOutLimit(),
        TtotalRequest.DEFAULT_RECOVERY_WINDOW,
        wanted.recoveryLimit());
  }

  private List<String> next(Path qmax, Path artifactFile, TtotalArtifact artifact) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "rundle",
                "plan",
                "--qmax",
                qmax.toString(),
                "--ttotal",
                surroundings.asTyped(artifactFile)));
    if (artifact.provenance().origin() == Provenance.Origin.SANDBOX) {
      words.add("--allow-sandbox");
    }
    words.addAll(options.asTyped());
    return words;
  }
}

package dev.rundle.cli.live;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.config.Models;
import dev.rundle.cli.config.WorkFolder;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.ListenOptions;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.output.AfterResult;
import dev.rundle.cli.output.Progress;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.ProductVersion;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.LoadTarget;
import dev.rundle.coordinator.RunId;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.LoadClusters;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;

/** What qmax and ttotal have in common: the model, its AWS session, the load, the interrupt. */
final class LiveRun implements AutoCloseable {
  /** SageMaker's own limit for a streamed response. */
  private static final Duration INVOCATION_LIMIT = Duration.ofMinutes(8);

  private final Surroundings surroundings;
  private final MeasurementOptions options;
  private final Path work;
  private final ModelConfig model;
  private final AwsSession aws;
  private final Progress progress;
  private final Interruption interruption = new Interruption();
  private final Interrupts.Registration registration;
  private final String runId = RunId.next(new SecureRandom());

  LiveRun(
      Surroundings surroundings,
      Interrupts interrupts,
      CommonOptions common,
      MeasurementOptions options) {
    this.surroundings = surroundings;
    this.options = options;
    this.work = surroundings.directory().resolve(common.work());
    this.model = Models.choose(options.model(), surroundings);
    WorkFolder.create(work);
    RunLog.open(work, common.debug());
    this.aws = AwsSession.open(options.aws(), surroundings);
    this.progress = new Progress(surroundings);
    this.registration = interrupts.onInterrupt(() -> interruption.request("interrupted"));
  }

  String runId() {
    return runId;
  }

  Path work() {
    return work;
  }

  ModelConfig model() {
    return model;
  }

  AwsSession aws() {
    return aws;
  }

  Interruption interruption() {
    return interruption;
  }

  Timing timing() {
    return Timing.system();
  }

  Progress progress() {
    return progress;
  }

  RunListener listener() {
    return new RunProgress(progress, surroundings.clock());
  }

  /**
   * What the run is told.
   *
   * @throws BadInput if --texts cannot be used
   */
  RunSetup setup() {
    var target =
        new LoadTarget(
            aws.region(),
            aws.profile(),
            aws.endpointUrl(),
            LoadTarget.RESPONSE_STREAM,
            Texts.load(options.texts().map(surroundings.directory()::resolve)),
            INVOCATION_LIMIT);
    return new RunSetup(runId, model, target, options.warmUp(), ProductVersion.current(), work);
  }

  /**
   * Where the artifact will go.
   *
   * @param defaultName of a model's artifact on an endpoint
   * @throws dev.rundle.model.failure.Refused if the named file may not be replaced, or there is no
   *     such endpoint
   */
  Path artifactFile(BiFunction<ModelConfig, EndpointState, String> defaultName) {
    return ArtifactFile.choose(
        options.file(),
        surroundings,
        work,
        () -> defaultName.apply(model, aws.requireEndpoint(model)));
  }

  /**
   * Load from this process, or from agents that join.
   *
   * @throws BadInput if --listen or --agents cannot be used
   */
  LoadCluster.Opener load() {
    ListenOptions listen = options.listen();
    if (listen.listen().isEmpty()) {
      return LoadClusters.inProcess(work);
    }
    HostAndPort address = HostAndPort.parse(listen.listen().get());
    if (listen.agents() < 1 || listen.agents() > 1_000) {
      throw new BadInput("--agents " + listen.agents(), "", "give a number from 1 to 1000");
    }
    return LoadClusters.listening(
        address.host(), address.port(), listen.agents(), listen.patience(), listen.insecure());
  }

  /**
   * Fails the command for what went wrong beside a result that has been written and printed.
   *
   * @param notRestored weighs more: somebody has to act
   * @throws AfterResult if there is anything
   */
  static void failFor(Optional<RemoteFailure> notRestored, Optional<RuntimeException> cutShortBy) {
    Optional<RuntimeException> failure =
        notRestored.<RuntimeException>map(unrestored -> unrestored).or(() -> cutShortBy);
    if (failure.isPresent()) {
      throw new AfterResult(failure.get());
    }
  }

  @Override
  public void close() {
    registration.close();
    progress.close();
    aws.close();
  }
}

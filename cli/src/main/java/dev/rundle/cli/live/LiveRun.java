package dev.rundle.cli.live;

import dev.rundle.cli.config.ArtifactFile;
import dev.rundle.cli.config.Models;
import dev.rundle.cli.config.WorkFolder;
import dev.rundle.cli.metrics.MetricsServer;
import dev.rundle.cli.metrics.RunHealth;
import dev.rundle.cli.metrics.RunMetrics;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.MeasurementOptions;
import dev.rundle.cli.output.AfterResult;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.cli.watch.LadderOutlook;
import dev.rundle.cli.watch.RunDisplay;
import dev.rundle.cli.watch.Watchers;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.LoadTarget;
import dev.rundle.coordinator.RunId;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.LoadClusters;
import dev.rundle.model.ProductVersion;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.time.Ticker;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
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
  private final RunDisplay display;
  private final RunListener listener;
  private final Optional<MetricsServer> metrics;
  private final Interruption interruption = new Interruption();
  private final List<Interrupts.Registration> registrations;
  private final String runId = RunId.next(new SecureRandom());

  /**
   * Prepares a run; nothing is called yet.
   *
   * @param outlook the ladder that is to be climbed, where there is one
   */
  LiveRun(
      Surroundings surroundings,
      Interrupts interrupts,
      CommonOptions common,
      MeasurementOptions options,
      Optional<LadderOutlook> outlook) {
    this.surroundings = surroundings;
    this.options = options;
    this.work = surroundings.directory().resolve(common.work());
    this.model = Models.choose(options.model(), surroundings);
    WorkFolder.create(work);
    RunLog.open(work, common.debug());
    var figures = new RunMetrics(model.slo());
    var health = new RunHealth(Ticker.system(), interruption::isRequested);
    this.metrics =
        options
            .metrics()
            .address()
            .map(at -> MetricsServer.start(at, figures::scrape, health::health));
    this.aws = openAws(surroundings, options);
    this.display = RunDisplay.of(surroundings, common.json(), model.slo(), outlook);
    this.listener = new Watchers(List.of(display, figures, health));
    this.registrations =
        List.of(
            interrupts.tellThrough(display::interrupted),
            interrupts.onInterrupt(() -> interruption.request("interrupted")));
    metrics.ifPresent(server -> display.metricsAt(server.url()));
  }

  private AwsSession openAws(Surroundings surroundings, MeasurementOptions options) {
    try {
      return AwsSession.open(options.aws(), surroundings);
    } catch (RuntimeException e) {
      metrics.ifPresent(MetricsServer::close);
      throw e;
    }
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

  /** For what happens beside the run itself. */
  RunDisplay display() {
    return display;
  }

  /** Tells all who watch. */
  RunListener listener() {
    return listener;
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
   * @throws BadInput if what was asked for cannot be done
   */
  LoadCluster.Opener load() {
    return options
        .listen()
        .listening()
        .map(
            listen ->
                LoadClusters.listening(
                    listen.address().host(),
                    listen.address().port(),
                    listen.agents(),
                    listen.patience(),
                    listen.security()))
        .orElseGet(() -> LoadClusters.inProcess(work));
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
    registrations.forEach(Interrupts.Registration::close);
    display.close();
    aws.close();
    metrics.ifPresent(MetricsServer::close);
  }
}

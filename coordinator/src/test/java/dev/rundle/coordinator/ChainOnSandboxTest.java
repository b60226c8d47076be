package dev.rundle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.LoadClusters;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.coordinator.qmax.QmaxOutcome;
import dev.rundle.coordinator.qmax.QmaxRequest;
import dev.rundle.coordinator.qmax.QmaxRun;
import dev.rundle.coordinator.ttotal.TtotalOutcome;
import dev.rundle.coordinator.ttotal.TtotalRequest;
import dev.rundle.coordinator.ttotal.TtotalRun;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import dev.rundle.model.time.Ticker;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole way on real wires: AWS clients, cluster, load generator, and a sandbox behind them. */
@Timeout(120)
class ChainOnSandboxTest {
  private static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  private static final String VARIANT = SandboxSettings.DEFAULT_VARIANT;
  private static final String RESOURCE = ScalableTarget.resourceId(ENDPOINT, VARIANT);
  private static final SuspendedState PARTLY = new SuspendedState(false, false, true);
  private static final int PROBE = 4;
  private static final Duration LOOK = Duration.ofMillis(250);

  /** Looks more often than would be kind to AWS; all bounds are the real ones. */
  private static final Timing OFTEN =
      new Timing(
          Clock.systemUTC(),
          Ticker.system(),
          (duration, interruption) ->
              interruption.awaitAtMost(duration.compareTo(LOOK) < 0 ? duration : LOOK));

  private final Path folder = Path.of("target", "chain-" + System.nanoTime());
  private Sandbox sandbox;
  private AwsPorts aws;

  @BeforeEach
  void startAFleetOfTwoWithAPolicy() {
    var variant = new EndpointSettings.Variant(VARIANT, 2, 1, ServiceProfile.kokoro());
    sandbox =
        Sandbox.start(
            SandboxSettings.builder()
                .speed(200)
                .endpoint(
                    new EndpointSettings(
                        ENDPOINT, List.of(variant), Map.of("rundle:origin", "sandbox")))
                .build());
    aws = AwsPorts.open(AwsTarget.of("us-east-1", "", sandbox.url().toString()));
    aws.scaling().registerTarget(RESOURCE, 2, 4);
    aws.scaling().setSuspended(RESOURCE, PARTLY);
    aws.scaling().putPolicy(tracking());
  }

  @AfterEach
  void stop() {
    aws.close();
    sandbox.close();
  }

  @Test
  void aLadderAndAForcedScaleOutLeaveTheFleetAsItWas() {
    DeployedState before = read();

    QmaxOutcome qmax = run(new Interruption(), RunListener.SILENT);
    assertUnchangedSince(before);
    assertLadder(qmax);

    TtotalOutcome ttotal =
        new TtotalRun(ports(), OFTEN, inProcess(), RunListener.SILENT, new Interruption())
            .run(ttotalRequest(qmax.artifact()));
    assertUnchangedSince(before);
    assertScaleOut(ttotal.artifact());
  }

  @Test
  void anInterruptionInTheMiddleOfARungLeavesTheFleetAsItWas() {
    DeployedState before = read();
    var interruption = new Interruption();

    assertThatThrownBy(
            () ->
                run(
                    interruption,
                    new RunListener() {
                      @Override
                      public void progress(RungProgress progress) {
                        interruption.request("interrupted");
                      }
                    }))
        .isInstanceOf(Interrupted.class);

    assertUnchangedSince(before);
  }

  private static void assertLadder(QmaxOutcome qmax) {
    QmaxArtifact artifact = qmax.artifact();
    assertThat(qmax.notRestored()).isEmpty();
    assertThat(qmax.logs())
        .singleElement()
        .satisfies(log -> assertThat(log.path()).isRegularFile());
    assertThat(artifact.provenance().origin()).isEqualTo(Provenance.Origin.SANDBOX);
    assertThat(artifact.qMax()).as("%s", artifact.withheldBecause()).contains(PROBE);
    assertThat(artifact.bracketed()).isFalse();
    for (int concurrency : List.of(1, 2, PROBE)) {
      QmaxArtifact.Rung rung =
          artifact.rungs().stream()
              .filter(r -> r.concurrency() == concurrency && r.verdict().equals("pass"))
              .findFirst()
              .orElseThrow();
      assertThat(rung.ok()).isEqualTo(rung.sent());
      // One slot of 55.9 ms: everybody waits for all others, and for 0.9 of an own service.
      assertThat(rung.ttfabP50Millis()).isCloseTo(55.9 * (concurrency - 0.1), within(20.0));
    }
  }

  private static void assertScaleOut(TtotalArtifact artifact) {
    assertThat(artifact.floor()).isFalse();
    assertThat(artifact.missingStages()).isEmpty();
    assertThat(artifact.stages())
        .extracting(StageTime::stage)
        .containsExactlyInAnyOrder(Stage.values());
    assertThat(
            artifact.durations().stream().mapToDouble(TtotalArtifact.StageDuration::seconds).sum())
        .isCloseTo(artifact.tTotalSeconds(), within(0.001));
    // 212.8 s of stages, 200 times as fast.
    assertThat(artifact.tTotalSeconds()).isGreaterThan(1.06);
    assertThat(artifact.p95AfterMillis().getAsDouble())
        .isLessThanOrEqualTo(artifact.p95RecoveryTargetMillis());
    assertThat(artifact.newInstanceId()).isPresent();
  }

  private QmaxOutcome run(Interruption interruption, RunListener listener) {
    return new QmaxRun(ports(), OFTEN, inProcess(), listener, interruption)
        .run(
            new QmaxRequest(
                setup(),
                ExplicitLadder.of(
                    LadderSchedule.of(
                        List.of(1, PROBE),
                        List.of(Duration.ofMillis(4_700)),
                        List.of(Duration.ofMillis(4_200)),
                        Duration.ZERO,
                        PROBE),
                    false),
                PROBE,
                false,
                Duration.ofSeconds(30)));
  }

  private TtotalRequest ttotalRequest(QmaxArtifact qmax) {
    return new TtotalRequest(
        setup(),
        qmax,
        PROBE,
        false,
        Duration.ofSeconds(3),
        Duration.ofMillis(250),
        Duration.ofMinutes(1),
        Duration.ofSeconds(3),
        Duration.ofMinutes(1));
  }

  private RunSetup setup() {
    return new RunSetup(
        RunId.next(new Random()),
        Models.kokoro(ENDPOINT, VARIANT),
        target(),
        Duration.ofSeconds(1),
        "test",
        folder);
  }

  private LoadCluster.Opener inProcess() {
    return LoadClusters.inProcess(folder);
  }

  private LoadTarget target() {
    return new LoadTarget(
        aws.region(),
        "",
        sandbox.url().toString(),
        LoadTarget.RESPONSE_STREAM,
        List.of("Good morning.", "It is going to rain."),
        Duration.ofSeconds(60));
  }

  private Ports ports() {
    return new Ports(aws.endpoints(), aws.scaling(), aws.metrics(), aws.logs(), aws.quotas());
  }

  private DeployedState read() {
    return aws.deployedState().read(ENDPOINT, VARIANT).state();
  }

  private void assertUnchangedSince(DeployedState before) {
    DeployedState now = read();
    assertThat(now.target()).isEqualTo(before.target());
    assertThat(now.target().map(ScalableTarget::suspended)).contains(PARTLY);
    assertThat(now.policies()).isEqualTo(before.policies());
    EndpointState endpoint = now.endpoint().orElseThrow();
    assertThat(endpoint.status()).isEqualTo("InService");
    assertThat(endpoint).isEqualTo(before.endpoint().orElseThrow());
    assertThat(endpoint.findVariant(VARIANT).orElseThrow().currentInstanceCount()).isEqualTo(2);
  }

  private static ScalingPolicy tracking() {
    return new ScalingPolicy.TargetTracking(
        "guessed",
        RESOURCE,
        40,
        Optional.of("SageMakerVariantConcurrentRequestsPerModelHighResolution"),
        Optional.empty(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(300),
        true,
        List.of());
  }
}

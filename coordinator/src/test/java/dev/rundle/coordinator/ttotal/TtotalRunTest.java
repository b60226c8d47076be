package dev.rundle.coordinator.ttotal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rundle.coordinator.FakeCluster;
import dev.rundle.coordinator.FakeEndpoint;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.LoadTarget;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.ProbeListener;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.artifact.TtotalArtifact;
import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.control.LogsSource;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays the published scale-out: its figures, second by second, in simulated time. */
class TtotalRunTest {
  private static final Instant LOAD_APPLIED = Instant.parse("2026-08-04T14:44:21.706308Z");
  private static final Instant DESIRED_SET = Instant.parse("2026-08-04T14:44:51.707868Z");
  private static final Instant INSTANCE_LOGGING = Instant.parse("2026-08-04T14:47:52.543Z");
  private static final Instant RECOVERED = Instant.parse("2026-08-04T14:49:11.956364Z");
  private static final String INSTANCE = "i-0d1970b845748a200";
  private static final Duration SLOW = Duration.ofMillis(568);
  private static final Duration FAST = Duration.ofMillis(340);
  private static final List<String> MARKERS =
      List.of(
          "=== STAGE framework_init t=2026-08-04T14:47:56.281Z elapsed_s=0.014 ===",
          "=== STAGE weights_ready t=2026-08-04T14:48:02.756Z elapsed_s=6.489 ===",
          "=== STAGE ready t=2026-08-04T14:48:03.802Z elapsed_s=7.534 ===",
          "=== STAGE warmup_done t=2026-08-04T14:48:03.802Z elapsed_s=7.534 ===");

  @TempDir Path folder;

  /** A pin, which has nothing to change here, takes no time; so the load starts on the dot. */
  private final ManualTime time = new ManualTime(LOAD_APPLIED);

  private final FakeEndpoint endpoint =
      new FakeEndpoint(time, 1, Optional.of(FakeEndpoint.target(1, 10, SuspendedState.NONE)));
  private final FakeCluster cluster = new FakeCluster(time, Duration.ofMillis(56));
  private final Interruption interruption = new Interruption();
  private Instant fastFrom = RECOVERED;
  private Duration logLag = Duration.ofSeconds(20);
  private int fallsSilentAfter = Integer.MAX_VALUE;

  @Test
  void thePublishedScaleOutIsTimedToTheMillisecond() {
    replay();

    TtotalArtifact artifact = run(request()).artifact();

    assertThat(at(artifact, Stage.LOAD_APPLIED)).isEqualTo(LOAD_APPLIED);
    assertThat(at(artifact, Stage.DESIRED_SET)).isEqualTo(DESIRED_SET);
    assertThat(at(artifact, Stage.TRAFFIC_RECOVERED)).isEqualTo(RECOVERED);
    assertThat(artifact.tTotalSeconds()).isEqualTo(260.248496);
    assertThat(artifact.floor()).isFalse();
    assertThat(duration(artifact, Stage.DESIRED_SET).seconds()).isCloseTo(180.835, within(5e-4));
    assertThat(duration(artifact, Stage.DESIRED_SET).to()).isEqualTo(Stage.INSTANCE_LOGGING);
    assertThat(duration(artifact, Stage.DESIRED_SET).bounded()).isTrue();
    assertThat(artifact.durations().stream().mapToDouble(TtotalArtifact.StageDuration::share).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(artifact.policyBoundSeconds()).isEqualTo(60);
    assertThat(artifact.newInstanceId()).contains(INSTANCE);
    assertThat(artifact.p95BeforeMillis()).isCloseTo(568, within(1.0));
    assertThat(artifact.p95RecoveryTargetMillis()).isCloseTo(357.714, within(1e-3));
    assertThat(artifact.p95AfterMillis().getAsDouble()).isCloseTo(340, within(1.0));
    assertRestored();
  }

  @Test
  void stagesKeepTheirCausalOrderAndTheContainersStartIsReconstructed() {
    replay();

    TtotalArtifact artifact = run(request()).artifact();

    assertThat(artifact.stages())
        .extracting(StageTime::stage)
        .containsExactly(
            Stage.LOAD_APPLIED,
            Stage.DESIRED_SET,
            Stage.INSTANCE_LOGGING,
            Stage.CONTAINER_STARTED,
            Stage.FRAMEWORK_INIT,
            Stage.WEIGHTS_READY,
            Stage.WARMUP_DONE,
            Stage.READY,
            Stage.IN_SERVICE,
            Stage.TRAFFIC_RECOVERED);
    assertThat(at(artifact, Stage.CONTAINER_STARTED))
        .isEqualTo(Instant.parse("2026-08-04T14:47:56.267Z"));
    assertThat(artifact.missingStages()).containsExactly(Stage.WEIGHTS_FETCHED);
  }

  @Test
  void theArtifactCanBeWrittenAndReadBack() {
    replay();

    TtotalArtifact artifact = run(request()).artifact();

    Path file = folder.resolve("ttotal.json");
    Artifacts.write(file, artifact, false);
    assertThat(Artifacts.readTtotal(file)).isEqualTo(artifact);
  }

  @Test
  void logsThatComeAfterTheEndAreStillRead() {
    // The window of recovery and the restore are over some 275 s after the recovery.
    logLag = Duration.between(INSTANCE_LOGGING, RECOVERED).plusSeconds(300);
    replay();

    TtotalArtifact artifact = run(request()).artifact();

    assertThat(at(artifact, Stage.READY)).isEqualTo(Instant.parse("2026-08-04T14:48:03.802Z"));
  }

  @Test
  void anInterruptionWhileLateLogsAreAwaitedKeepsTheTotal() {
    // The window of recovery and the restore are over some 275 s after the recovery.
    logLag = Duration.between(INSTANCE_LOGGING, RECOVERED).plusSeconds(300);
    replay();
    time.after(
        Duration.between(LOAD_APPLIED, RECOVERED).plusSeconds(290),
        () -> interruption.request("interrupted"));

    TtotalOutcome outcome = run(request());

    assertThat(outcome.cutShortBy().orElseThrow()).isInstanceOf(Interrupted.class);
    assertThat(outcome.artifact().tTotalSeconds()).isEqualTo(260.248496);
    assertThat(outcome.artifact().missingStages()).contains(Stage.READY);
    assertRestored();
  }

  @Test
  void aProbeThatNeverGetsFastAgainGivesAFloor() {
    replay();
    fastFrom = Instant.MAX;

    TtotalArtifact artifact = run(request()).artifact();

    assertThat(artifact.floor()).isTrue();
    assertThat(artifact.p95AfterMillis()).isEmpty();
    assertThat(artifact.missingStages()).contains(Stage.TRAFFIC_RECOVERED);
    Instant inService = at(artifact, Stage.IN_SERVICE);
    assertThat(artifact.tTotalSeconds())
        .isCloseTo(Duration.between(DESIRED_SET, inService).toMillis() / 1e3 + 300, within(1.5));
    assertRestored();
  }

  @Test
  void aProbeThatOneInstanceServesFastIsRefusedBeforeTheScaleOut() {
    replay();
    fastFrom = Instant.MIN;

    assertFails("already within the 357.7 ms", "raise --probe");

    assertThat(endpoint.calls).doesNotContain("setDesired 2");
  }

  @Test
  void aQuotaThatStopsTheScaleOutIsNamed() {
    replay();
    endpoint.before =
        (number, call) -> {
          if (call.equals("setDesired 2")) {
            throw new CapacityChangeRejected(
                CapacityChangeRejected.Reason.QUOTA,
                "ResourceLimitExceeded: The account-level service limit is 1",
                null);
          }
        };

    assertFails("the quota stops tts-prod at 1 instance(s): ResourceLimitExceeded", "quota");
  }

  @Test
  void aChangeThatIsDroppedSilentlyIsNamed() {
    replay();
    endpoint.outcomeOfChange = asked -> 1;

    assertFails("the scale-out of tts-prod was abandoned: after", "log");
    assertThat(endpoint.current).isEqualTo(1);
  }

  @Test
  void anEndpointThatIsDeletedMeanwhileEndsTheRunAtOnce() {
    replay();
    time.after(Duration.ofSeconds(60), () -> endpoint.deleted = true);

    assertThatThrownBy(() -> run(request()))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("tts-prod")
        .hasMessageContaining("is gone");

    // Half a minute of scaling out, and then some for a restore that tries again.
    assertThat(time.now()).isBefore(LOAD_APPLIED.plus(Duration.ofMinutes(10)));
  }

  @Test
  void aScaleOutForWhichThereIsNoCapacityIsNamedAndWaitedOutBeforeTheRestore() {
    replay();
    endpoint.after = (number, call) -> endpoint.changeTakes = Duration.ofMinutes(1);
    endpoint.before =
        (number, call) -> {
          if (call.equals("setDesired 2")) {
            endpoint.changeTakes = Duration.ofMinutes(40);
          }
        };

    assertFails("no new instance of tts-prod after 1800 s; it is still Updating", "region");
  }

  @Test
  void aProbeThatLosesItsAgentSaysNothingAboutRecovery() {
    replay();
    fallsSilentAfter = 100;

    assertFails("the probe was not held all the time: agent-1 was lost", "run again");
  }

  @Test
  void anInterruptionWhileScalingOutRestores() {
    replay();
    time.after(Duration.ofSeconds(90), () -> interruption.request("interrupted"));

    assertThatThrownBy(() -> run(request())).isInstanceOf(Interrupted.class);

    assertRestored();
  }

  @Test
  void aQuotaWithoutRoomIsRefusedBeforeAnythingIsChanged() {
    endpoint.quota = OptionalInt.of(1);

    assertThatThrownBy(() -> run(request()))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "the account may use 1 instances of ml.g5.xlarge on endpoints; others use 0, the run"
                + " needs 2");
    assertThat(endpoint.calls).isEmpty();
  }

  @Test
  void aLadderOfAnotherConfigurationIsRefusedUnlessAllowed() {
    endpoint.environment.put("MODEL_PRECISION", "int8");

    assertThatThrownBy(() -> run(request()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("deployed is g5xlarge-8b1b96bc with environment")
        .hasMessageContaining("MODEL_PRECISION=int8");
    assertThat(endpoint.calls).isEmpty();

    replay();
    TtotalRequest allowed = request(qmax(LoadTarget.RESPONSE_STREAM, 10), 10, true);
    assertThat(run(allowed).warnings().get(0)).contains("MODEL_PRECISION=int8");
  }

  @Test
  void aKeyThatThePlanItselfSetsIsNoOtherConfiguration() {
    endpoint.environment.put("MAX_QUEUE_DEPTH", "50");
    replay();

    assertThat(run(request()).artifact().tTotalSeconds()).isEqualTo(260.248496);
  }

  @Test
  void aLadderOverAnotherTransportIsRefusedEvenWhereMismatchesAreAllowed() {
    TtotalRequest request = request(qmax("bidirectional", 10), 10, true);

    assertThatThrownBy(() -> run(request))
        .isInstanceOf(Refused.class)
        .hasMessage("the ladder was measured over bidirectional, the probe uses response-stream");
  }

  @Test
  void aLadderWithoutTheProbesRungsIsRefused() {
    TtotalRequest request = request(qmax(LoadTarget.RESPONSE_STREAM, 10), 40, false);

    assertThatThrownBy(() -> run(request))
        .isInstanceOf(Refused.class)
        .hasMessage("the ladder has no valid rung at concurrency 40");
  }

  @Test
  void aProbeThatCannotBeHalvedIsBadInput() {
    assertThatThrownBy(() -> request(qmax(LoadTarget.RESPONSE_STREAM, 10), 1, false))
        .isInstanceOf(BadInput.class)
        .hasMessage("a probe of 1 cannot be halved");
  }

  @Test
  void theBoundOfAStandardResolutionPolicyIsItsOwn() {
    replay();
    endpoint.policies.add(
        new ScalingPolicy.TargetTracking(
            "tracking",
            FakeEndpoint.RESOURCE,
            40,
            Optional.of("SageMakerVariantConcurrentRequestsPerModelHighResolution"),
            Optional.empty(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(300),
            true,
            List.of("AlarmHigh", "AlarmLow")));
    endpoint.alarms.add(alarm("AlarmHigh", 60, 3, "GreaterThanThreshold"));
    endpoint.alarms.add(alarm("AlarmLow", 60, 15, "LessThanThreshold"));

    assertThat(run(request()).artifact().policyBoundSeconds()).isEqualTo(3 * 60 + 30);
  }

  private static Alarm alarm(String name, int period, int periods, String comparison) {
    return new Alarm(
        name,
        "AWS/SageMaker",
        "ConcurrentRequestsPerModel",
        Map.of(),
        "Maximum",
        Duration.ofSeconds(period),
        periods,
        periods,
        40,
        comparison,
        "missing",
        "OK",
        List.of());
  }

  private void assertFails(String what, String next) {
    assertThatThrownBy(() -> run(request()))
        .isInstanceOfSatisfying(
            RemoteFailure.class,
            failure -> {
              assertThat(failure.what()).contains(what);
              assertThat(failure.next()).contains(next);
            });
    assertThat(cluster.closed).isTrue();
    assertRestored();
  }

  private void assertRestored() {
    assertThat(endpoint.status).isEqualTo("InService");
    assertThat(endpoint.desired).isEqualTo(1);
    assertThat(endpoint.current).isEqualTo(1);
    assertThat(endpoint.target).contains(FakeEndpoint.target(1, 10, SuspendedState.NONE));
    assertThat(endpoint.tags).isEmpty();
  }

  /** What the published run saw, event by event. */
  private void replay() {
    endpoint.changeTakes =
        Duration.between(DESIRED_SET, Instant.parse("2026-08-04T14:48:24.515499Z"));
    time.after(
        Duration.between(LOAD_APPLIED, INSTANCE_LOGGING).plus(logLag),
        () -> {
          endpoint.streams.add(
              new LogsSource.LogStream("AllTraffic/" + INSTANCE, INSTANCE_LOGGING));
          List<LogsSource.LogEvent> events = new ArrayList<>();
          MARKERS.forEach(m -> events.add(new LogsSource.LogEvent(INSTANCE_LOGGING, m)));
          endpoint.events.put("AllTraffic/" + INSTANCE, events);
        });
    cluster.probe =
        listener -> {
          // The published clock started 30.00156 s after the load: 30 polls and this moment.
          time.advance(Duration.between(LOAD_APPLIED.plusSeconds(30), DESIRED_SET));
          Duration first = Duration.ofNanos(RECOVERED.getNano() - time.now().getNano());
          reportAfter(first, listener, 0);
        };
  }

  /** Slow reports hold so many requests that no window with one of them in it has recovered. */
  private void reportAfter(Duration covered, ProbeListener listener, long sequence) {
    time.after(
        covered,
        () -> {
          if (sequence >= fallsSilentAfter) {
            listener.broken("agent-1 was lost: its host is unreachable");
            return;
          }
          boolean fast = time.now().isAfter(fastFrom);
          listener.interval(
              time.now(),
              FakeCluster.interval(sequence, covered, fast ? 30 : 120, fast ? FAST : SLOW));
          if (!cluster.closed) {
            reportAfter(Duration.ofSeconds(1), listener, sequence + 1);
          }
        });
  }

  private TtotalOutcome run(TtotalRequest request) {
    return new TtotalRun(
            endpoint.ports(), time.timing(), cluster.opener(), RunListener.SILENT, interruption)
        .run(request);
  }

  private TtotalRequest request() {
    return request(qmax(LoadTarget.RESPONSE_STREAM, 10), 10, false);
  }

  private TtotalRequest request(QmaxArtifact qmax, int probe, boolean allowMismatch) {
    return new TtotalRequest(
        Models.setup("2cd00ae01f84", folder),
        qmax,
        probe,
        allowMismatch,
        TtotalRequest.DEFAULT_STEADY,
        TtotalRequest.DEFAULT_POLL,
        TtotalRequest.DEFAULT_SCALE_OUT_LIMIT,
        TtotalRequest.DEFAULT_RECOVERY_WINDOW,
        Duration.ofMinutes(5));
  }

  private static QmaxArtifact qmax(String transport, int highest) {
    List<QmaxArtifact.Rung> rungs = new ArrayList<>();
    rungs.add(rung(5, 286.17150341160595));
    rungs.add(rung(highest, 568.4855983126909));
    return new QmaxArtifact(
        QmaxArtifact.SCHEMA,
        "kokoro-82m",
        Fingerprint.of("ml.g5.xlarge", FakeEndpoint.DIGEST, Map.of()),
        transport,
        3_000,
        Optional.of(50),
        true,
        false,
        Optional.empty(),
        true,
        true,
        OptionalDouble.of(61.3),
        OptionalDouble.of(66.1),
        OptionalDouble.of(65.4),
        25,
        1,
        List.of(50),
        rungs,
        new Provenance(
            Provenance.Origin.IMPORTED,
            "b8fa8ef48043",
            LOAD_APPLIED,
            FakeEndpoint.NAME,
            FakeEndpoint.VARIANT,
            "eu-west-1",
            "0.1.0",
            ""));
  }

  private static QmaxArtifact.Rung rung(int concurrency, double p95Millis) {
    return new QmaxArtifact.Rung(
        concurrency,
        1,
        LOAD_APPLIED,
        LOAD_APPLIED.plusSeconds(60),
        60,
        1_075,
        1_075,
        0,
        1_075,
        Map.of(),
        "pass",
        List.of(),
        concurrency,
        17.9,
        17.9,
        p95Millis,
        p95Millis,
        p95Millis,
        p95Millis,
        p95Millis,
        0,
        0,
        0,
        List.of(1),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("no conversion: not measured"));
  }

  private static Instant at(TtotalArtifact artifact, Stage stage) {
    return artifact.stages().stream()
        .filter(s -> s.stage() == stage)
        .findFirst()
        .orElseThrow()
        .at();
  }

  private static TtotalArtifact.StageDuration duration(TtotalArtifact artifact, Stage from) {
    return artifact.durations().stream().filter(d -> d.from() == from).findFirst().orElseThrow();
  }
}

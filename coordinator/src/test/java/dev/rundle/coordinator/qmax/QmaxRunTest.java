package dev.rundle.coordinator.qmax;

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
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.RunSetup;
import dev.rundle.coordinator.Staircase;
import dev.rundle.model.artifact.Artifacts;
import dev.rundle.model.artifact.Provenance;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.control.LogsSource;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.ladder.RungOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QmaxRunTest {
  private static final Duration SERVICE = Duration.ofNanos(55_900_000);
  private static final List<Integer> RUNGS = List.of(1, 5, 10, 20, 30, 40, 50, 60);

  @TempDir Path folder;

  private final ManualTime time = ManualTime.atNoon();
  private final FakeEndpoint endpoint =
      new FakeEndpoint(time, 4, Optional.of(FakeEndpoint.target(1, 10, SuspendedState.NONE)));
  private final FakeCluster cluster = new FakeCluster(time, SERVICE);
  private final Interruption interruption = new Interruption();
  private final List<String> phases = new ArrayList<>();
  private Consumer<Phase> onPhase = phase -> {};

  @Test
  void theWorkedExamplesLadderFindsFiftyAndPutsTheFleetBack() {
    publishWithRatio(1.04);

    QmaxOutcome outcome = run(request(RUNGS, 240, 60, 30));

    QmaxArtifact artifact = outcome.artifact();
    assertThat(artifact.qMax()).contains(50);
    assertThat(artifact.bracketed()).isTrue();
    assertThat(artifact.nonMonotonic()).isFalse();
    assertThat(artifact.rungs()).extracting(QmaxArtifact.Rung::concurrency).isEqualTo(RUNGS);
    assertThat(artifact.rungs())
        .extracting(QmaxArtifact.Rung::verdict)
        .containsExactly("pass", "pass", "pass", "pass", "pass", "pass", "pass", "fail");
    assertThat(artifact.serviceMeanMillis().getAsDouble()).isCloseTo(55.9, within(0.1));
    assertThat(rung(artifact, 50).ttfabP95Millis()).isCloseTo(2_795, within(3.0));
    assertThat(rung(artifact, 50).completedPerSecond()).isCloseTo(17.89, within(0.01));
    assertThat(rung(artifact, 50).instanceCounts()).containsExactly(1);
    assertThat(artifact.provenance().origin()).isEqualTo(Provenance.Origin.MEASURED);
    assertThat(outcome.notRestored()).isEmpty();
    assertRestored();
  }

  @Test
  void theWholeLadderTakesThirtyFiveAndAHalfMinutesOfLoad() {
    QmaxOutcome outcome = run(request(RUNGS, 240, 60, 30));

    List<Staircase.Step> steps = outcome.staircase().steps();
    assertThat(steps)
        .extracting(Staircase.Step::concurrency)
        .containsExactly(1, 0, 5, 0, 10, 0, 20, 0, 30, 0, 40, 0, 50, 0, 60, 0);
    assertThat(Duration.between(steps.get(0).at(), steps.get(15).at()))
        .isEqualTo(Duration.ofSeconds(2_130));
  }

  @Test
  void cloudWatchIsJoinedAfterItsPublicationDelayAndAfterTheEndpointIsRestored() {
    publishWithRatio(1.04);

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 60, 50, 0)).artifact();

    QmaxArtifact.Rung ten = rung(artifact, 10);
    assertThat(ten.noConversionBecause()).isEmpty();
    assertThat(ten.cloudWatch().orElseThrow().maximumRatio().getAsDouble())
        .isCloseTo(1.04, within(1e-9));
    assertThat(phases.indexOf("RESTORING")).isLessThan(phases.indexOf("JOINING_METRICS"));
  }

  @Test
  void metricsThatAreNeverPublishedAreGivenUpWithAReason() {
    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 60, 50, 0));

    assertThat(outcome.artifact().rungs())
        .allSatisfy(
            rung ->
                assertThat(rung.noConversionBecause().orElseThrow()).startsWith("no conversion: "));
    assertThat(outcome.warnings())
        .singleElement()
        .asString()
        .startsWith("CloudWatch had not published the period of");
  }

  @Test
  void aWindowOfThirtyOneSecondsIsAlignedToHoldThreeWholePeriods() {
    publishWithRatio(1.0);
    time.advance(Duration.ofMillis(3_456));

    QmaxArtifact artifact = run(aligned(request(List.of(1, 5, 10), 36, 31, 7))).artifact();

    assertThat(artifact.rungs())
        .allSatisfy(
            rung -> {
              assertThat(rung.windowStart().toEpochMilli() % 10_000).isEqualTo(9_500);
              assertThat(rung.cloudWatch().orElseThrow().wholePeriods()).isEqualTo(3);
            });
  }

  @Test
  void aRungDuringWhichTheInstanceCountChangedIsVoidAndMeasuredAgain() {
    boolean[] changed = {false};
    cluster.eachSecond =
        order -> {
          if (order.concurrency() == 5 && !changed[0]) {
            changed[0] = true;
            endpoint.current = 2;
            time.after(Duration.ofSeconds(4), () -> endpoint.current = 1);
          }
        };

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 30, 20, 5)).artifact();

    assertThat(artifact.rungs())
        .extracting(r -> r.concurrency() + "/" + r.attempt() + " " + r.verdict())
        .containsExactly("1/1 pass", "5/1 void", "5/2 pass", "10/1 pass");
    assertThat(artifact.rungs().get(1).reasons()).contains("the number of instances changed: 1, 2");
    assertThat(artifact.rungs().get(1).windowSeconds()).isLessThan(20);
  }

  @Test
  void anInstanceThatIsReplacedAtAConstantCountVoidsTheRung() {
    endpoint.streams.add(new LogsSource.LogStream("AllTraffic/i-old", time.now()));
    cluster.eachSecond =
        order -> {
          if (order.concurrency() == 5 && endpoint.streams.size() == 1) {
            endpoint.streams.add(new LogsSource.LogStream("AllTraffic/i-new", time.now()));
          }
        };

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 30, 20, 5)).artifact();

    assertThat(artifact.rungs().get(1).verdict()).isEqualTo("void");
    assertThat(artifact.rungs().get(1).reasons().get(0))
        .startsWith("instance i-new began to log at ");
    assertThat(artifact.rungs().get(2).verdict()).isEqualTo("pass");
  }

  @Test
  void anEndpointThatIsThawedInTheMiddleYieldsNoQMax() {
    cluster.eachSecond =
        order -> {
          if (order.concurrency() == 5) {
            endpoint.target = Optional.of(FakeEndpoint.target(1, 10, SuspendedState.NONE));
          }
        };

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 30, 20, 5)).artifact();

    assertThat(artifact.qMax()).isEmpty();
    assertThat(artifact.withheldBecause().orElseThrow())
        .startsWith("rung 5 was void 3 times")
        .endsWith("auto scaling of endpoint/tts-prod/variant/AllTraffic is no longer suspended");
  }

  @Test
  void aLadderThatLosesItsAgentOnARungEachTimeGivesUpWithTheReason() {
    cluster.voidReasons =
        order ->
            order.concurrency() == 10
                ? List.of("agent agent-2 was lost: its host is unreachable")
                : List.of();

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 30, 20, 5)).artifact();

    assertThat(artifact.qMax()).isEmpty();
    assertThat(artifact.withheldBecause().orElseThrow())
        .isEqualTo(
            "rung 10 was void 3 times; last: agent agent-2 was lost: its host is unreachable");
    assertRestored();
  }

  @Test
  void anInterruptionInTheMiddleOfARungStopsTheLoadAndRestores() {
    cluster.eachSecond =
        order -> {
          if (order.concurrency() == 5) {
            interruption.request("interrupted");
          }
        };

    assertThatThrownBy(() -> run(request(RUNGS, 240, 60, 30))).isInstanceOf(Interrupted.class);

    assertThat(cluster.calls)
        .endsWith("measure 5 as rung-01", "close")
        .doesNotContain("measure 10 as rung-02");
    assertRestored();
  }

  @Test
  void anInterruptionWhileCloudWatchIsAwaitedKeepsTheLadderAndSaysWhyThereIsNoConversion() {
    // The restore takes a minute, after which rung 5 is published and most of rung 10 is not.
    publishWithRatio(1.04, 100);
    onPhase =
        phase -> {
          if (phase == Phase.JOINING_METRICS) {
            time.after(Duration.ofSeconds(3), () -> interruption.request("interrupted"));
          }
        };

    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 60, 50, 0));

    assertThat(outcome.cutShortBy().orElseThrow()).isInstanceOf(Interrupted.class);
    assertThat(outcome.artifact().qMax()).contains(10);
    assertThat(rung(outcome.artifact(), 5).cloudWatch().orElseThrow().maximumRatio().getAsDouble())
        .isCloseTo(1.04, within(1e-9));
    assertThat(rung(outcome.artifact(), 10).noConversionBecause().orElseThrow())
        .startsWith("no conversion: ")
        .endsWith("; the wait for CloudWatch was interrupted");
    assertRestored();
  }

  @Test
  void anInterruptionWhileTheLoadGeneratorsLogIsCollectedKeepsTheLadder() {
    cluster.onFinish =
        () -> {
          interruption.request("interrupted");
          interruption.check();
        };

    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 30, 20, 0));

    assertThat(outcome.cutShortBy().orElseThrow()).isInstanceOf(Interrupted.class);
    assertThat(outcome.artifact().qMax()).contains(10);
    assertThat(outcome.logs()).isEmpty();
    assertRestored();
  }

  @Test
  void aLadderThatLosesItsLastAgentKeepsItsRungsAndWithholdsTheAnswer() {
    publishWithRatio(1.04);
    cluster.eachSecond = cluster.eachSecond.andThen(order -> loseAgentsAt(10, order));

    QmaxOutcome outcome = run(request(RUNGS, 60, 50, 0));

    QmaxArtifact artifact = outcome.artifact();
    assertThat(artifact.qMax()).isEmpty();
    assertThat(artifact.bracketed()).isFalse();
    assertThat(artifact.withheldBecause())
        .contains(
            "the ladder was cut short at rung 10: no agent is left to hold load: agent-1 was lost");
    assertThat(artifact.rungs())
        .extracting(r -> r.concurrency() + " " + r.verdict())
        .containsExactly("1 pass", "5 pass");
    assertThat(rung(artifact, 5).noConversionBecause()).isEmpty();
    assertThat(outcome.cutShortBy().orElseThrow())
        .isInstanceOf(RemoteFailure.class)
        .hasMessageStartingWith("no agent is left");
    assertThat(outcome.staircase().steps())
        .extracting(Staircase.Step::concurrency)
        .containsExactly(1, 5, 10, 0);
    assertRestored();
  }

  @Test
  void aLadderThatLosesItsLastAgentOnItsFirstRungHasNothingToKeep() {
    cluster.eachSecond = order -> loseAgentsAt(1, order);

    assertThatThrownBy(() -> run(request(RUNGS, 60, 50, 0)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageStartingWith("no agent is left");

    assertRestored();
  }

  @Test
  void aLadderWhoseAgentsCannotBeReplacedKeepsItsRungsAndWithholdsTheAnswer() {
    int[] calls = {0};
    cluster.onTakeIn =
        () -> {
          calls[0]++;
          if (calls[0] == 3) {
            throw new RemoteFailure("no agent is left to hold load: agent-1 was lost", "", "");
          }
        };

    QmaxOutcome outcome = run(request(RUNGS, 60, 50, 0));

    assertThat(outcome.artifact().qMax()).isEmpty();
    assertThat(outcome.artifact().withheldBecause().orElseThrow())
        .startsWith("the ladder was cut short at rung 10: no agent is left to hold load");
    assertThat(outcome.artifact().rungs())
        .extracting(QmaxArtifact.Rung::concurrency)
        .containsExactly(1, 5);
    assertRestored();
  }

  @Test
  void aLadderOfWhichOnlyAVoidRungWasHeldHasNothingToKeep() {
    cluster.voidReasons = order -> List.of("agent agent-1 was lost: its host is unreachable");
    int[] calls = {0};
    cluster.onTakeIn =
        () -> {
          calls[0]++;
          if (calls[0] == 2) {
            throw new RemoteFailure("no agent is left to hold load: agent-1 was lost", "", "");
          }
        };

    assertThatThrownBy(() -> run(request(RUNGS, 60, 50, 0)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageStartingWith("no agent is left");
    assertRestored();
  }

  @Test
  void noticeAndRampComeBeforeTheSettleTimeAndTheWindowIsAlignedAllTheSame() {
    publishWithRatio(1.0);
    cluster.startsIn = Duration.ofMillis(2_345);
    Instant begin = time.now();

    QmaxOutcome outcome = run(aligned(request(List.of(1, 5, 10), 36, 31, 7)));

    assertThat(outcome.artifact().rungs())
        .allSatisfy(
            rung -> assertThat(rung.windowStart().toEpochMilli() % 10_000).isEqualTo(9_500));
    Staircase.Step first = outcome.staircase().steps().get(0);
    assertThat(first.concurrency()).isEqualTo(1);
    assertThat(Duration.between(begin, first.at()).toMillis() % 1_000).isEqualTo(345);
  }

  private static void loseAgentsAt(int concurrency, RungOrder order) {
    if (order.concurrency() == concurrency) {
      throw new RemoteFailure(
          "no agent is left to hold load: agent-1 was lost", "the run cannot go on", "run again");
    }
  }

  @Test
  void aLoadThatCannotBePreparedRestoresAndSaysWhy() {
    cluster.onPrepare =
        () -> {
          throw new RemoteFailure("no request of the warm-up was answered: 403", "", "");
        };

    assertThatThrownBy(() -> run(request(RUNGS, 240, 60, 30)))
        .isInstanceOf(RemoteFailure.class)
        .hasMessage("no request of the warm-up was answered: 403");

    assertThat(cluster.closed).isTrue();
    assertRestored();
  }

  @ParameterizedTest
  @CsvSource({"MAX_QUEUE_DEPTH,50", "MAX_PENDING_REQUESTS,8", "MAX_QUEUE_DEPTH,many"})
  void aContainerThatBoundsItsQueueIsRefusedBeforeAnythingIsChanged(String key, String value) {
    endpoint.environment.put(key, value);

    assertThatThrownBy(() -> run(request(RUNGS, 240, 60, 30)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(key + "=" + value);

    assertThat(endpoint.calls).isEmpty();
    assertThat(cluster.calls).isEmpty();
  }

  @Test
  void anEndpointThatIsUpdatingIsRefused() {
    endpoint.status = "Updating";

    assertThatThrownBy(() -> run(request(RUNGS, 240, 60, 30)))
        .isInstanceOf(Refused.class)
        .hasMessage("tts-prod is Updating, not InService");
    assertThat(endpoint.calls).isEmpty();
  }

  @Test
  void aBoundOfZeroIsNoneAndAShortAgeBoundIsWarnedAbout() {
    endpoint.environment.putAll(
        Map.of("MAX_QUEUE_DEPTH", "0", "MAX_PENDING_REQUESTS", "", "MAX_REQUEST_AGE_S", "4"));

    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 30, 20, 0));

    assertThat(outcome.warnings().get(0))
        .contains("waited longer than 4 s (MAX_REQUEST_AGE_S)", "up to 6.0 s");
    assertThat(outcome.artifact().qMax()).contains(10);
    assertThat(outcome.artifact().bracketed()).isFalse();
  }

  @Test
  void whatIsMeasuredOnTheSandboxSaysSoAndCanBeWrittenAndReadBack() {
    endpoint.tags.put("rundle:origin", "sandbox");

    QmaxArtifact artifact = run(request(List.of(1, 5, 10), 30, 20, 0)).artifact();

    assertThat(artifact.provenance().origin()).isEqualTo(Provenance.Origin.SANDBOX);
    assertThat(artifact.fingerprint().slug()).isEqualTo("g5xlarge-8b1b96bc");
    Path file = folder.resolve("qmax.json");
    Artifacts.write(file, artifact, false);
    assertThat(Artifacts.readQmax(file)).isEqualTo(artifact);
  }

  @Test
  void theLoadIsTakenOffAfterARungThatIsVoidEvenWithoutARest() {
    cluster.voidReasons =
        order ->
            order.concurrency() == 5 && order.attempt() == 1
                ? List.of("agent agent-2 was lost: it stopped")
                : List.of();

    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 30, 20, 0));

    assertThat(outcome.staircase().steps())
        .extracting(Staircase.Step::concurrency)
        .containsExactly(1, 5, 0, 5, 10, 0);
  }

  @Test
  void whileAnAgentIsWaitedForTheStaircaseIsDown() {
    boolean[] waited = {false};
    cluster.onTakeIn =
        () -> {
          if (cluster.calls.contains("measure 5 as rung-01") && !waited[0]) {
            waited[0] = true;
            time.advance(Duration.ofSeconds(7));
          }
        };

    QmaxOutcome outcome = run(request(List.of(1, 5, 10), 30, 20, 0));

    assertThat(outcome.staircase().steps())
        .extracting(Staircase.Step::concurrency)
        .containsExactly(1, 5, 0, 10, 0);
  }

  @Test
  void textsThatDoNotFitAMessageAreRefusedBeforeAnythingIsChanged() {
    RunSetup setup = Models.setup("b8fa8ef48043", folder);
    LoadTarget target = setup.target();
    QmaxRequest request = request(List.of(1, 5, 10), 30, 20, 0);
    // With the template's 18 bytes, and 2 for each u umlaut: one byte too many.
    var tooLong =
        new LoadTarget(
            target.region(),
            target.profile(),
            target.endpointUrl(),
            target.transport(),
            List.of("\u00fc".repeat(349_990)),
            target.invocationLimit());
    var large =
        new QmaxRequest(
            new RunSetup(
                setup.runId(),
                setup.model(),
                tooLong,
                setup.warmUp(),
                setup.productVersion(),
                setup.workFolder()),
            request.search(),
            request.highestConcurrency(),
            false,
            request.metricsBound());

    assertThatThrownBy(() -> run(large))
        .isInstanceOf(Refused.class)
        .hasMessage("the texts and the body template have 700,001 bytes, more than 700,000");
    assertThat(cluster.calls).isEmpty();
    assertRestored();
  }

  private QmaxOutcome run(QmaxRequest request) {
    RunListener listener =
        new RunListener() {
          @Override
          public void phase(Phase phase, String detail, Optional<Instant> expectedEnd) {
            phases.add(phase.name());
            onPhase.accept(phase);
          }
        };
    return new QmaxRun(endpoint.ports(), time.timing(), cluster.opener(), listener, interruption)
        .run(request);
  }

  private QmaxRequest request(List<Integer> rungs, int hold, int window, int rest) {
    return new QmaxRequest(
        Models.setup("b8fa8ef48043", folder),
        ExplicitLadder.of(
            LadderSchedule.of(
                rungs,
                List.of(Duration.ofSeconds(hold)),
                List.of(Duration.ofSeconds(window)),
                Duration.ofSeconds(rest)),
            false),
        rungs.get(rungs.size() - 1),
        false,
        Duration.ofMinutes(5));
  }

  private static QmaxRequest aligned(QmaxRequest r) {
    return new QmaxRequest(r.setup(), r.search(), r.highestConcurrency(), true, r.metricsBound());
  }

  private static QmaxArtifact.Rung rung(QmaxArtifact artifact, int concurrency) {
    return artifact.rungs().stream()
        .filter(r -> r.concurrency() == concurrency)
        .findFirst()
        .orElseThrow();
  }

  private void assertRestored() {
    assertThat(endpoint.desired).isEqualTo(4);
    assertThat(endpoint.current).isEqualTo(4);
    assertThat(endpoint.target).contains(FakeEndpoint.target(1, 10, SuspendedState.NONE));
    assertThat(endpoint.tags).doesNotContainKey("rundle:freeze");
  }

  /** Every 10-s period, 45 s late: what was ordered at its start, times a ratio. */
  private void publishWithRatio(double ratio) {
    publishWithRatio(ratio, 45);
  }

  private void publishWithRatio(double ratio, int lateSeconds) {
    Map<Instant, Integer> ordered = new java.util.TreeMap<>();
    cluster.eachSecond = order -> ordered.put(time.now(), order.concurrency());
    endpoint.metrics =
        new MetricsSource() {
          @Override
          public List<Point> fetch(Query query, Instant from, Instant to) {
            if (!query.metricName().equals("ConcurrentRequestsPerModel")) {
              return List.of();
            }
            long step = query.period().toSeconds();
            List<Point> points = new ArrayList<>();
            for (long at = from.getEpochSecond() / step * step; ; at += step) {
              Instant start = Instant.ofEpochSecond(at);
              if (start.plusSeconds(step + lateSeconds).isAfter(time.now())) {
                return points;
              }
              ordered.entrySet().stream()
                  .filter(e -> e.getKey().isAfter(start))
                  .findFirst()
                  .ifPresent(e -> points.add(new Point(start, e.getValue() * ratio)));
            }
          }

          @Override
          public List<String> listMetricNames(String namespace, Map<String, String> dimensions) {
            return List.of();
          }
        };
  }
}

package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.AgentListener;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.HostCapabilities;
import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.agent.security.Security;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.Interval;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.outcome.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real actors and a real load generator; only the endpoint is made up. */
@Timeout(60)
class PekkoLoadClusterTest {
  private static final int MOST_ATTEMPTS = 5;
  private static final Duration TWENTY_MILLIS = Duration.ofMillis(20);

  // Not a temporary folder: a load generator that is cut off writes to its log a little longer.
  private final Path folder = Path.of("target", "load");

  private final Interruption interruption = new Interruption();
  private final List<AgentNode> nodes = new ArrayList<>();

  private final List<AgentProcess> processes = new ArrayList<>();

  private NodeSettings.HostAndPort coordinator;
  private int rungs;

  @AfterEach
  void closeNodes() {
    processes.forEach(AgentProcess::close);
    nodes.forEach(AgentNode::close);
  }

  @Test
  void anAgentInThisJvmHoldsRungsAndLeavesALog() {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());

      RungMeasurement four = measure(cluster, 4, 900);
      RungMeasurement eight = measure(cluster, 8, 900);
      cluster.release();
      List<AgentLog> logs = cluster.finish();

      assertThat(cluster.agents()).containsExactly("agent-1");
      assertWhole(four, 4);
      assertWhole(eight, 8);
      assertThat(logs)
          .singleElement()
          .satisfies(
              log -> {
                assertThat(log.agent()).isEqualTo("agent-1");
                assertThat(log.path()).isRegularFile();
                assertThat(log.ahead()).isZero();
                assertThat(log.whole()).isTrue();
              });
    }
  }

  @Test
  void aRungEndsEarlyWhenItsWatchSaysSo() {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());

      RungMeasurement rung =
          cluster.measure(
              order(rungs++, 2, 600_000),
              "rung-00",
              progress ->
                  progress.ended() > 20 ? RungWatch.Answer.CLOSE : RungWatch.Answer.HOLD_ON);

      assertThat(rung.voidReasons()).isEmpty();
      assertThat(rung.sent()).isGreaterThan(20);
      assertThat(rung.windowNanos()).isLessThan(Duration.ofSeconds(600).toNanos());
    }
  }

  @Test
  void aProbeReportsUntilItIsReleasedAndARungMayFollow() throws InterruptedException {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());
      var heard = new Heard();

      cluster.hold(3, "probe", heard);
      Interval first = heard.next();
      Interval second = heard.next();
      cluster.release();
      RungMeasurement rung = measure(cluster, 1, 600);

      assertThat(first.sequence()).isEqualTo(0);
      assertThat(second.sequence()).isEqualTo(1);
      assertThat(second.ended()).isPositive();
      assertThat(heard.broken).isEmpty();
      assertThat(rung.voidReasons()).isEmpty();
    }
  }

  @Test
  void aWarmUpThatIsNeverAnsweredFailsTheRunWithTheReason() {
    try (LoadCluster cluster = inProcess(Outcome.INVALID)) {
      RunPlan plan = plan(Duration.ofMillis(200));

      assertThatThrownBy(() -> cluster.prepare(plan))
          .isInstanceOf(RemoteFailure.class)
          .hasMessageContaining("no request of the warm-up was answered")
          .hasMessageContaining("made to fail");
    }
  }

  @Test
  void anInterruptionEndsARungAtOnce() {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());

      assertThatThrownBy(
              () ->
                  cluster.measure(
                      order(rungs++, 2, 600_000),
                      "rung-00",
                      progress -> {
                        interruption.request("interrupted");
                        return RungWatch.Answer.HOLD_ON;
                      }))
          .isInstanceOf(Interrupted.class)
          .hasMessage("interrupted");
      assertThat(cluster.agents()).containsExactly("agent-1");
    }
  }

  @Test
  void moreThanAllAgentsHaveRoomForIsRefusedWithTheirLimits() {
    var small = capabilities(HostCapabilities.read().cores(), 1_000);
    try (LoadCluster cluster =
        LoadClusters.inProcess(settings(Outcome.OK).withCapabilities(() -> small))
            .open(interruption, RunListener.SILENT)) {
      cluster.requireRoomFor(872);

      assertThatThrownBy(() -> cluster.requireRoomFor(873))
          .isInstanceOf(Refused.class)
          .hasMessageMatching(
              "the only agent has room for 872 requests at once, not for 873: agent-1 at"
                  + " 127\\.0\\.0\\.1:\\d+ 872 \\(1,000 open files, 60,000 local ports\\)");
    }
  }

  @Test
  void sharesGoByCoresAndAllBeginAtOnce() {
    try (LoadCluster cluster =
        listening(
            2,
            coordinator -> {
              startNode(
                  coordinator, settings(Outcome.OK).withCapabilities(() -> capabilities(6, 1_000)));
              startNode(
                  coordinator, settings(Outcome.OK).withCapabilities(() -> capabilities(2, 1_000)));
            })) {
      cluster.prepare(plan());

      RungMeasurement eight = measure(cluster, 8, 900);

      assertWhole(eight, 8);
      assertThat(eight.agents()).extracting(AgentFigures::share).containsExactlyInAnyOrder(6, 2);
      assertThat(eight.startSkew().orElseThrow().agents()).isEqualTo(2);
    }
  }

  @Test
  void anAgentOfAnotherVersionIsRefusedOnBothSidesAndTheRunWaitsForOneThatFits() {
    var own = HostCapabilities.read();
    var old = new Capabilities("0.0.1", own.gatlingVersion(), own.transports(), 2, 1_000, 60_000);
    List<String> toldHere = new ArrayList<>();
    BlockingQueue<String> toldThere = new LinkedBlockingQueue<>();
    AgentListener there =
        new AgentListener() {
          @Override
          public void refused(String coordinator, String reason) {
            toldThere.add(reason);
          }
        };
    RunListener here =
        new RunListener() {
          @Override
          public void phase(Phase phase, String detail, Optional<Instant> end) {
            nodes.add(
                AgentNode.start(
                    NodeSettings.agent("127.0.0.1", addressIn(detail), Security.loopback()),
                    settings(Outcome.OK).withCapabilities(() -> old),
                    there));
          }

          @Override
          public void agentRefused(String address, String reason) {
            toldHere.add(reason);
            startNode(coordinator, settings(Outcome.OK));
          }
        };
    String reason =
        "it is Rundle 0.0.1, the coordinator is %s: install the same version on both"
            .formatted(own.productVersion());

    try (LoadCluster cluster =
        LoadClusters.listening("127.0.0.1", 0, 1, Duration.ofSeconds(40), Security.loopback())
            .open(interruption, here)) {
      assertThat(cluster.agents()).containsExactly("agent-1");
      assertThat(toldHere).containsExactly(reason);
      assertThat(toldThere.poll(30, TimeUnit.SECONDS)).isEqualTo(reason);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anAgentThatComesLaterIsTakenInBeforeTheNextRungAndItsLogIsBroughtHere() throws Exception {
    var cameLater = new Semaphore(0);
    try (LoadCluster cluster = listening(1, c -> startNode(c, settings(Outcome.OK)))) {
      cluster.prepare(plan(Duration.ofMillis(200)));
      assertWhole(measure(cluster, 4, 900), 4);

      nodes.add(
          AgentNode.start(
              NodeSettings.agent("127.0.0.1", coordinator, Security.loopback()),
              settings(Outcome.OK),
              new AgentListener() {
                @Override
                public void joined(String where) {
                  cameLater.release();
                }
              }));
      assertThat(cameLater.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      while (cluster.agents().size() < 2) {
        assertWhole(measure(cluster, 4, 300), 4);
        cluster.takeIn();
      }
      RungMeasurement both = measure(cluster, 4, 900);
      cluster.release();
      List<AgentLog> logs = cluster.finish();

      assertWhole(both, 4);
      assertThat(both.agents()).extracting(AgentFigures::share).containsExactly(2, 2);
      assertThat(logs)
          .filteredOn(log -> cluster.agents().contains(log.agent()))
          .hasSize(2)
          .allSatisfy(
              log -> {
                assertThat(log.path()).isRegularFile().isNotEmptyFile();
                assertThat(log.whole()).isTrue();
              });
    }
  }

  @Test
  void anAgentThatDiesVoidsTheRungAndTheOtherHoldsTheNextAlone() {
    try (LoadCluster cluster =
        listening(
            2,
            coordinator -> {
              processes.add(AgentProcess.start(coordinator, folder));
              startNode(coordinator, settings(Outcome.OK));
            })) {
      assertThat(cluster.agents()).containsExactly("agent-1", "agent-2");
      // A process that has just started needs calls before it holds what it is told to.
      cluster.prepare(plan(Duration.ofSeconds(1)));
      assertWhole(measure(cluster, 5, 900), 5);

      RungMeasurement lost =
          cluster.measure(
              order(rungs++, 5, 600_000),
              "rung-01",
              progress -> {
                processes.get(0).kill();
                return RungWatch.Answer.HOLD_ON;
              });
      cluster.takeIn();
      assertThat(cluster.agents()).hasSize(1);
      RungMeasurement again = measure(cluster, 5, 900);

      assertThat(lost.voidReasons())
          .anySatisfy(reason -> assertThat(reason).matches("agent agent-\\d+ was lost: .*"));
      assertWhole(again, 5);
    }
  }

  @Test
  void theOnlyAgentIsLostAndOneThatIsStartedAgainGoesOn() {
    try (LoadCluster cluster = listening(1, c -> startNode(c, settings(Outcome.OK)))) {
      cluster.prepare(plan());

      RungMeasurement lost =
          cluster.measure(
              order(rungs++, 2, 600_000),
              "rung-00",
              progress -> {
                nodes.get(0).close();
                return RungWatch.Answer.HOLD_ON;
              });
      startNode(coordinator, settings(Outcome.OK));
      cluster.takeIn();
      RungMeasurement again = measure(cluster, 2, 900);

      assertThat(lost.voidReasons())
          .anySatisfy(r -> assertThat(r).startsWith("agent agent-1 was lost: "));
      assertThat(cluster.agents()).containsExactly("agent-2");
      assertWhole(again, 2);
    }
  }

  @Test
  void agentsThatDoNotComeAreCounted() {
    assertThatThrownBy(
            () ->
                LoadClusters.listening(
                        "127.0.0.1", 0, 2, Duration.ofMillis(300), Security.loopback())
                    .open(interruption, RunListener.SILENT))
        .isInstanceOfSatisfying(
            RemoteFailure.class,
            failure -> {
              assertThat(failure.what()).isEqualTo("0 of 2 agents came within 0 s");
              assertThat(failure.next()).matches(".*: rundle agent --join 127.0.0.1:\\d+");
            });
  }

  @Test
  void plainTextOnAnAddressThatOthersReachIsRefusedUnlessInsecure() {
    assertThatThrownBy(
            () ->
                LoadClusters.listening("0.0.0.0", 0, 1, Duration.ofSeconds(1), Security.loopback()))
        .isInstanceOf(Refused.class);
  }

  private LoadCluster inProcess(Outcome outcome) {
    return LoadClusters.inProcess(settings(outcome)).open(interruption, RunListener.SILENT);
  }

  private AgentSettings settings(Outcome outcome) {
    return AgentSettings.of(folder).withInvokers(FakeInvoker.answering(outcome, TWENTY_MILLIS));
  }

  /** Starts the agents as soon as the coordinator says where it listens. */
  private LoadCluster listening(int agents, Consumer<NodeSettings.HostAndPort> starter) {
    RunListener listener =
        new RunListener() {
          @Override
          public void phase(Phase phase, String detail, Optional<Instant> end) {
            if (phase == Phase.WAITING_FOR_AGENTS) {
              starter.accept(addressIn(detail));
            }
          }
        };
    return LoadClusters.listening(
            "127.0.0.1", 0, agents, Duration.ofSeconds(40), Security.loopback())
        .open(interruption, listener);
  }

  private NodeSettings.HostAndPort addressIn(String detail) {
    coordinator = NodeSettings.HostAndPort.parse(detail.substring(detail.lastIndexOf(' ') + 1));
    return coordinator;
  }

  private void startNode(NodeSettings.HostAndPort where, AgentSettings settings) {
    nodes.add(
        AgentNode.start(NodeSettings.agent("127.0.0.1", where, Security.loopback()), settings));
  }

  /** Of this build, on another host. */
  private static Capabilities capabilities(int cores, long files) {
    Capabilities own = HostCapabilities.read();
    return new Capabilities(
        own.productVersion(), own.gatlingVersion(), own.transports(), cores, files, 60_000);
  }

  /** As a ladder does: a rung that the machine disturbed is measured again. */
  private RungMeasurement measure(LoadCluster cluster, int concurrency, long measureMillis) {
    RungMeasurement measured;
    int attempts = 0;
    do {
      cluster.takeIn();
      measured = cluster.measure(order(rungs++, concurrency, measureMillis), "rung", holdOn());
      attempts++;
    } while (!measured.voidReasons().isEmpty() && attempts < MOST_ATTEMPTS);
    return measured;
  }

  private static void assertWhole(RungMeasurement rung, int concurrency) {
    assertThat(rung.voidReasons()).isEmpty();
    assertThat(rung.sent()).isPositive();
    assertThat(rung.outcomes()).isEqualTo(Map.of(Outcome.OK, rung.sent()));
    // How exactly N is held is the load generator's own test; here only that it is all of N.
    assertThat(rung.meanInFlight()).isBetween(concurrency - 0.5, concurrency + 0.5);
  }

  private RunPlan plan() {
    return plan(Duration.ZERO);
  }

  private RunPlan plan(Duration warmUp) {
    return new RunPlan("r" + System.nanoTime(), target(), 8, warmUp, folder);
  }

  private static dev.rundle.agent.protocol.AgentCommand.Target target() {
    return Models.target("").forAgents(Models.kokoro());
  }

  private static RungOrder order(int index, int concurrency, long measureMillis) {
    return new RungOrder(
        index,
        concurrency,
        Duration.ofMillis(200),
        Duration.ofMillis(measureMillis),
        Duration.ZERO,
        1);
  }

  private static RungWatch holdOn() {
    return progress -> RungWatch.Answer.HOLD_ON;
  }

  private static final class Heard implements ProbeListener {
    final BlockingQueue<Interval> intervals = new LinkedBlockingQueue<>();
    volatile String broken = "";

    @Override
    public void interval(Instant at, Interval interval) {
      intervals.add(interval);
    }

    @Override
    public void broken(String reason) {
      broken = reason;
    }

    Interval next() throws InterruptedException {
      Interval interval = intervals.poll(30, TimeUnit.SECONDS);
      assertThat(interval).as("an interval, probe %s", broken).isNotNull();
      return interval;
    }
  }
}

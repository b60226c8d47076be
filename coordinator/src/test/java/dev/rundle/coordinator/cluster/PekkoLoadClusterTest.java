package dev.rundle.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rundle.agent.AgentNode;
import dev.rundle.agent.AgentSettings;
import dev.rundle.agent.NodeSettings;
import dev.rundle.coordinator.Interrupted;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.ladder.RungOrder;
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
  private static final Duration TWENTY_MILLIS = Duration.ofMillis(20);

  // Not a temporary folder: a load generator that is cut off writes to its log a little longer.
  private final Path folder = Path.of("target", "load");

  private final Interruption interruption = new Interruption();
  private final List<AgentNode> nodes = new ArrayList<>();

  private final List<AgentProcess> processes = new ArrayList<>();

  @AfterEach
  void closeNodes() {
    processes.forEach(AgentProcess::close);
    nodes.forEach(AgentNode::close);
  }

  @Test
  void anAgentInThisJvmHoldsRungsAndLeavesALog() {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());

      RungMeasurement four = cluster.measure(order(0, 4, 900), "rung-00", holdOn());
      RungMeasurement eight = cluster.measure(order(1, 8, 900), "rung-01", holdOn());
      cluster.release();
      List<Path> logs = cluster.finish();

      assertThat(cluster.agents()).containsExactly("agent-1");
      assertWhole(four, 4);
      assertWhole(eight, 8);
      assertThat(logs).singleElement().satisfies(log -> assertThat(log).isRegularFile());
    }
  }

  @Test
  void aRungEndsEarlyWhenItsWatchSaysSo() {
    try (LoadCluster cluster = inProcess(Outcome.OK)) {
      cluster.prepare(plan());

      RungMeasurement rung =
          cluster.measure(
              order(0, 2, 600_000),
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
      RungMeasurement rung = cluster.measure(order(0, 1, 600), "rung-00", holdOn());

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
      RunPlan plan = new RunPlan("r1", target(), 8, Duration.ofMillis(200));

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
                      order(0, 2, 600_000),
                      "rung-00",
                      progress -> {
                        interruption.request("interrupted");
                        return RungWatch.Answer.HOLD_ON;
                      }))
          .isInstanceOf(Interrupted.class)
          .hasMessage("interrupted");
    }
  }

  @Test
  void moreConnectionsThanFilesAreRefused() {
    assertThatThrownBy(() -> OpenFiles.requireRoomFor(5_000, 200, 4_096))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "this process may open 4096 files, of which 200 are in use; 5000 connections do not fit");
  }

  @Test
  void anAgentThatDiesVoidsTheRungWhileTheOtherGoesOnAndHoldsTheNext() throws Exception {
    var survivorsCalls = new Semaphore(0);
    try (LoadCluster cluster =
        listening(
            2,
            coordinator -> {
              processes.add(AgentProcess.start(coordinator, folder));
              startNode(coordinator, survivorsCalls::release);
            })) {
      assertThat(cluster.agents()).containsExactly("agent-1", "agent-2");
      // A process that has just started needs calls before it holds what it is told to.
      cluster.prepare(new RunPlan("r1", target(), 8, Duration.ofSeconds(1)));
      assertWhole(cluster.measure(order(0, 5, 900), "rung-00", holdOn()), 5);

      RungMeasurement lost =
          cluster.measure(
              order(1, 5, 600_000),
              "rung-01",
              progress -> {
                processes.get(0).kill();
                return RungWatch.Answer.HOLD_ON;
              });
      survivorsCalls.drainPermits();
      boolean goesOn = survivorsCalls.tryAcquire(20, 30, TimeUnit.SECONDS);
      RungMeasurement again = cluster.measure(order(2, 5, 900), "rung-01", holdOn());

      assertThat(lost.voidReasons())
          .anySatisfy(
              reason ->
                  assertThat(reason)
                      .matches("agent agent-[12] was lost: its host .* is unreachable"));
      assertThat(goesOn).as("the other agent's load").isTrue();
      assertWhole(again, 5);
    }
  }

  @Test
  void losingTheLastAgentEndsTheRunWithTheReason() {
    try (LoadCluster cluster = listening(1, coordinator -> startNode(coordinator, () -> {}))) {
      cluster.prepare(plan());

      assertThatThrownBy(
              () ->
                  cluster.measure(
                      order(0, 2, 600_000),
                      "rung-00",
                      progress -> {
                        nodes.get(0).close();
                        return RungWatch.Answer.HOLD_ON;
                      }))
          .isInstanceOf(RemoteFailure.class)
          .hasMessageStartingWith("no agent is left to hold load: agent-1 was lost:");
    }
  }

  @Test
  void agentsThatDoNotComeAreCounted() {
    assertThatThrownBy(
            () ->
                LoadClusters.listening("127.0.0.1", 0, 2, Duration.ofMillis(300), false)
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
    assertThatThrownBy(() -> LoadClusters.listening("0.0.0.0", 0, 1, Duration.ofSeconds(1), false))
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
            starter.accept(
                NodeSettings.HostAndPort.parse(detail.substring(detail.lastIndexOf(' ') + 1)));
          }
        };
    return LoadClusters.listening("127.0.0.1", 0, agents, Duration.ofSeconds(40), false)
        .open(interruption, listener);
  }

  private void startNode(NodeSettings.HostAndPort coordinator, Runnable onCall) {
    nodes.add(
        AgentNode.start(
            NodeSettings.agent("127.0.0.1", coordinator, false),
            AgentSettings.of(folder)
                .withInvokers(FakeInvoker.answering(Outcome.OK, TWENTY_MILLIS, onCall))));
  }

  private static void assertWhole(RungMeasurement rung, int concurrency) {
    assertThat(rung.voidReasons()).isEmpty();
    assertThat(rung.sent()).isPositive();
    assertThat(rung.outcomes()).isEqualTo(Map.of(Outcome.OK, rung.sent()));
    // How exactly N is held is the load generator's own test; here only that it is all of N.
    assertThat(rung.meanInFlight()).isBetween(concurrency - 0.5, concurrency + 0.5);
  }

  private static RunPlan plan() {
    return new RunPlan("r1", target(), 8, Duration.ZERO);
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

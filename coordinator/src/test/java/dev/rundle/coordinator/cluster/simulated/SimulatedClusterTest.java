package dev.rundle.coordinator.cluster.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.NodeSettings;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.AgentLog;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.RunPlan;
import dev.rundle.coordinator.cluster.RungWatch;
import dev.rundle.coordinator.cluster.TestClusters;
import dev.rundle.model.ladder.ExplicitLadder;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.ladder.LadderSearch;
import dev.rundle.model.ladder.QMax;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.verdict.RungJudge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand real agents at one real coordinator, over the wire. They are actors of one member;
 * what they load is arithmetic, so that the right answer is known.
 */
@Timeout(240)
class SimulatedClusterTest {
  private static final int AGENTS = 1_000;
  private static final int MOST_TRIES = 10;
  private static final Duration SLO = Duration.ofMillis(300);

  /** Serves 6,000 at a time; 10,000 take 500 ms × 10 ÷ 6 and hear the first audio after 433 ms. */
  private final SimulatedEndpoint endpoint =
      new SimulatedEndpoint(6_000, Duration.ofMillis(100), Duration.ofMillis(500));

  private final SimulatedLoad load = new SimulatedLoad(endpoint);
  private final List<SimulatedAgents> members = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void close() {
    members.forEach(SimulatedAgents::close);
    load.close();
  }

  @Test
  void aThousandAgentsClimbALadderAndNothingIsLostOnTheWay() throws Exception {
    List<RungResult> rungs = new ArrayList<>();
    List<String> names;
    List<AgentLog> logs;
    LadderSearch search = ExplicitLadder.of(schedule(900, 5_000, 10_000), true);
    try (LoadCluster cluster = open()) {
      cluster.prepare(new RunPlan("r1", target(), 10_000, Duration.ZERO, folder));
      warmUp(cluster);

      Optional<RungOrder> order = next(search);
      while (order.isPresent()) {
        RungResult result = hold(cluster, order.get());
        rungs.add(result);
        search = search.observe(result);
        order = next(search);
      }
      cluster.release();
      names = cluster.agents();
      logs = cluster.finish();
    }

    assertThat(found(search)).contains(new QMax(5_000, true, false));
    assertThat(rungs).extracting(RungResult::concurrency).containsExactly(900, 5_000, 10_000);
    rungs.forEach(this::assertIsWhatWasSent);
    assertLogsAreWhole(names, logs);
  }

  /**
   * Holds a rung until it is good: all agents share one processor with their coordinator, and while
   * this host is busy with other things a rung is void, as it must be.
   */
  private static RungResult hold(LoadCluster cluster, RungOrder order) {
    RungResult result = null;
    for (int i = 0; result == null || result.isVoid() && i < MOST_TRIES; i++) {
      cluster.takeIn();
      var again =
          new RungOrder(
              order.index() + 1_000 * i,
              order.concurrency(),
              order.settle(),
              order.measure(),
              order.rest(),
              order.attempt());
      RungMeasurement measured =
          cluster.measure(again, group(again), progress -> RungWatch.Answer.HOLD_ON);
      result = RungJudge.judge(measured, SLO, List.of());
    }
    assertThat(result.voidReasons().stream().limit(3)).isEmpty();
    return result;
  }

  /** This JVM has just started, and all agents' work is done in it. */
  private static void warmUp(LoadCluster cluster) {
    cluster.measure(
        new RungOrder(
            1_000_000, AGENTS, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ZERO, 1),
        "",
        progress -> RungWatch.Answer.HOLD_ON);
  }

  private void assertIsWhatWasSent(RungResult rung) {
    RungMeasurement measured = rung.measurement();
    SimulatedLoad.Record truth = load.recordOf(group(measured.order()));
    assertThat(measured.sent()).isEqualTo(truth.sent());
    assertThat(measured.outcomes()).isEqualTo(Map.of(Outcome.OK, truth.sent()));
    assertThat(measured.overSlo())
        .isEqualTo(truth.ttfabNanos().stream().filter(n -> n > SLO.toNanos()).count());
    assertThat(measured.meanInFlight())
        .isCloseTo(rung.concurrency(), Percentage.withPercentage(0.001));

    assertThat(measured.agents()).hasSize(AGENTS);
    assertThat(measured.agents().stream().mapToInt(AgentFigures::share).sum())
        .isEqualTo(rung.concurrency());
    assertThat(measured.agents().stream().mapToLong(AgentFigures::ended).sum())
        .isEqualTo(truth.sent());
    assertThat(measured.startSkew().map(StartSkew::agents))
        .as("those with a share")
        .contains(Math.min(AGENTS, rung.concurrency()));

    var merged = LatencyHistogram.of(measured.ttfab());
    assertThat(merged.count()).isEqualTo(truth.sent());
    assertThat(merged.quantileMillis(0.95))
        .isCloseTo(nearestRank(truth.ttfabNanos(), 0.95) / 1e6, Percentage.withPercentage(0.1));
  }

  private static void assertLogsAreWhole(List<String> names, List<AgentLog> all) throws Exception {
    List<AgentLog> logs = all.stream().filter(log -> names.contains(log.agent())).toList();
    assertThat(logs).hasSize(AGENTS).allMatch(AgentLog::whole);
    for (AgentLog log : logs) {
      assertThat(Files.readString(log.path())).isEqualTo("ladder-r1-" + log.agent() + ".log");
    }
  }

  private LoadCluster open() {
    RunListener listener =
        new RunListener() {
          @Override
          public void phase(Phase phase, String detail, Optional<Instant> end) {
            if (phase != Phase.WAITING_FOR_AGENTS) {
              return;
            }
            members.add(
                SimulatedAgents.join(
                    NodeSettings.HostAndPort.parse(detail.substring(detail.lastIndexOf(' ') + 1)),
                    AGENTS,
                    load,
                    folder));
          }
        };
    return TestClusters.listening(AGENTS, Duration.ofSeconds(60), 20_000)
        .open(new Interruption(), listener);
  }

  private static LadderSchedule schedule(int... concurrencies) {
    List<LadderSchedule.Rung> rungs = new ArrayList<>();
    for (int concurrency : concurrencies) {
      rungs.add(
          new LadderSchedule.Rung(concurrency, Duration.ofMillis(3_500), Duration.ofMillis(1_500)));
    }
    return new LadderSchedule(rungs, Duration.ZERO, List.of(), List.of());
  }

  private static AgentCommand.Target target() {
    AgentCommand.Target kokoro = Models.target("").forAgents(Models.kokoro());
    return new AgentCommand.Target(
        kokoro.endpoint(),
        kokoro.variant(),
        kokoro.region(),
        kokoro.credentialsProfile(),
        kokoro.endpointUrl(),
        kokoro.contentType(),
        kokoro.accept(),
        kokoro.bodyTemplate(),
        kokoro.wav(),
        kokoro.sampleRateHertz(),
        kokoro.bytesPerSample(),
        kokoro.channels(),
        SLO,
        kokoro.invocationLimit(),
        kokoro.texts());
  }

  private static Optional<RungOrder> next(LadderSearch search) {
    return search
        .next()
        .fold(m -> Optional.of(m.order()), found -> Optional.empty(), g -> Optional.empty());
  }

  private static Optional<QMax> found(LadderSearch search) {
    return search
        .next()
        .fold(m -> Optional.empty(), found -> Optional.of(found.qMax()), g -> Optional.empty());
  }

  private static String group(RungOrder order) {
    return "rung-" + order.index();
  }

  private static double nearestRank(List<Long> values, double p) {
    return values.stream()
        .sorted()
        .skip((long) Math.ceil(p * values.size()) - 1)
        .findFirst()
        .orElseThrow();
  }
}

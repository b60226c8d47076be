package dev.rundle.coordinator.cluster.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.rundle.agent.NodeSettings;
import dev.rundle.coordinator.Interruption;
import dev.rundle.coordinator.Models;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.LoadCluster;
import dev.rundle.coordinator.cluster.RunPlan;
import dev.rundle.coordinator.cluster.RungWatch;
import dev.rundle.coordinator.cluster.TestClusters;
import dev.rundle.coordinator.cluster.simulated.SimulatedAgentsProcess;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real coordinator with many real agents, which are actors of one other process on this host and
 * load a simulated endpoint: what it costs the coordinator, and how well they begin together. Not
 * part of the build's tests: {@code mvn -pl coordinator -am test -Dtest=ClusterBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false -Dbenchmark=true}; other numbers of agents with {@code
 * -Dagents=50,100}. Skews want a host that has nothing else to do.
 */
@EnabledIfSystemProperty(named = "benchmark", matches = "true")
@Timeout(900)
class ClusterBenchmark {
  private static final int EACH = 10;
  private static final int STARTS = 10;
  private static final Duration SETTLE = Duration.ofSeconds(1);

  @TempDir Path folder;

  private int rungs;

  @Test
  void costAndStartSkew() {
    List<List<String>> rows = new ArrayList<>();
    for (String agents : System.getProperty("agents", "50,200,1000").split(",")) {
      rows.add(row(Integer.parseInt(agents)));
    }
    Table.print(
        "Coordinator of many agents (one report and two pings per agent and second), and the skew"
            + " of "
            + STARTS
            + " starts",
        List.of(
            "agents",
            "in flight",
            "CPU of a core",
            "heap MB",
            "skew p50 ms",
            "p99 ms, median",
            "p99 ms, worst"),
        rows);
  }

  private List<String> row(int agents) {
    List<SimulatedAgentsProcess> processes = new ArrayList<>();
    try (LoadCluster cluster = open(agents, processes)) {
      cluster.prepare(
          new RunPlan(
              "bench-" + agents,
              Models.target("").forAgents(Models.kokoro()),
              EACH * agents,
              Duration.ZERO,
              folder));
      hold(cluster, agents, Duration.ofSeconds(5));

      long cpuBefore = cpuNanos();
      long before = System.nanoTime();
      RungMeasurement steady = hold(cluster, agents, Duration.ofSeconds(10));
      double cores = (double) (cpuNanos() - cpuBefore) / (System.nanoTime() - before);
      System.gc();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();

      List<StartSkew> skews = new ArrayList<>();
      for (int i = 0; i < STARTS; i++) {
        hold(cluster, agents, Duration.ofSeconds(1)).startSkew().ifPresent(skews::add);
      }
      assertThat(skews).hasSize(STARTS);
      double[] p50 = skews.stream().mapToDouble(StartSkew::p50Millis).sorted().toArray();
      double[] p99 = skews.stream().mapToDouble(StartSkew::p99Millis).sorted().toArray();
      return List.of(
          Table.number(agents, 0),
          Table.number(steady.meanInFlight(), 1),
          Table.number(cores * 100, 1) + " %",
          Table.number(heap / 1048576.0, 0),
          Table.number(p50[STARTS / 2], 2),
          Table.number(p99[STARTS / 2], 2),
          Table.number(p99[STARTS - 1], 2));
    } finally {
      processes.forEach(SimulatedAgentsProcess::close);
    }
  }

  private RungMeasurement hold(LoadCluster cluster, int agents, Duration measure) {
    return cluster.measure(
        new RungOrder(rungs++, EACH * agents, SETTLE, measure, Duration.ZERO, 1),
        "rung-" + rungs,
        progress -> RungWatch.Answer.HOLD_ON);
  }

  private LoadCluster open(int agents, List<SimulatedAgentsProcess> processes) {
    RunListener listener =
        new RunListener() {
          @Override
          public void phase(Phase phase, String detail, Optional<Instant> end) {
            if (phase != Phase.WAITING_FOR_AGENTS) {
              return;
            }
            processes.add(
                SimulatedAgentsProcess.start(
                    NodeSettings.HostAndPort.parse(detail.substring(detail.lastIndexOf(' ') + 1)),
                    agents,
                    folder));
          }
        };
    return TestClusters.listening(agents, Duration.ofSeconds(120), 100_000)
        .open(new Interruption(), listener);
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}

package dev.rundle.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.watch.Rungs;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.ladder.RungOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunMetricsTest {
  private final RunMetrics metrics = new RunMetrics(Duration.ofSeconds(3));

  @Test
  void beforeTheRunEverythingIsThereAndZero() {
    assertThat(samples())
        .contains(
            "rundle_rung_concurrency_ordered 0.0",
            "rundle_rung_in_flight_mean 0.0",
            "rundle_requests_ended_total 0.0",
            "rundle_requests_over_slo_total 0.0",
            "rundle_ttfab_p95_seconds NaN",
            "rundle_slo_seconds 3.0",
            "rundle_agents 0.0",
            "rundle_agents_lost_total 0.0",
            "rundle_agents_refused_total 0.0",
            "rundle_rungs_total{verdict=\"pass\"} 0.0",
            "rundle_rungs_total{verdict=\"fail\"} 0.0",
            "rundle_rungs_total{verdict=\"undecided\"} 0.0",
            "rundle_rungs_total{verdict=\"void\"} 0.0");
  }

  @Test
  void aRungInHandWithItsAgents() {
    metrics.agentJoined("agent-1", 1, 2);
    metrics.agentJoined("agent-2", 2, 2);
    metrics.phase(Phase.MEASURING, "concurrency 20", Optional.empty());
    metrics.progress(
        Rungs.progress(
            193,
            19.98,
            1_204,
            12,
            Rungs.agent("agent-1", 11, 10.99, 0.35, 3),
            Rungs.agent("agent-2", 9, 8.99, Double.NaN, 12)));
    assertThat(samples())
        .contains(
            "rundle_rung_concurrency_ordered 20.0",
            "rundle_rung_in_flight_mean 19.98",
            "rundle_requests_ended_total 1204.0",
            "rundle_requests_over_slo_total 12.0",
            "rundle_ttfab_p95_seconds 2.125",
            "rundle_agents 2.0",
            "rundle_agent_share{agent=\"agent-1\"} 11.0",
            "rundle_agent_share{agent=\"agent-2\"} 9.0",
            "rundle_agent_in_flight{agent=\"agent-1\"} 10.99",
            "rundle_agent_cpu_ratio{agent=\"agent-1\"} 0.35",
            "rundle_agent_cpu_ratio{agent=\"agent-2\"} NaN",
            "rundle_agent_late_seconds{agent=\"agent-2\"} 0.012");
  }

  @Test
  void countersGrowByWhatIsNewAndKeepWhatWas() {
    metrics.progress(Rungs.progress(185, 20, 100, 1));
    metrics.progress(Rungs.progress(186, 20, 150, 2));
    metrics.rungEnded(Rungs.ended(200, 3));
    var next = new RungOrder(3, 40, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, 1);
    metrics.progress(Rungs.progress(next, 1, 40, 70, 5));
    metrics.rungEnded(Rungs.ended(200, 0, "agent-2 was lost"));
    assertThat(samples())
        .contains(
            "rundle_requests_ended_total 470.0", // 200, 70 and, of a rung by another number, 200
            "rundle_requests_over_slo_total 8.0",
            "rundle_rungs_total{verdict=\"pass\"} 1.0",
            "rundle_rungs_total{verdict=\"void\"} 1.0");
  }

  @Test
  void anAgentThatIsLostHoldsNothingAndIsCounted() {
    metrics.agentJoined("agent-1", 1, 2);
    metrics.agentJoined("agent-2", 2, 2);
    metrics.progress(Rungs.progress(185, 20, 100, 1, Rungs.agent("agent-2", 10, 10, 0.1, 1)));
    metrics.agentLost("agent-2", "it stopped");
    metrics.agentRefused("10.0.0.9:40112", "another version");
    metrics.phase(Phase.RESTING, "", Optional.empty());
    assertThat(samples())
        .contains(
            "rundle_agents 1.0",
            "rundle_agents_lost_total 1.0",
            "rundle_agents_refused_total 1.0",
            "rundle_rung_concurrency_ordered 0.0")
        .noneMatch(sample -> sample.contains("agent-2"));
  }

  private List<String> samples() {
    return metrics.scrape().lines().filter(line -> !line.startsWith("#")).toList();
  }
}

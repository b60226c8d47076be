package dev.rundle.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgentMetricsTest {
  private final AgentMetrics metrics = new AgentMetrics();

  @Test
  void aShareInHand() {
    metrics.joined("10.0.0.5:25520");
    metrics.preparing("7f3a", "agent-2", "tts");
    metrics.holding("7f3a", 2, 14);
    assertThat(samples())
        .contains(
            "rundle_own_joined 1.0",
            "rundle_own_run_in_hand 1.0",
            "rundle_own_rung 3.0",
            "rundle_own_share 14.0");
    assertThat(metrics.health(true)).isEqualTo(new Health("ok", "run 7f3a: holding 14", ""));
  }

  @Test
  void aRunThatWasStoppedLeavesNothingInHand() {
    metrics.joined("10.0.0.5:25520");
    metrics.preparing("7f3a", "agent-2", "tts");
    metrics.holding("7f3a", 2, 14);
    metrics.stopped("7f3a", "no word from the coordinator for 4 s");
    metrics.alone("10.0.0.5:25520");
    metrics.refused("10.0.0.5:25520", "another version");
    assertThat(samples())
        .contains(
            "rundle_own_joined 0.0",
            "rundle_own_run_in_hand 0.0",
            "rundle_own_rung 0.0",
            "rundle_own_share 0.0",
            "rundle_own_runs_finished_total 0.0",
            "rundle_own_runs_stopped_total 1.0",
            "rundle_own_refusals_total 1.0");
  }

  @Test
  void aNodeThatIsDownIsSickWhateverItSaidLast() {
    metrics.joined("10.0.0.5:25520");
    assertThat(metrics.health(false).status()).isEqualTo("failing");
    assertThat(metrics.health(false).why()).isNotEmpty();
  }

  private List<String> samples() {
    return metrics.scrape().lines().filter(line -> !line.startsWith("#")).toList();
  }
}

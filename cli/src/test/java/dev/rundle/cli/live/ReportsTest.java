package dev.rundle.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.coordinator.qmax.QmaxOutcome.RungLabel;
import dev.rundle.simulations.report.RungGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private final List<RungLabel> rungs =
      List.of(
          new RungLabel("rung-0", 300, 1, 1_000, 20.6, "pass"),
          new RungLabel("rung-1", 600, 1, 2_000, 41.2, "void"),
          new RungLabel("rung-2", 600, 2, 2_001, 41.1, "void"),
          new RungLabel("rung-3", 600, 3, 2_002, 41.0, "undecided"),
          new RungLabel("rung-4", 900, 1, 3_000, 42.125, "fail"));

  private final Reports.Shown shown =
      Reports.shown(
          rungs, rung -> Optional.ofNullable(Map.of(1, "start skew 90 ms").get(rung.attempt())));

  @Test
  void aVoidRungIsLeftOutAndTheOthersKeepTheNumbersOfTheTable() {
    assertThat(shown.groups())
        .containsExactly(
            new RungGroup("rung-0", "01 · N=300 · 20.60/s", 1_000),
            new RungGroup("rung-3", "04 · N=600 · 41.00/s", 2_002),
            new RungGroup("rung-4", "05 · N=900 · 42.13/s", 3_000));
  }

  @Test
  void whatIsLeftOutIsSaidOnceWithItsReason() {
    assertThat(
            shown.warnings(
                List.of(
                    "group \"rung-1\" is left out: the measurement knows of no such rung",
                    "group \"rung-11\" is left out: the measurement knows of no such rung")))
        .containsExactly(
            "rung 2 (N=600) is void and not in the report: start skew 90 ms",
            "rung 3 (N=600) is void and not in the report: see the table",
            "the report: group \"rung-11\" is left out: the measurement knows of no such rung");
  }
}

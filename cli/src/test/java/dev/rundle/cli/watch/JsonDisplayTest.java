package dev.rundle.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Phase;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** These lines are read by programs: a change here breaks them. */
class JsonDisplayTest {
  private static final Instant NOW = Instant.parse("2026-11-30T19:20:00Z");
  private static final String AT = "{\"at\":\"2026-11-30T19:20:00.000Z\",";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream printer = new PrintStream(err, true, StandardCharsets.UTF_8);
  private final RunDisplay display =
      RunDisplay.of(
          new Surroundings(
              printer,
              printer,
              true,
              true,
              Map.of(),
              Path.of(""),
              Clock.fixed(NOW, ZoneOffset.UTC)),
          true,
          Duration.ofSeconds(3),
          Optional.empty());

  @Test
  void phasesAndStages() {
    display.phase(Phase.WAITING_FOR_AGENTS, "3 wanted", Optional.of(NOW.plusSeconds(300)));
    display.phase(Phase.RESTORING, "", Optional.empty());
    display.stage(new StageTime(Stage.DESIRED_SET, NOW, true, "a call"));
    assertThat(said())
        .containsExactly(
            AT
                + "\"event\":\"phase\",\"phase\":\"waiting-for-agents\",\"text\":\"waiting for"
                + " agents\",\"detail\":\"3"
                + " wanted\",\"end\":\"2026-11-30T19:25:00Z\",\"bounded\":true}",
            AT
                + "\"event\":\"phase\",\"phase\":\"restoring\",\"text\":\"restoring capacity and"
                + " auto scaling\",\"detail\":\"\",\"end\":null,\"bounded\":false}",
            AT
                + "\"event\":\"stage\",\"stage\":\"desired_set\",\"reached_at\":"
                + "\"2026-11-30T19:20:00Z\",\"bounded\":true,\"source\":\"a call\"}");
  }

  @Test
  void agents() {
    display.agentJoined("agent-1 at 10.0.0.7:4431", 1, 3);
    display.agentLost("agent-1", "it stopped\nnow");
    display.agentRefused("10.0.0.9:40112", "another version");
    assertThat(said())
        .containsExactly(
            AT
                + "\"event\":\"agent-joined\",\"agent\":\"agent-1\",\"address\":\"10.0.0.7:4431\",\"have\":1,\"want\":3}",
            AT + "\"event\":\"agent-lost\",\"agent\":\"agent-1\",\"reason\":\"it stopped\\nnow\"}",
            AT
                + "\"event\":\"agent-refused\",\"address\":\"10.0.0.9:40112\",\"reason\":\"another"
                + " version\"}");
  }

  @Test
  void aRungInHand() {
    display.progress(
        Rungs.progress(193, 19.98, 1_204, 12, Rungs.agent("agent-1", 20, 19.98, 0.83, 3)));
    display.progress(Rungs.progress(5, 0, 0, 0, Rungs.agent("agent-1", 20, 0, Double.NaN, 0)));
    assertThat(said())
        .containsExactly(
            AT
                + "\"event\":\"rung-progress\",\"rung\":3,\"attempt\":1,\"concurrency\":20,"
                + "\"elapsed_seconds\":193.0,\"expected_seconds\":240.0,\"settling\":false,"
                + "\"in_flight_mean\":19.98,\"ended\":1204,\"over_slo\":12,"
                + "\"ttfab_p95_millis\":2125.0,\"slo_millis\":3000.0,"
                + "\"verdict_so_far\":\"pass\",\"agents\":[{\"agent\":\"agent-1\",\"share\":20,"
                + "\"in_flight_mean\":19.98,\"ended\":199,\"cpu_ratio\":0.83,\"late_millis\":3.0,"
                + "\"gc_pause_millis\":2.0,\"connection_wait_p95_millis\":1.5,"
                + "\"alarms\":[\"cpu\"]}]}",
            AT
                + "\"event\":\"rung-progress\",\"rung\":3,\"attempt\":1,\"concurrency\":20,"
                + "\"elapsed_seconds\":5.0,\"expected_seconds\":240.0,\"settling\":true,"
                + "\"in_flight_mean\":0.0,\"ended\":0,\"over_slo\":0,"
                + "\"ttfab_p95_millis\":null,\"slo_millis\":3000.0,"
                + "\"verdict_so_far\":null,\"agents\":[{\"agent\":\"agent-1\",\"share\":20,"
                + "\"in_flight_mean\":0.0,\"ended\":0,\"cpu_ratio\":null,\"late_millis\":0.0,"
                + "\"gc_pause_millis\":2.0,\"connection_wait_p95_millis\":1.5,\"alarms\":[]}]}");
  }

  @Test
  void aRungThatEnded() {
    display.rungEnded(Rungs.ended(100, 1));
    display.rungEnded(Rungs.ended(100, 0, "agent-2 was lost"));
    assertThat(said().get(0))
        .startsWith(
            AT
                + "\"event\":\"rung-ended\",\"rung\":3,\"attempt\":1,\"concurrency\":20,"
                + "\"verdict\":\"pass\",\"reasons\":[],\"sent\":100,\"over_slo\":1,")
        .contains(
            "\"outcomes\":{\"ok\":99,\"rejected\":1},"
                + "\"start_skew\":{\"agents\":2,\"p50_millis\":0.4,\"p99_millis\":1.2},"
                + "\"agents\":[{\"agent\":\"agent-1\",\"share\":10,");
    assertThat(said().get(1)).contains("\"verdict\":\"void\",\"reasons\":[\"agent-2 was lost\"],");
  }

  @Test
  void whatElseIsToKnow() {
    display.warning("the clock was set");
    display.doing("rendering the report");
    display.metricsAt("http://127.0.0.1:9464/metrics");
    display.interrupted();
    assertThat(said())
        .containsExactly(
            AT + "\"event\":\"warning\",\"text\":\"the clock was set\"}",
            AT
                + "\"event\":\"phase\",\"phase\":\"other\",\"text\":\"rendering the"
                + " report\",\"detail\":\"\",\"end\":null,\"bounded\":false}",
            AT + "\"event\":\"metrics\",\"url\":\"http://127.0.0.1:9464/metrics\"}",
            AT + "\"event\":\"interrupted\"}");
  }

  private List<String> said() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }
}

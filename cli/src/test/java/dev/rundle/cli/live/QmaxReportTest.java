package dev.rundle.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.output.Style;
import dev.rundle.model.outcome.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class QmaxReportTest {
  @Test
  void withoutOneAnswerThereIsNoTimeToFirstAudioRatherThanOneOfZero() {
    var refused =
        new QmaxReport.Rung(
            1,
            1,
            904,
            904,
            904,
            1,
            0,
            0,
            0.9,
            0,
            OptionalDouble.empty(),
            Optional.of("no conversion: too short"),
            Map.of(Outcome.THROTTLED, 904L),
            "fail",
            List.of());
    var report =
        new QmaxReport(
            "kokoro-82m",
            "tts",
            "sandbox",
            "7f3a",
            3_000,
            Optional.empty(),
            false,
            false,
            Optional.of("the first rung 1 fails the SLO"),
            OptionalDouble.empty(),
            List.of(refused),
            List.of("agent-1"),
            List.of(),
            "qmax.json",
            Optional.empty());
    var out = new ByteArrayOutputStream();

    report.print(new PrintStream(out, true, StandardCharsets.UTF_8), new Style(false));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("904 \\(100.0 %\\) +- +- +0.90 +0.0/s +fail")
        .contains("failures at 1: 904 throttled", "at 1: no conversion: too short");
  }
}

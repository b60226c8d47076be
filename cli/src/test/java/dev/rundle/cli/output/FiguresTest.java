package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void millisecondsHaveADecimalWhereItMatters() {
    assertThat(Figures.millis(65.37169)).isEqualTo("65.4 ms");
    assertThat(Figures.millis(2805.66)).isEqualTo("2,806 ms");
    assertThat(Figures.millis(Double.NaN)).isEqualTo("-");
  }

  @Test
  void durationsTakeTheUnitThatReadsBest() {
    assertThat(Figures.duration(Duration.ofSeconds(2_130))).isEqualTo("35.5 minutes");
    assertThat(Figures.duration(Duration.ofSeconds(240))).isEqualTo("240 s");
    assertThat(Figures.duration(Duration.ofMillis(1_500))).isEqualTo("1.5 s");
    assertThat(Figures.clock(Duration.ofSeconds(1_890))).isEqualTo("31:30");
  }

  @Test
  void momentsEndInMilliseconds() {
    assertThat(Figures.moment(Instant.parse("2026-11-30T19:24:43.494266706Z")))
        .isEqualTo("2026-11-30T19:24:43.494Z");
    assertThat(Figures.moment(Instant.parse("2026-11-30T19:24:43Z")))
        .isEqualTo("2026-11-30T19:24:43.000Z");
  }

  @Test
  void onlyThePrinterSaysPercent() {
    assertThat(Figures.percent(0.038)).isEqualTo("3.8 %");
    assertThat(Figures.threshold(37.5)).isEqualTo("37.500");
  }

  @Test
  void wordsAreQuotedWhereAShellNeedsIt() {
    assertThat(Output.commandLine(List.of("rundle", "plan", "--qmax", "my file's.json")))
        .isEqualTo("rundle plan --qmax 'my file'\\''s.json'");
  }
}

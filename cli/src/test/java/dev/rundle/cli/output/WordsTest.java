package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void whatDoesNotFitIsCutWithAnEllipsis() {
    assertThat(Words.cut("concurrency", 11)).isEqualTo("concurrency");
    assertThat(Words.cut("concurrency", 6)).isEqualTo("concu…");
    assertThat(Words.cut("concurrency", 1)).isEqualTo("…");
  }

  @Test
  void coloursTakeNoRoomAndEndWhereTheTextIsCut() {
    String bold = "\u001B[1mabc\u001B[0m";
    assertThat(Words.width(bold)).isEqualTo(3);
    assertThat(Words.cut(bold, 3)).isEqualTo(bold);
    assertThat(Words.cut(bold + "defg", 5)).isEqualTo(bold + "d…\u001B[0m");
    assertThat(Words.cut(bold, 2)).isEqualTo("\u001B[1ma…\u001B[0m");
  }

  @Test
  void piecesThatDoNotFitAreLeftOutFromTheEnd() {
    List<String> pieces = List.of("rung 3", "concurrency 20", "3:12 left");
    assertThat(Words.fitting(80, pieces)).isEqualTo("rung 3 · concurrency 20 · 3:12 left");
    assertThat(Words.fitting(30, pieces)).isEqualTo("rung 3 · concurrency 20");
    assertThat(Words.fitting(4, pieces)).isEqualTo("run…");
  }

  @Test
  void anotherHostCannotCommandTheTerminal() {
    assertThat(Words.harmless("no\u001B[2Jroom\r\nleft")).isEqualTo("no?[2Jroom??left");
    assertThat(Words.harmless("8 bit: \u009B2J")).isEqualTo("8 bit: ?2J");
  }

  @Test
  void theTerminalsSizeIsTakenFromTheEnvironmentIfItCanBeOne() {
    assertThat(TerminalSize.of(Map.of("COLUMNS", "120", "LINES", "50")))
        .isEqualTo(new TerminalSize(120, 50));
    assertThat(TerminalSize.of(Map.of())).isEqualTo(new TerminalSize(80, 24));
    assertThat(TerminalSize.of(Map.of("COLUMNS", "0", "LINES", "-3")))
        .isEqualTo(new TerminalSize(80, 24));
    assertThat(TerminalSize.of(Map.of("COLUMNS", "wide", "LINES", "9999")))
        .isEqualTo(new TerminalSize(80, 1_000));
  }
}

package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void figuresStandRightAndWordsLeft() {
    Table table = new Table().figures("rung").words("verdict").figures("p95");
    table.row("7", "undecided", "2,710 ms").row("10", "pass", "65.4 ms");
    assertThat(table.lines())
        .containsExactly(
            "rung  verdict         p95", //
            "   7  undecided  2,710 ms",
            "  10  pass        65.4 ms");
  }

  @Test
  void coloursTakeNoRoom() {
    Table table = new Table().words("verdict").figures("n");
    table.row(new Style(true).good("pass"), "1").row("fail", "12");
    assertThat(table.lines().get(1)).isEqualTo("\u001B[32mpass\u001B[0m      1");
    assertThat(table.lines().get(2)).isEqualTo("fail     12");
  }

  @Test
  void aRowOfAnotherWidthIsAMistake() {
    Table table = new Table().words("one");
    assertThatIllegalArgumentException().isThrownBy(() -> table.row("a", "b"));
  }
}

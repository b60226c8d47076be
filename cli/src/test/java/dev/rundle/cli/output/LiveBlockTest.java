package dev.rundle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveBlockTest {
  private final FakeTerminal terminal = new FakeTerminal(20);
  private volatile List<String> content = List.of();

  @Test
  void theBlockIsRedrawnInPlaceAndLinesThatStayGoAboveIt() {
    try (LiveBlock block = new LiveBlock(terminal.stream(), () -> content)) {
      content = List.of("held 1", "agents");
      block.redraw();
      block.line("a rung ended");
      content = List.of("held 2", "agents");
      block.redraw();
      assertThat(terminal.lines()).containsExactly("a rung ended", "held 2", "agents");
    }
  }

  @Test
  void aBlockThatShrinksLeavesNothingBehind() {
    try (LiveBlock block = new LiveBlock(terminal.stream(), () -> content)) {
      content = List.of("one", "two", "three");
      block.redraw();
      content = List.of("1");
      block.redraw();
      assertThat(terminal.lines()).containsExactly("1");
      content = List.of();
      block.redraw();
      assertThat(terminal.lines()).isEmpty();
    }
  }

  @Test
  void whatIsClosedIsGoneAndStaysGone() {
    LiveBlock block = new LiveBlock(terminal.stream(), () -> content);
    content = List.of("one", "two");
    block.redraw();
    block.close();
    block.redraw();
    block.line("the result");
    assertThat(terminal.lines()).containsExactly("the result");
  }

  @Test
  void aLineTooLongForAWindowThatWasMadeNarrowerDoesNotWrap() {
    try (LiveBlock block = new LiveBlock(terminal.stream(), () -> content)) {
      content = List.of("x".repeat(50), "agents");
      block.redraw();
      block.redraw();
      assertThat(terminal.lines()).containsExactly("x".repeat(20), "agents");
    }
  }

  @Test
  void aLineThatStaysMayWrap() {
    try (LiveBlock block = new LiveBlock(terminal.stream(), () -> content)) {
      content = List.of("held 1");
      block.redraw();
      block.line("y".repeat(25));
      assertThat(terminal.lines()).containsExactly("y".repeat(20), "yyyyy", "held 1");
    }
  }
}

package dev.rundle.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptsTest {
  private final List<String> stopped = new ArrayList<>();
  private final Interrupts interrupts = new Interrupts();

  @Test
  void theLatestRegisteredStopsFirst() {
    interrupts.onInterrupt(() -> stopped.add("sandbox"));
    interrupts.onInterrupt(() -> stopped.add("run"));
    assertThat(interrupts.request()).isTrue();
    assertThat(stopped).containsExactly("run", "sandbox");
  }

  @Test
  void whatWasTakenBackIsNotStopped() {
    interrupts.onInterrupt(() -> stopped.add("run")).close();
    assertThat(interrupts.request()).isFalse();
    assertThat(stopped).isEmpty();
  }

  @Test
  void whoComesAfterTheInterruptIsStoppedAtOnce() {
    interrupts.request();
    interrupts.onInterrupt(() -> stopped.add("late"));
    assertThat(stopped).containsExactly("late");
  }
}

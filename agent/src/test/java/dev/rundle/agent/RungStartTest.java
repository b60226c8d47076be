package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.measure.Interval;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A rung begins on the dot, and opens connections no faster than it may. */
class RungStartTest extends AgentTest {
  private static final Duration HOURS = Duration.ofHours(8);

  @Test
  void theGateMovesAtTheOrderedReadingAndTheTrueOneIsTold() {
    ready("run-1");
    long start = inMillis(250);
    order(0, 2, start, Duration.ZERO, SECOND, HOURS, "rung-00");
    ping("run-1");

    load.advanceMillis(249);
    assertThat(load.done).doesNotContain("hold 2 rung-00");
    load.advanceMillis(1);

    assertThat(load.done).endsWith("hold 2 rung-00");
    assertThat(expect(AgentEvent.RungStarted.class))
        .isEqualTo(new AgentEvent.RungStarted("run-1", "agent-1", 0, start));
    assertThat(heard).endsWith("holding 2 in rung 0");
  }

  @Test
  void aStartThatIsPastIsNow() {
    ready("run-1");
    long now = load.nanos();

    order(0, 2, now - 5_000_000_000L, Duration.ZERO, SECOND, HOURS, "rung-00");

    assertThat(expect(AgentEvent.RungStarted.class).startedAtNanos()).isEqualTo(now);
    assertThat(load.done).endsWith("hold 2 rung-00");
    pass(999);
    coordinator.expectNoMessage();
    pass(1);
    expect(AgentEvent.WindowOpened.class);
  }

  @Test
  void aNewOrderCancelsTheOneThatHasNotBegun() {
    ready("run-1");
    order(0, 2, inMillis(100), Duration.ZERO, SECOND, HOURS, "rung-00");
    order(1, 5, inMillis(200), Duration.ZERO, SECOND, HOURS, "rung-01");
    ping("run-1");

    load.advanceMillis(300);

    assertThat(expect(AgentEvent.RungStarted.class).rung()).isEqualTo(1);
    assertThat(load.done).contains("hold 5 rung-01").doesNotContain("hold 2 rung-00");
  }

  @Test
  void releasingCancelsTheOneThatHasNotBegun() {
    ready("run-1");
    order(0, 2, inMillis(100), Duration.ZERO, SECOND, HOURS, "rung-00");
    agent.tell(new AgentCommand.Release("run-1"));
    ping("run-1");

    load.advanceMillis(3_000);
    ping("run-1");

    coordinator.expectNoMessage();
    assertThat(load.done).endsWith("hold 0");
  }

  @Test
  void aRungThatIsClosedBeforeItBeginsReportsAWindowOfNoTime() {
    ready("run-1");
    order(0, 2, inMillis(100), Duration.ZERO, SECOND, HOURS, "rung-00");
    agent.tell(new AgentCommand.CloseRung("run-1", 0));
    ping("run-1");

    pass(1_100);
    expect(AgentEvent.RungStarted.class);
    expect(AgentEvent.WindowOpened.class);
    pass(1_000);

    Interval only = nextInterval();
    assertThat(only.last()).isTrue();
    assertThat(only.windowNanos()).isZero();
  }

  @Test
  void connectionsThatWereNeverOpenAreOpenedEvenlyOverTheRamp() {
    ready("run-1");
    hold(0, 2, "rung-00", Duration.ofHours(1), HOURS);

    // Two are open; four more over 40 ms are one each 10 ms.
    order(1, 6, inMillis(100), Duration.ofMillis(40), SECOND, HOURS, "rung-01");
    ping("run-1");
    load.advanceMillis(100);
    assertThat(load.done).endsWith("hold 2 rung-01");
    load.advanceMillis(9);
    assertThat(load.done).endsWith("hold 2 rung-01");
    load.advanceMillis(1);
    assertThat(load.done).endsWith("hold 3 rung-01");
    load.advanceMillis(30);

    assertThat(load.done)
        .endsWith(
            "hold 2 rung-01",
            "hold 3 rung-01",
            "hold 4 rung-01",
            "hold 5 rung-01",
            "hold 6 rung-01");
  }

  @Test
  void connectionsThatAreOpenAreUsedAtOnceAlsoAfterLowerRungs() {
    ready("run-1");
    hold(0, 6, "rung-00", Duration.ofHours(1), HOURS);
    hold(1, 2, "rung-01", Duration.ofHours(1), HOURS);

    order(2, 6, load.nanos(), SECOND, SECOND, HOURS, "rung-02");
    ping("run-1");

    assertThat(load.done).endsWith("hold 2 rung-01", "hold 6 rung-02");
  }

  @Test
  void connectionsAreTakenAsOpenForFortySecondsOfRest() {
    ready("run-1");
    hold(0, 6, "rung-00", Duration.ofHours(1), HOURS);
    rest(40_000);

    order(1, 6, load.nanos(), SECOND, SECOND, HOURS, "rung-01");
    ping("run-1");

    assertThat(load.done).endsWith("hold 0", "hold 6 rung-01");
  }

  @Test
  void afterALongerRestTheClientHasClosedThemAndTheyAreOpenedEvenlyAnew() {
    ready("run-1");
    hold(0, 6, "rung-00", Duration.ofHours(1), HOURS);
    rest(40_001);

    order(1, 2, load.nanos(), SECOND, SECOND, HOURS, "rung-01");
    ping("run-1");
    pass(1_000);

    assertThat(load.done).endsWith("hold 0 rung-01", "hold 1 rung-01", "hold 2 rung-01");
    order(2, 2, load.nanos(), SECOND, SECOND, HOURS, "rung-02");
    ping("run-1");
    assertThat(load.done).endsWith("hold 2 rung-01", "hold 2 rung-02");
  }

  @Test
  void theRungSettlesAfterTheRamp() {
    ready("run-1");
    order(0, 4, inMillis(100), Duration.ofMillis(400), SECOND, HOURS, "rung-00");
    ping("run-1");

    pass(1_499);
    expect(AgentEvent.RungStarted.class);
    coordinator.expectNoMessage();
    pass(1);

    expect(AgentEvent.WindowOpened.class);
  }

  @Test
  void aRampIsCutOffByTheNextOrder() {
    ready("run-1");
    order(0, 10, load.nanos(), SECOND, SECOND, HOURS, "rung-00");
    ping("run-1");
    load.advanceMillis(300);
    assertThat(load.done).endsWith("hold 3 rung-00");

    agent.tell(new AgentCommand.Release("run-1"));
    ping("run-1");
    load.advanceMillis(3_000);

    assertThat(load.done).endsWith("hold 3 rung-00", "hold 0");
    assertThat(heard).endsWith("holding 0 in rung 0");
  }

  private void rest(long millis) {
    agent.tell(new AgentCommand.Release("run-1"));
    ping("run-1");
    pass(millis);
  }

  private long inMillis(long millis) {
    return load.nanos() + millis * 1_000_000;
  }
}

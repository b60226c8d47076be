package dev.rundle.coordinator.cluster.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import dev.rundle.coordinator.cluster.logs.LogCollection.Ask;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogCollectionTest {
  private static final int GENTLE = LogCollection.GENTLE_BYTES;
  private static final int HURRIED = LogCollection.HURRIED_BYTES;

  private final LogCollection logs = new LogCollection("r1");
  private long now = 1_000_000_000L;

  @BeforeEach
  void begin() {
    logs.begin("agent-1", now);
  }

  @Test
  void aLogIsAskedForAtOnceThenEveryTwoSeconds() {
    assertThat(due()).containsExactly(new Ask("agent-1", 0, GENTLE));
    assertThat(due()).as("one piece at a time").isEmpty();
    assertThat(takes(0, 700, false)).isTrue();
    assertThat(due()).isEmpty();
    advance(1_999);
    assertThat(due()).isEmpty();
    advance(1);
    assertThat(due()).containsExactly(new Ask("agent-1", 700, GENTLE));
  }

  @Test
  void aLogThatLagsBehindIsAskedForSooner() {
    due();
    takes(0, GENTLE, false);

    advance(200);

    assertThat(due()).containsExactly(new Ask("agent-1", GENTLE, GENTLE));
  }

  @Test
  void aLogThatIsNotWrittenToIsAskedForLessOften() {
    due();
    takes(0, 0, false);

    advance(4_999);
    assertThat(due()).isEmpty();
    advance(1);
    assertThat(due()).containsExactly(new Ask("agent-1", 0, GENTLE));
  }

  @Test
  void afterTheRunALogThatDoesNotGrowIsGivenUp() {
    due();
    takes(0, 700, false);
    advance(60_000);
    assertThat(logs.standstills(now)).as("the run goes on").isEmpty();
    logs.hurry(now);
    due();
    advance(19_000);
    takes(700, 1, false);
    advance(1_000);
    assertThat(logs.standstills(now)).as("it grew 1 s ago").isEmpty();
    due();
    takes(701, 0, false);

    advance(19_000);

    assertThat(logs.standstills(now)).containsExactly("agent-1");
    assertThat(logs.isOver()).isTrue();
    assertThat(logs.isWhole("agent-1")).isFalse();
  }

  @Test
  void afterTheRunTheRestComesWithoutAPauseAndInLargerPieces() {
    due();
    takes(0, 700, false);

    logs.hurry(now);

    assertThat(due()).containsExactly(new Ask("agent-1", 700, HURRIED));
    takes(700, HURRIED, false);
    assertThat(due()).containsExactly(new Ask("agent-1", 700 + HURRIED, HURRIED));
    takes(700 + HURRIED, 3, true);
    assertThat(due()).isEmpty();
    assertThat(logs.isOver()).isTrue();
    assertThat(logs.isWhole("agent-1")).isTrue();
  }

  @Test
  void anAgentThatIsStillClosingItsLogIsAskedAgainSoon() {
    logs.hurry(now);
    due();

    takes(0, 0, false);

    assertThat(due()).isEmpty();
    advance(200);
    assertThat(due()).containsExactly(new Ask("agent-1", 0, HURRIED));
  }

  @Test
  void withoutAnAnswerForFiveSecondsTheSamePieceIsAskedForAgain() {
    due();
    takes(0, 700, false);
    advance(2_000);
    due();

    advance(4_999);
    assertThat(due()).isEmpty();
    advance(1);
    assertThat(due()).containsExactly(new Ask("agent-1", 700, GENTLE));
  }

  @Test
  void aLateAnswerIsTakenOnceAndItsDoubleDropped() {
    due();
    advance(5_000);
    due();

    assertThat(takes(0, 700, false)).isTrue();
    assertThat(takes(0, 700, false)).isFalse();

    advance(2_000);
    assertThat(due()).containsExactly(new Ask("agent-1", 700, GENTLE));
  }

  @Test
  void aLateAnswerOfTheSizeAskedForThenIsTaken() {
    logs.hurry(now);
    due();
    advance(5_000);

    assertThat(takes(0, HURRIED, false)).isTrue();
  }

  @Test
  void whatWasNotAskedForIsDropped() {
    due();

    assertThat(takes(-1, 10, false)).as("a negative place").isFalse();
    assertThat(takes(10, 10, false)).as("another place").isFalse();
    assertThat(takes(0, GENTLE + 1, false)).as("too much").isFalse();
    assertThat(logs.takes(new LogChunk("r2", "agent-1", 0, new byte[1], false), now))
        .as("another run")
        .isFalse();
    assertThat(logs.takes(new LogChunk("r1", "agent-9", 0, new byte[1], true), now))
        .as("another agent")
        .isFalse();

    assertThat(logs.isWhole("agent-1")).isFalse();
    assertThat(takes(0, 10, true)).as("the answer itself").isTrue();
    assertThat(takes(10, 10, true)).as("more after the end").isFalse();
  }

  @Test
  void nothingIsTakenBeforeItWasAskedFor() {
    assertThat(takes(0, 1, false)).isFalse();
  }

  @Test
  void theLogOfAnAgentThatIsLostStaysInPart() {
    due();
    takes(0, 700, false);

    logs.lost("agent-1");
    advance(60_000);

    assertThat(due()).isEmpty();
    assertThat(takes(700, 10, true)).as("a late word of it").isFalse();
    assertThat(logs.isOver()).isTrue();
    assertThat(logs.isWhole("agent-1")).isFalse();
  }

  @Test
  void aLogThatIsHereStaysWholeWhenItsAgentIsLost() {
    due();
    takes(0, 700, true);

    logs.lost("agent-1");

    assertThat(logs.isWhole("agent-1")).isTrue();
  }

  @Test
  void aLogThatCannotBeWrittenIsNotWholeEvenIfItsEndCame() {
    due();
    takes(0, 700, true);

    logs.unwritable("agent-1");

    assertThat(logs.isWhole("agent-1")).isFalse();
    assertThat(logs.isOver()).isTrue();
  }

  @Test
  void noMoreThanSixteenPiecesAreOutAtATimeAndEverybodyHasATurn() {
    IntStream.rangeClosed(2, 40).forEach(n -> logs.begin("agent-" + n, now + n));
    advance(1);

    List<Ask> first = due();
    assertThat(first).hasSize(16).startsWith(new Ask("agent-1", 0, GENTLE));
    assertThat(due()).isEmpty();

    // One answers, fifteen never do; those that wait go first nevertheless.
    takes(0, 5, false);
    assertThat(due()).containsExactly(new Ask("agent-17", 0, GENTLE));
    advance(5_000);
    assertThat(due().stream().map(Ask::agent))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(18, 33).mapToObj(n -> "agent-" + n).toList());
  }

  @Test
  void agentsAreNamedInTheOrderOfTheirBeginning() {
    logs.begin("agent-3", now);
    logs.begin("agent-2", now);
    logs.begin("agent-1", now);
    due();
    takes(0, 1, true);

    assertThat(logs.agents()).containsExactly("agent-1", "agent-3", "agent-2");
    assertThat(logs.missing()).containsExactly("agent-3", "agent-2");
  }

  private List<Ask> due() {
    return logs.due(now);
  }

  private boolean takes(long offset, int bytes, boolean end) {
    return logs.takes(new LogChunk("r1", "agent-1", offset, new byte[bytes], end), now);
  }

  private void advance(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }
}

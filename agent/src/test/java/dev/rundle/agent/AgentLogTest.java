package dev.rundle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is handed over in pieces, while it grows and after. */
class AgentLogTest extends AgentTest {
  @TempDir Path folder;
  private Path log;
  private TestProbe<AgentEvent> collector;

  @BeforeEach
  void open() {
    log = folder.resolve("simulation.log");
    collector = kit.createTestProbe(AgentEvent.class);
  }

  @Test
  void piecesFollowEachOtherWhileTheLogGrowsAndItsEndIsSaidOnlyWhenItIsClosed() throws Exception {
    ready("run-1");
    assertPiece(fetch(0, 100), 0, "", false);
    load.logGrowsAt(log);
    assertPiece(fetch(0, 100), 0, "", false);

    write("0123456789");
    assertPiece(fetch(0, 4), 0, "0123", false);
    assertPiece(fetch(4, 100), 4, "456789", false);
    assertPiece(fetch(10, 100), 10, "", false);
    write("ab");
    assertPiece(fetch(10, 100), 10, "ab", false);

    agent.tell(new AgentCommand.Finish("run-1"));
    expect(AgentEvent.Finished.class);
    assertPiece(fetch(10, 1), 10, "a", false);
    assertPiece(fetch(11, 1), 11, "b", true);
    assertPiece(fetch(12, 1), 12, "", true);
    assertPiece(fetch(0, 100), 0, "0123456789ab", true);
  }

  @Test
  void offsetsThatCannotBeAreAnsweredWithNothing() throws Exception {
    load.logGrowsAt(log);
    write("0123456789");
    finished("run-1");

    assertPiece(fetch(-1, 100), -1, "", false);
    assertPiece(fetch(11, 100), 11, "", false);
    assertPiece(fetch(Long.MAX_VALUE, 100), Long.MAX_VALUE, "", false);
    assertPiece(fetch(0, -5), 0, "", false);
    assertPiece(fetch(0, Integer.MIN_VALUE), 0, "", false);
    assertPiece(fetch(5, 100), 5, "56789", true);
  }

  @Test
  void noPieceIsLargerThanAFrameCanTake() throws Exception {
    load.logGrowsAt(log);
    write("x".repeat(LogChunk.MOST_BYTES + 10));
    finished("run-1");

    LogChunk first = fetch(0, Integer.MAX_VALUE);
    assertThat(first.bytes()).hasSize(LogChunk.MOST_BYTES);
    assertThat(first.end()).isFalse();
    LogChunk second = fetch(LogChunk.MOST_BYTES, Integer.MAX_VALUE);
    assertThat(second.bytes()).hasSize(10);
    assertThat(second.end()).isTrue();
  }

  @Test
  void aLogThatWasTakenAwayIsNotItsEnd() throws Exception {
    load.logGrowsAt(log);
    write("0123456789");
    finished("run-1");
    Files.delete(log);

    assertPiece(fetch(10, 100), 10, "", false);
  }

  @Test
  void aRunThatCouldNotEvenBeginHasAnEmptyLog() {
    load.failToOpen(new IllegalStateException("by the test"));
    prepare("run-1", 60, Duration.ZERO);
    expect(AgentEvent.Failed.class);

    assertPiece(fetch(0, 100), 0, "", true);
  }

  @Test
  void theLogOfALoadThatWasGivenUpCanStillBeHad() throws Exception {
    ready("run-1");
    load.logGrowsAt(log);
    write("0123456789");

    load.jumpTo(load.nanos() + Duration.ofSeconds(10).toNanos());
    ping("");
    expect(AgentEvent.Failed.class);

    assertPiece(fetch(3, 100), 3, "3456789", true);
  }

  @Test
  void theNextRunsLogTakesItsPlace() throws Exception {
    load.logGrowsAt(log);
    write("0123456789");
    finished("run-1");
    ready("run-2");

    agent.tell(new AgentCommand.FetchLog("run-1", 0, 100, collector.ref()));
    ping("");

    collector.expectNoMessage();
  }

  private void finished(String run) {
    ready(run);
    agent.tell(new AgentCommand.Finish(run));
    expect(AgentEvent.Finished.class);
  }

  private LogChunk fetch(long offset, int mostBytes) {
    agent.tell(new AgentCommand.FetchLog("run-1", offset, mostBytes, collector.ref()));
    return collector.expectMessageClass(LogChunk.class);
  }

  private void write(String more) throws IOException {
    Files.writeString(log, more, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void assertPiece(LogChunk piece, long offset, String text, boolean end) {
    assertThat(piece.runId()).isEqualTo("run-1");
    assertThat(piece.agent()).isEqualTo("agent-1");
    assertThat(piece.offset()).isEqualTo(offset);
    assertThat(new String(piece.bytes(), StandardCharsets.US_ASCII)).isEqualTo(text);
    assertThat(piece.end()).isEqualTo(end);
  }
}

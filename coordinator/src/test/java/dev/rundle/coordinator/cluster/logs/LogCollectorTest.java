package dev.rundle.coordinator.cluster.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.FetchLog;
import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import dev.rundle.model.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogCollectorTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path work;

  private static final ActorTestKit KIT = ActorTestKit.create();

  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
  private final CompletableFuture<List<CollectedLog>> answer = new CompletableFuture<>();

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void logsOfSeveralAgentsComeHereByteForByte() throws Exception {
    byte[] one = bytes(1, 500_000);
    byte[] two = bytes(2, 3);
    ActorRef<LogCollector.Message> collector = collector();

    collector.tell(new LogCollector.Begin("agent-1", agentWith("agent-1", one)));
    collector.tell(new LogCollector.Begin("agent-2", agentWith("agent-2", two)));
    collector.tell(new LogCollector.Finish(LONG, answer));

    assertThat(collected())
        .containsExactly(
            new CollectedLog("agent-1", work.resolve("logs/r1/agent-1.log"), true),
            new CollectedLog("agent-2", work.resolve("logs/r1/agent-2.log"), true));
    assertThat(work.resolve("logs/r1/agent-1.log")).hasBinaryContent(one);
    assertThat(work.resolve("logs/r1/agent-2.log")).hasBinaryContent(two);
    assertThat(warnings).isEmpty();
    KIT.createTestProbe().expectTerminated(collector, LONG);
  }

  @Test
  void whatAnAgentSaidBeforeItWasLostIsKept() throws Exception {
    TestProbe<AgentCommand> agent = KIT.createTestProbe(AgentCommand.class);
    ActorRef<LogCollector.Message> collector = collector();

    collector.tell(new LogCollector.Begin("agent-1", agent.ref()));
    FetchLog ask = agent.expectMessageClass(FetchLog.class);
    ask.replyTo().tell(new LogChunk("r1", "agent-1", 0, new byte[] {1, 2, 3}, false));
    collector.tell(new LogCollector.Lost("agent-1"));
    collector.tell(new LogCollector.Finish(LONG, answer));

    assertThat(collected())
        .containsExactly(new CollectedLog("agent-1", work.resolve("logs/r1/agent-1.log"), false));
    assertThat(work.resolve("logs/r1/agent-1.log")).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void anAgentWithoutALogIsNotInTheList() throws Exception {
    ActorRef<LogCollector.Message> collector = collector();

    collector.tell(new LogCollector.Begin("agent-1", agentWith("agent-1", new byte[0])));
    collector.tell(new LogCollector.Finish(LONG, answer));

    assertThat(collected()).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void anAgentThatNeverAnswersIsWaitedForNoLongerThanTold() throws Exception {
    TestProbe<AgentCommand> silent = KIT.createTestProbe(AgentCommand.class);
    ActorRef<LogCollector.Message> collector = collector();

    collector.tell(new LogCollector.Begin("agent-1", silent.ref()));
    collector.tell(new LogCollector.Begin("agent-2", agentWith("agent-2", bytes(2, 9))));
    collector.tell(new LogCollector.Finish(Duration.ofSeconds(1), answer));

    assertThat(collected()).extracting(CollectedLog::agent).containsExactly("agent-2");
    assertThat(warnings).containsExactly("the log of agent-1 has not come to its end within 1 s");
  }

  @Test
  void aLogThatCannotBeWrittenIsGivenUpWithAWarningAndTheOthersGoOn() throws Exception {
    Files.createDirectories(work.resolve("logs/r1"));
    Files.writeString(work.resolve("logs/r1/agent-1.log.part"), "not ours");
    ActorRef<LogCollector.Message> collector = collector();

    collector.tell(new LogCollector.Begin("agent-1", agentWith("agent-1", bytes(1, 9))));
    collector.tell(new LogCollector.Begin("agent-2", agentWith("agent-2", bytes(2, 9))));
    collector.tell(new LogCollector.Finish(LONG, answer));

    assertThat(collected()).extracting(CollectedLog::agent).containsExactly("agent-2");
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("the log of agent-1 is given up: ")
        .contains("agent-1.log.part cannot be written", "FileAlreadyExistsException");
    assertThat(work.resolve("logs/r1/agent-1.log.part")).hasContent("not ours");
  }

  @Test
  void aFullDiskLeavesWhatFitted() throws Exception {
    byte[] log = bytes(1, 3 * LogCollection.HURRIED_BYTES);
    var room = new long[] {LogFolder.RESERVED_BYTES + LogCollection.HURRIED_BYTES};
    var folder =
        new LogFolder(
            work,
            () -> {
              room[0] -= LogCollection.HURRIED_BYTES / 2;
              return room[0] + LogCollection.HURRIED_BYTES / 2;
            });
    ActorRef<LogCollector.Message> collector =
        KIT.spawn(LogCollector.create("r1", folder, Ticker.system(), warnings::add));

    collector.tell(new LogCollector.Begin("agent-1", agentWith("agent-1", log)));
    collector.tell(new LogCollector.Finish(LONG, answer));

    CollectedLog kept = collected().get(0);
    assertThat(kept.whole()).isFalse();
    byte[] onDisk = Files.readAllBytes(kept.path());
    assertThat(onDisk).hasSizeBetween(1, log.length - 1);
    assertThat(onDisk).isEqualTo(Arrays.copyOf(log, onDisk.length));
    assertThat(warnings).singleElement().asString().contains("less than 64 MiB are free");
  }

  private ActorRef<LogCollector.Message> collector() {
    return KIT.spawn(
        LogCollector.create("r1", work, Ticker.system(), warnings::add),
        DispatcherSelector.blocking());
  }

  private List<CollectedLog> collected() throws Exception {
    return answer.get(30, TimeUnit.SECONDS);
  }

  /** An agent that has closed its log. */
  private ActorRef<AgentCommand> agentWith(String name, byte[] log) {
    return KIT.spawn(
        Behaviors.receive(AgentCommand.class)
            .onMessage(
                FetchLog.class,
                fetch -> {
                  int from = (int) fetch.offset();
                  int to = Math.min(log.length, from + fetch.mostBytes());
                  fetch
                      .replyTo()
                      .tell(
                          new LogChunk(
                              fetch.runId(),
                              name,
                              from,
                              Arrays.copyOfRange(log, from, to),
                              to == log.length));
                  return Behaviors.same();
                })
            .build());
  }

  private static byte[] bytes(int seed, int length) {
    var bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}

package dev.rundle.simulations.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GatlingLadderTest {
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  private final Calls calls = new Calls();
  private final Counter counter = new Counter();
  private final AtomicInteger text = new AtomicInteger();

  @Test
  void holdsExactlyWhatItIsToldAndEveryEndIsFollowedByTheNextCallAtOnce() throws Exception {
    int n = 50;
    GatlingLadder run = start(n);
    while (run.waiting() < 2 * n) {
      Thread.onSpinWait();
    }
    run.hold(n, "rung-00");
    List<Open> open = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      open.add(calls.next());
    }
    assertThat(run.inFlight()).isEqualTo(n);
    assertThat(calls.waiting()).isZero();

    for (Open call : open) {
      call.ok(20, 60);
      // The very thread that brings the end has sent the next call when it returns.
      assertThat(calls.waiting()).isEqualTo(1);
      calls.next();
      assertThat(run.inFlight()).isEqualTo(n);
    }
    assertThat(counter.sent.get()).isEqualTo(2 * n);
    assertThat(counter.ended).hasSize(n);
    run.abort().get();
  }

  @Test
  void raisingSendsAtOnceAndLoweringLetsRequestsEnd() throws Exception {
    LadderRun run = start(4);
    run.hold(1, "rung-00");
    Open first = calls.next();

    run.hold(4, "rung-01");
    List<Open> open = new ArrayList<>(List.of(first, calls.next(), calls.next(), calls.next()));
    assertThat(run.inFlight()).isEqualTo(4);

    run.hold(1, "rung-02");
    open.get(0).ok(20, 60);
    open.get(1).ok(20, 60);
    open.get(2).ok(20, 60);
    assertThat(run.inFlight()).isEqualTo(1);
    assertThat(calls.waiting()).isZero();

    open.get(3).ok(20, 60);
    calls.next();
    assertThat(run.inFlight()).isEqualTo(1);
    run.abort().get();
  }

  @Test
  void logsGroupAndRequestUnderTheRungAtSendTime() throws Exception {
    LadderRun run = start(2);
    run.hold(1, "");
    Open warmUp = calls.next();
    run.hold(1, "rung-00");
    warmUp.ok(1, 1);
    Open ofRung0 = calls.next();
    run.hold(1, "rung-01");
    ofRung0.ok(20, 60);
    Open ofRung1 = calls.next();
    run.hold(0, "");
    ofRung1.failed(Outcome.REJECTED, 7, "queue saturated");

    Path log = run.finish().get();

    assertThat(recordsOf(log))
        .containsExactlyInAnyOrder(
            "request [rung-00] full response 60 ok ",
            "group [rung-00] 20 cumulated 20 ok",
            "request [rung-01] full response 7 KO REJECTED: queue saturated",
            "group [rung-01] 7 cumulated 7 KO");
  }

  @Test
  void whatIsNoPartOfTheResultsIsNotLogged() throws Exception {
    counter.isResult = sent -> false;
    LadderRun run = start(1);
    run.hold(1, "rung-00");
    Open call = calls.next();
    run.hold(0, "");
    call.ok(20, 60);

    assertThat(recordsOf(run.finish().get())).isEmpty();
  }

  @Test
  void theListenerSeesOneSendTimePerAttempt() throws Exception {
    LadderRun run = start(1);
    run.hold(1, "");
    Open call = calls.next();
    run.hold(0, "");
    call.ok(20, 60);
    run.finish().get();

    assertThat(counter.ended).hasSize(1);
    assertThat(counter.ended.get(0).sentNanos()).isEqualTo(counter.lastSentNanos.get());
  }

  @Test
  void textsAreTakenInTurn() throws Exception {
    LadderRun run = start(1);
    run.hold(1, "");
    Open first = calls.next();
    first.ok(1, 2);
    Open second = calls.next();

    assertThat(List.of(first.text(), second.text())).containsExactly("text 0", "text 1");
    run.abort().get();
  }

  @Test
  void aClientThatThrowsIsAFailedAttemptAndTheUserGoesOn() throws Exception {
    calls.throwFirst = new StackOverflowError("a fatal one");
    LadderRun run = start(1);
    run.hold(1, "rung-00");
    Open second = calls.next();
    run.hold(0, "");
    second.ok(20, 60);

    assertThat(recordsOf(run.finish().get()))
        .anyMatch(line -> line.contains("KO CONNECTION: java.lang.StackOverflowError"))
        .anyMatch(line -> line.contains("full response 60 ok"));
  }

  @Test
  void aClientThatFailsAtOnceDoesNotKeepTheCaller() throws Exception {
    calls.failAtOnce = true;
    LadderRun run = start(3);
    run.hold(2, "");
    counter.awaitEnded(1_000);

    run.hold(0, "");
    run.finish().get();

    assertThat(run.inFlight()).isZero();
  }

  @Test
  void abortingGivesUpWhatIsInFlight() throws Exception {
    LadderRun run = start(2);
    run.hold(2, "rung-00");
    calls.next();
    Open late = calls.next();

    Path log = run.abort().get();

    assertThat(run.inFlight()).isZero();
    assertThat(Files.exists(log)).isTrue();
    assertThat(counter.ended).hasSize(2).allMatch(attempt -> !attempt.outcome().isOk());
    late.ok(1, 2);
    assertThat(counter.ended).hasSize(2);
  }

  @Test
  void finishingWaitsForWhatIsInFlight() throws Exception {
    LadderRun run = start(2);
    run.hold(1, "rung-00");
    Open call = calls.next();

    var log = run.finish();
    assertThat(log).isNotDone();
    call.ok(20, 60);

    assertThat(recordsOf(log.get())).hasSize(2);
    assertThat(run.inFlight()).isZero();
  }

  @Test
  void aFolderThatCannotBeWrittenToFailsTheRun() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    LadderRun run = GatlingLadder.start(settings("broken", 1, file), calls, counter, texts());

    assertThat(run.log())
        .failsWithin(java.time.Duration.ofSeconds(30))
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("The load generator has stopped");
  }

  @Test
  void runsMayOverlapAndNothingIsPrinted() throws Exception {
    PrintStream standardOut = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      LadderRun one = GatlingLadder.start(settings("one", 2, folder), calls, counter, texts());
      LadderRun two = GatlingLadder.start(settings("two", 2, folder), calls, counter, texts());
      one.hold(1, "rung-00");
      two.hold(1, "rung-00");
      calls.next().ok(1, 2);
      calls.next().ok(1, 2);
      assertThat(one.abort().get()).isNotEqualTo(two.abort().get());
    } finally {
      System.setOut(standardOut);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private GatlingLadder start(int pool) {
    return GatlingLadder.start(settings("test", pool, folder), calls, counter, texts());
  }

  private static LadderSettings settings(String name, int pool, Path folder) {
    return new LadderSettings(name, pool, folder);
  }

  private Supplier<String> texts() {
    return () -> "text " + text.getAndIncrement();
  }

  private static List<String> recordsOf(Path log) {
    List<String> lines = new ArrayList<>();
    try (LogReader reader = LogReader.open(log)) {
      reader.forEach(
          new LogVisitor() {
            @Override
            public void request(
                List<String> groups, String name, long start, long end, boolean ok, String text) {
              lines.add(
                  "request "
                      + groups
                      + " "
                      + name
                      + " "
                      + (end - start)
                      + (ok ? " ok " : " KO ")
                      + text);
            }

            @Override
            public void group(List<String> groups, long start, long end, int time, boolean ok) {
              lines.add(
                  "group "
                      + groups
                      + " "
                      + (end - start)
                      + " cumulated "
                      + time
                      + (ok ? " ok" : " KO"));
            }

            @Override
            public void user(String scenario, boolean start, long at) {}

            @Override
            public void error(String message, long at) {
              lines.add("error " + message);
            }
          });
    }
    return lines;
  }

  /** One call that has begun. */
  private record Open(String text, Consumer<Attempt> whenEnded) {
    void ok(long ttfabMillis, long fullMillis) {
      whenEnded.accept(
          new Attempt(1, ttfabMillis * MILLI, fullMillis * MILLI, -1, 9, 9, 0, Outcome.OK, ""));
    }

    void failed(Outcome outcome, long fullMillis, String message) {
      whenEnded.accept(new Attempt(1, -1, fullMillis * MILLI, -1, 0, 0, 0, outcome, message));
    }
  }

  /** A client whose calls end when the test says so. */
  private static final class Calls implements StreamingInvoker {
    private final BlockingQueue<Open> begun = new LinkedBlockingQueue<>();
    private volatile Error throwFirst;
    private volatile boolean failAtOnce;

    @Override
    public void invoke(String text, Consumer<Attempt> whenEnded) {
      Error failure = throwFirst;
      if (failure != null) {
        throwFirst = null;
        throw failure;
      }
      var call = new Open(text, whenEnded);
      if (failAtOnce) {
        call.failed(Outcome.CONNECTION, 0, "refused");
      } else {
        begun.add(call);
      }
    }

    Open next() throws InterruptedException {
      Open call = begun.poll(30, TimeUnit.SECONDS);
      assertThat(call).as("another call").isNotNull();
      return call;
    }

    int waiting() {
      return begun.size();
    }

    @Override
    public int maxConcurrency() {
      return 1_000;
    }

    @Override
    public void close() {}
  }

  private static final class Counter implements AttemptListener {
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicLong lastSentNanos = new AtomicLong();
    private final List<Attempt> ended = java.util.Collections.synchronizedList(new ArrayList<>());
    private volatile java.util.function.LongPredicate isResult = sent -> true;

    @Override
    public boolean onSent(long sentNanos) {
      sent.incrementAndGet();
      lastSentNanos.set(sentNanos);
      return isResult.test(sentNanos);
    }

    @Override
    public synchronized void onEnded(Attempt attempt) {
      ended.add(attempt);
      notifyAll();
    }

    synchronized void awaitEnded(int count) throws InterruptedException {
      while (ended.size() < count) {
        wait();
      }
    }
  }
}

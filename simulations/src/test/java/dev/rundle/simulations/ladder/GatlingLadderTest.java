package dev.rundle.simulations.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.sagemaker.invoke.StreamingInvoker;
import dev.rundle.simulations.log.LogReader;
import dev.rundle.simulations.log.LogVisitor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
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
    awaitWaiting(run, 2 * n);
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

  /** A rung that has ended is on disk although the run goes on and nothing more is logged. */
  @Test
  void theLogGrowsWhileTheRunGoesOn() throws Exception {
    LadderRun run = start(2);
    run.hold(1, "rung-00");
    for (int i = 0; i < 3; i++) {
      calls.next().ok(20, 60);
    }
    Open last = calls.next();
    run.hold(0, "");
    last.failed(Outcome.REJECTED, 7, "queue saturated");
    counter.awaitEnded(4);
    Path growing = run.logSoFar().orElseThrow();

    List<String> onDisk = recordsSoFar(growing);
    while (onDisk.size() < 8) {
      Thread.onSpinWait();
      onDisk = recordsSoFar(growing);
    }
    byte[] before = Files.readAllBytes(growing);
    Path log = run.finish().get();

    assertThat(log).isEqualTo(growing).isEqualTo(run.logSoFar().orElseThrow());
    assertThat(recordsOf(log)).isEqualTo(onDisk);
    assertThat(Arrays.copyOf(Files.readAllBytes(log), before.length)).isEqualTo(before);
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
    calls.onInvoke =
        call -> {
          if (call == 1) {
            throw new IllegalStateException("not now");
          }
        };
    LadderRun run = start(1);
    run.hold(1, "rung-00");
    Open second = calls.next();
    run.hold(0, "");
    second.ok(20, 60);

    assertThat(recordsOf(run.finish().get()))
        .anyMatch(line -> line.contains("KO CONNECTION: java.lang.IllegalStateException"))
        .anyMatch(line -> line.contains("full response 60 ok"));
  }

  /** What this process could not do must not look like a failure of the endpoint. */
  @Test
  void anErrorOfTheJvmEndsTheRunAndIsNoAttempt() throws Exception {
    calls.throwFirst = new OutOfMemoryError("Java heap space");
    LadderRun run = start(2);

    run.hold(1, "rung-00");

    assertThat(run.log())
        .failsWithin(java.time.Duration.ofSeconds(30))
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("The load generator has stopped: java.lang.OutOfMemoryError");
    while (run.inFlight() > 0) {
      Thread.onSpinWait();
    }
    assertThat(counter.ended).isEmpty();
    assertThat(calls.waiting()).as("calls after it").isZero();
  }

  @Test
  void anErrorWhileAnAttemptIsCountedEndsTheRun() throws Exception {
    LadderRun run = start(2);
    run.hold(1, "rung-00");
    counter.failure = new OutOfMemoryError("Java heap space");

    calls.next().ok(20, 60);

    assertThat(run.log())
        .failsWithin(java.time.Duration.ofSeconds(30))
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withMessageContaining("OutOfMemoryError");
    assertThat(run.inFlight()).isZero();
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

  /** The lease ends in the middle of a ramp: the thread that raises must not send the rest. */
  @Test
  void abortingDuringARiseSendsNothingMore() throws Exception {
    GatlingLadder run = start(5);
    awaitWaiting(run, 10);
    calls.onInvoke =
        call -> {
          if (call == 2) {
            run.abort();
          }
        };

    run.hold(5, "rung-00");
    run.log().get();

    assertThat(calls.invoked).hasValue(2);
    assertThat(counter.sent).hasValue(2);
    assertThat(counter.ended).hasSize(2);
    assertThat(run.inFlight()).isZero();
  }

  /** A user that has its place already, but has not sent yet, gives it back. */
  @Test
  void whoWasAdmittedBeforeAnAbortButHasNotSentDoesNotSend() throws Exception {
    GatlingLadder run = start(3);
    awaitWaiting(run, 6);
    run.hold(1, "rung-00");
    Open first = calls.next();
    calls.onInvoke =
        call -> {
          first.ok(1, 2);
          run.abort();
        };

    run.hold(2, "rung-00");
    run.log().get();

    assertThat(calls.invoked).hasValue(2);
    assertThat(counter.sent).hasValue(2);
    assertThat(counter.ended).hasSize(2);
    assertThat(run.inFlight()).isZero();
  }

  @Test
  void loweringDuringARiseStopsIt() throws Exception {
    GatlingLadder run = start(5);
    awaitWaiting(run, 10);
    calls.onInvoke =
        call -> {
          if (call == 2) {
            run.hold(0, "");
          }
        };

    run.hold(5, "rung-00");

    assertThat(calls.invoked).hasValue(2);
    assertThat(run.inFlight()).isEqualTo(2);
    run.abort().get();
  }

  /** A call that another thread is just sending is over when the abort returns. */
  @Test
  void abortingWaitsForACallThatIsJustBeingSent() throws Exception {
    GatlingLadder run = start(1);
    awaitWaiting(run, 2);
    List<String> order = java.util.Collections.synchronizedList(new ArrayList<>());
    var aborting =
        new Thread(
            () -> {
              run.abort();
              order.add("abort returned");
            });
    calls.onInvoke =
        call -> {
          aborting.start();
          try {
            counter.awaitEnded(1);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          order.add("invoke returned");
        };

    run.hold(1, "rung-00");
    aborting.join();

    assertThat(order).containsExactly("invoke returned", "abort returned");
    assertThat(run.log().get()).exists();
  }

  @Test
  void abortingGivesUpFiveThousandRequestsAndNoneIsSentAfterwards() throws Exception {
    int n = 5_000;
    GatlingLadder run = start(n);
    awaitWaiting(run, 2 * n);
    run.hold(n, "rung-00");
    assertThat(run.inFlight()).isEqualTo(n);
    var client = new Thread(() -> endAll(calls));
    var ramp = new Thread(() -> step(run, n));
    client.start();
    ramp.start();
    counter.awaitEnded(n / 2);

    var log = run.abort();
    calls.closed = true;

    assertThat(run.inFlight()).isZero();
    client.join();
    ramp.join();
    log.get();
    assertThat(calls.invokedWhenClosed).hasValue(0);
    assertThat(counter.ended).hasSize(counter.sent.get());
    assertThat(run.inFlight()).isZero();
  }

  /** Aborts at other moments of a rise, a fall and a turn of calls; none is sent afterwards. */
  @Test
  void whereverItComesAnAbortIsTheLastWord() throws Exception {
    for (int ends = 1; ends <= 20; ends++) {
      var everyCall = new Calls();
      var counted = new Counter();
      GatlingLadder run =
          GatlingLadder.start(settings("abort-" + ends, 40, folder), everyCall, counted, texts());
      awaitWaiting(run, 80);
      var client = new Thread(() -> endAll(everyCall));
      var ramp = new Thread(() -> step(run, 40));
      client.start();
      ramp.start();
      counted.awaitEnded(ends * 7);

      var log = run.abort();
      everyCall.closed = true;

      client.join();
      ramp.join();
      log.get();
      assertThat(everyCall.invokedWhenClosed).hasValue(0);
      assertThat(counted.ended).hasSize(counted.sent.get());
      assertThat(run.inFlight()).isZero();
    }
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

  private static void awaitWaiting(GatlingLadder run, int users) {
    while (run.waiting() < users) {
      Thread.onSpinWait();
    }
  }

  /** A client that ends its calls one after another until it is closed. */
  private static void endAll(Calls calls) {
    while (!calls.closed) {
      Open call = calls.begun.poll();
      if (call == null) {
        Thread.onSpinWait();
      } else {
        call.ok(1, 2);
      }
    }
  }

  /** A gate that moves all the time, until the run ends. */
  private static void step(GatlingLadder run, int highest) {
    for (int i = 1; !run.log().isDone(); i++) {
      run.hold(i % (highest + 1), "rung-00");
    }
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
    var lines = new Lines();
    try (LogReader reader = LogReader.open(log)) {
      reader.forEach(lines);
    }
    return lines.lines;
  }

  /** Those of a log that still grows; none before its header is there. */
  private static List<String> recordsSoFar(Path log) throws IOException {
    var lines = new Lines();
    if (Files.size(log) > 0) {
      try (LogReader reader = LogReader.open(log)) {
        reader.forEachWhole(lines);
      }
    }
    return lines.lines;
  }

  /** Requests, groups and errors of a log. */
  private static final class Lines implements LogVisitor {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void request(
        List<String> groups, String name, long start, long end, boolean ok, String text) {
      String status = ok ? " ok " : " KO ";
      lines.add("request " + groups + " " + name + " " + (end - start) + status + text);
    }

    @Override
    public void group(List<String> groups, long start, long end, int time, boolean ok) {
      String status = ok ? " ok" : " KO";
      lines.add("group " + groups + " " + (end - start) + " cumulated " + time + status);
    }

    @Override
    public void user(String scenario, boolean start, long at) {}

    @Override
    public void error(String message, long at) {
      lines.add("error " + message);
    }
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
    private volatile boolean closed;
    private volatile IntConsumer onInvoke = call -> {};
    private final AtomicInteger invoked = new AtomicInteger();
    private final AtomicInteger invokedWhenClosed = new AtomicInteger();

    @Override
    public void invoke(String text, Consumer<Attempt> whenEnded) {
      if (closed) {
        invokedWhenClosed.incrementAndGet();
      }
      onInvoke.accept(invoked.incrementAndGet());
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
    private volatile Error failure;
    private volatile java.util.function.LongPredicate isResult = sent -> true;

    @Override
    public boolean onSent(long sentNanos) {
      sent.incrementAndGet();
      lastSentNanos.set(sentNanos);
      return isResult.test(sentNanos);
    }

    @Override
    public synchronized void onEnded(Attempt attempt) {
      if (failure != null) {
        throw failure;
      }
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

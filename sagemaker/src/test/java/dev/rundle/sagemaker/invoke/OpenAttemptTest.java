package dev.rundle.sagemaker.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.model.config.ModelConfig.AudioFormat;
import dev.rundle.model.outcome.Attempt;
import dev.rundle.model.outcome.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sagemakerruntime.model.ResponseStream;

class OpenAttemptTest {
  private static final InvocationSettings SETTINGS =
      new InvocationSettings(
          "tts",
          "",
          "application/json",
          "",
          BodyTemplate.of("{}", "application/json"),
          AudioFormat.PCM_24K,
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          1);

  private final AtomicLong now = new AtomicLong(1_000);
  private final List<Attempt> ended = new ArrayList<>();

  private OpenAttempt open() {
    return new OpenAttempt(now::get, SETTINGS, (self, attempt) -> ended.add(attempt));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private static ResponseStream part(int bytes) {
    return ResponseStream.payloadPartBuilder()
        .bytes(SdkBytes.fromByteArray(new byte[bytes]))
        .build();
  }

  @Test
  void timesAreTakenFromJustBeforeTheCall() {
    OpenAttempt open = open();
    pass(Duration.ofMillis(5));
    open.streamBegan();
    open.onNext(part(0));
    pass(Duration.ofMillis(7));
    open.onNext(part(480));
    pass(Duration.ofMillis(14));
    open.onNext(part(480));
    pass(Duration.ofMillis(1));
    open.complete(null);
    assertThat(ended)
        .containsExactly(
            new Attempt(
                1_000, 12_000_000, 27_000_000, -1, 960, 20_000_000, 4_000_000, Outcome.OK, ""));
  }

  @Test
  void eachPartMovesTheEndOfPatienceButNotTheLimit() {
    OpenAttempt open = open();
    for (int second = 0; second < 10; second++) {
      pass(Duration.ofSeconds(1));
      open.onNext(part(480));
      open.checkLimits();
      assertThat(ended).isEmpty();
    }
    pass(Duration.ofNanos(1));
    open.checkLimits();
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(ended.get(0).message()).isEqualTo("not ended within 10.0 s");
    assertThat(ended.get(0).fullNanos()).isEqualTo(10_000_000_001L);
  }

  @Test
  void silenceBeforeAndBetweenPartsIsATimeout() {
    OpenAttempt before = open();
    pass(Duration.ofMillis(2_001));
    before.checkLimits();
    OpenAttempt between = open();
    between.onNext(part(480));
    pass(Duration.ofMillis(2_001));
    between.checkLimits();
    assertThat(ended).extracting(Attempt::outcome).containsOnly(Outcome.TIMEOUT).hasSize(2);
    assertThat(ended).extracting(Attempt::audioBytes).containsExactly(0L, 480L);
  }

  @Test
  void whatComesAfterTheEndChangesNothing() {
    OpenAttempt open = open();
    open.abandon(Outcome.TIMEOUT, "late");
    open.onNext(part(480));
    open.complete(null);
    open.complete(new IOException("socket is closed."));
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(ended.get(0).audioBytes()).isZero();
  }

  @Test
  void aCallThatBeginsAfterTheEndIsCancelled() {
    OpenAttempt open = open();
    open.abandon(Outcome.TIMEOUT, "late");
    var call = new CompletableFuture<Void>();
    open.follow(call);
    assertThat(call).isCancelled();
    assertThat(ended).hasSize(1);
  }

  @Test
  void allEndsAtOnceMakeOneAttempt() throws Exception {
    Set<Outcome> seen = EnumSet.noneOf(Outcome.class);
    var pool = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 5_000; round++) {
        var calls = new AtomicInteger();
        var open =
            new OpenAttempt(
                System::nanoTime,
                SETTINGS,
                (self, attempt) -> {
                  calls.incrementAndGet();
                  synchronized (seen) {
                    seen.add(attempt.outcome());
                  }
                });
        var call = new CompletableFuture<Void>();
        open.onNext(part(480));
        var together = new CyclicBarrier(4);
        List<Future<?>> racers =
            List.of(
                pool.submit(() -> racing(together, () -> open.follow(call))),
                pool.submit(() -> racing(together, () -> call.complete(null))),
                pool.submit(
                    () -> racing(together, () -> open.abandon(Outcome.TIMEOUT, "the limit"))),
                pool.submit(() -> racing(together, () -> open.complete(new IOException("broke")))));
        for (Future<?> racer : racers) {
          racer.get();
        }
        assertThat(calls).as("round %d", round).hasValue(1);
      }
    } finally {
      pool.shutdownNow();
    }
    // The race was one: more than one of the ends has won.
    assertThat(seen).hasSizeGreaterThan(1);
  }

  private static Void racing(CyclicBarrier together, Runnable act) throws Exception {
    together.await();
    act.run();
    return null;
  }
}

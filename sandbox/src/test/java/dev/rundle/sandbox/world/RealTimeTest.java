package dev.rundle.sandbox.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RealTimeTest {
  @Test
  void manyThreadsAreAllServedAndNothingIsLeftInFlight() throws InterruptedException {
    int requests = 400;
    var settings =
        SandboxSettings.builder()
            .endpoint(
                EndpointSettings.single(
                    "tts",
                    "AllTraffic",
                    2,
                    ServiceProfile.kokoro()
                        .withSlots(4)
                        .withServiceTime(new ServiceTime.Constant(java.time.Duration.ofMillis(2)))))
            .build();
    var threads = Executors.newFixedThreadPool(8);
    try (var time = WorldTime.system();
        var world = World.create(settings, time)) {
      var served = new CountDownLatch(requests);
      var refused = new AtomicInteger();
      for (int i = 0; i < requests; i++) {
        threads.execute(() -> new OneRequest(world, served, refused).send());
      }
      assertThat(served.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(refused).hasValue(0);
      assertThat(world.endpoints().instances("tts"))
          .extracting(InstanceDescription::inFlight)
          .containsOnly(0);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Ends as soon as its service begins; the callback may come before admit returns. */
  private static final class OneRequest implements InvocationCallbacks {
    private final World world;
    private final CountDownLatch served;
    private final AtomicInteger refused;
    private final CountDownLatch admitted = new CountDownLatch(1);
    private Invocation invocation;
    private boolean isServed;

    private OneRequest(World world, CountDownLatch served, AtomicInteger refused) {
      this.world = world;
      this.served = served;
      this.refused = refused;
    }

    private void send() {
      Invocation handle = world.invocations().admit("tts", Optional.empty(), 10, this);
      synchronized (this) {
        invocation = handle;
        endIfBoth();
      }
      admitted.countDown();
    }

    @Override
    public synchronized void serve(ServicePlan plan) {
      isServed = true;
      endIfBoth();
    }

    private void endIfBoth() {
      if (isServed && invocation != null) {
        invocation.ended(Invocation.End.COMPLETE);
        served.countDown();
      }
    }

    @Override
    public void refuse(Refusal refusal) {
      refused.incrementAndGet();
    }
  }
}

package dev.rundle.simulations.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GateTest {
  private final Gate gate = new Gate();
  private final List<String> log = new ArrayList<>();

  @Test
  void parksEverybodyUntilItIsOpened() {
    come(1, 2, 3);

    assertThat(log).isEmpty();
    assertThat(gate.parked()).isEqualTo(3);
  }

  @Test
  void raisingAdmitsAtOnceInTheOrderOfArrival() {
    come(1, 2, 3);

    gate.setTarget(2);

    assertThat(log).containsExactly("1 in", "2 in");
    assertThat(gate.inside()).isEqualTo(2);
    assertThat(gate.parked()).isEqualTo(1);
  }

  @Test
  void aFreePlaceGoesToTheLongestParked() {
    gate.setTarget(1);
    come(1, 2, 3);

    gate.release();
    gate.release();

    assertThat(log).containsExactly("1 in", "2 in", "3 in");
    assertThat(gate.inside()).isEqualTo(1);
  }

  @Test
  void loweringLetsThoseInsideFinishAndAdmitsNobodyUntilThereIsRoom() {
    gate.setTarget(3);
    come(1, 2, 3, 4);
    gate.setTarget(1);

    gate.release();
    gate.release();

    assertThat(log).doesNotContain("4 in");
    assertThat(gate.inside()).isEqualTo(1);

    gate.release();

    assertThat(log).endsWith("4 in");
    assertThat(gate.inside()).isEqualTo(1);
  }

  @Test
  void closingFreesEverybodyAndWhoeverComesLater() {
    gate.setTarget(1);
    come(1, 2, 3);

    gate.close();
    come(4);
    gate.release();

    assertThat(log).containsExactly("1 in", "2 out", "3 out", "4 out");
    assertThat(gate.inside()).isZero();
    assertThat(gate.parked()).isZero();
  }

  @Test
  void raisingAClosedGateAdmitsNobody() {
    come(1);
    gate.close();

    gate.setTarget(5);
    come(2);

    assertThat(log).containsExactly("1 out", "2 out");
  }

  @Test
  void aUserThatThrowsDoesNotKeepTheOthersOut() {
    gate.acquire(
        user(
            who -> {
              throw new IllegalStateException("boom");
            },
            1));
    come(2, 3);

    assertThatThrownBy(() -> gate.setTarget(3)).hasMessage("boom");

    assertThat(log).containsExactly("2 in", "3 in");
  }

  @Test
  void releasingMoreOftenThanAdmittedIsAMistake() {
    assertThatThrownBy(gate::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aNegativeTargetIsAMistake() {
    assertThatThrownBy(() -> gate.setTarget(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void userCodeMayCallTheGateBecauseNoLockIsHeld() {
    gate.setTarget(1);
    gate.acquire(
        user(
            who -> {
              gate.setTarget(2);
              log.add("moved by " + who);
            },
            1));
    come(2);

    assertThat(log).containsExactly("moved by 1", "2 in");
  }

  /** Sending thousands takes a while; whoever lowers the target meanwhile stops the rest. */
  @Test
  @Timeout(60)
  void aRiseStopsWhereAnotherThreadLowersTheTarget() throws Exception {
    var firstIsIn = new CountDownLatch(1);
    var lowered = new CountDownLatch(1);
    gate.acquire(
        user(
            who -> {
              log.add(who + " in");
              firstIsIn.countDown();
              await(lowered);
            },
            1));
    come(2, 3, 4);
    var rising = new Thread(() -> gate.setTarget(4));
    rising.start();
    firstIsIn.await();

    gate.setTarget(0);
    lowered.countDown();
    rising.join();

    assertThat(log).containsExactly("1 in");
    assertThat(gate.parked()).isEqualTo(3);
    gate.release();
    assertThat(gate.inside()).isZero();
  }

  @Test
  @Timeout(60)
  void aRiseStopsWhereAnotherThreadClosesTheGate() throws Exception {
    var firstIsIn = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    gate.acquire(
        user(
            who -> {
              log.add(who + " in");
              firstIsIn.countDown();
              await(closed);
            },
            1));
    come(2, 3);
    var rising = new Thread(() -> gate.setTarget(3));
    rising.start();
    firstIsIn.await();

    gate.close();
    closed.countDown();
    rising.join();

    assertThat(log).containsExactly("1 in", "2 out", "3 out");
    gate.release();
    assertThat(gate.inside()).isZero();
  }

  @Test
  void aThousandStepsOfARampAdmitOneEach() {
    come(IntStream.rangeClosed(1, 1_200).toArray());

    for (int step = 1; step <= 1_000; step++) {
      gate.setTarget(step);
      assertThat(gate.inside()).isEqualTo(step);
    }
    gate.setTarget(0);
    for (int ended = 0; ended < 1_000; ended++) {
      gate.release();
    }

    assertThat(log).hasSize(1_000).first().isEqualTo("1 in");
    assertThat(log).last().isEqualTo("1000 in");
    assertThat(gate.inside()).isZero();
    assertThat(gate.parked()).isEqualTo(200);
  }

  /** A client that answers at once must not grow the stack with the number of requests. */
  @Test
  void aMillionRequestsThatEndSynchronouslyDoNotRecurse() {
    var turns = new AtomicInteger();
    var deepest = new AtomicInteger();
    var depth = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      gate.acquire(
          new Gate.User() {
            @Override
            public void admitted() {
              deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
              if (turns.incrementAndGet() < 1_000_000) {
                gate.release();
                gate.acquire(this);
              }
              depth.decrementAndGet();
            }

            @Override
            public void dismissed() {}
          });
    }

    gate.setTarget(2);

    assertThat(turns.get()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(deepest.get()).isEqualTo(1);
  }

  @Test
  @Timeout(60)
  void neverMoreInsideThanTheHighestTargetAndEverybodyGetsTurns() throws Exception {
    int users = 40;
    int turnsEach = 2_000;
    int highest = 7;
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new CountDownLatch(users);
    int[] turns = new int[users];
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      IntConsumer[] come = new IntConsumer[1];
      come[0] =
          who ->
              gate.acquire(
                  new Gate.User() {
                    @Override
                    public void admitted() {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      clients.execute(
                          () -> {
                            turns[who]++;
                            inside.decrementAndGet();
                            gate.release();
                            if (turns[who] < turnsEach) {
                              come[0].accept(who);
                            } else {
                              done.countDown();
                            }
                          });
                    }

                    @Override
                    public void dismissed() {}
                  });
      IntStream.range(0, users).forEach(come[0]);
      // Targets move all the time, up and down, while the users loop.
      for (int i = 0; done.getCount() > 0; i++) {
        gate.setTarget(1 + i % highest);
        Thread.onSpinWait();
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(most.get()).isBetween(2, highest);
    assertThat(turns).containsOnly(turnsEach);
    assertThat(gate.inside()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void come(int... users) {
    for (int who : users) {
      gate.acquire(user(admitted -> log.add(admitted + " in"), who));
    }
  }

  private Gate.User user(IntConsumer whenAdmitted, int who) {
    return new Gate.User() {
      @Override
      public void admitted() {
        whenAdmitted.accept(who);
      }

      @Override
      public void dismissed() {
        log.add(who + " out");
      }
    };
  }
}

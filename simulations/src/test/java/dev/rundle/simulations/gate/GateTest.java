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

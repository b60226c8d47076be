package dev.rundle.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rundle.cli.faults.Arena.EndpointShape;
import dev.rundle.cli.faults.Ladder.Ended;
import dev.rundle.cli.faults.Rungs.Rung;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ladders under random faults: whatever happens, Q_max is right or withheld with the reason, the
 * load ends, and the endpoint comes back.
 *
 * <p>{@code -Dfaults.schedules=200} plays so many schedules, {@code -Dfaults.seed=…} begins with
 * the one of that seed; a schedule that failed is played again alone with its seed and {@code
 * -Dfaults.schedules=1}. {@code -Dfaults.arenas=2} plays two at a time.
 *
 * <p>The endpoint serves 60 requests at once in 1.2 s each, its first audio after 0.06 s. At 50
 * nothing waits; at 120 a request waits 1.2 s × (120 ÷ 60 − 1) = 1.2 s. The SLO is 600 ms.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomFaultsTest {
  private static final EndpointShape SHAPE =
      new EndpointShape(60, Duration.ofMillis(1_200), Duration.ofMillis(600));
  private static final int TRUTH = 50;
  private static final Rungs TO_120 =
      Rungs.of(new Rung(1, 2.8, 1.4), new Rung(TRUTH, 3.5, 2), new Rung(120, 4.6, 2));
  private static final int DEFAULT_SCHEDULES = 2;
  private static final Duration LADDER = Duration.ofMinutes(5);
  private static final Duration LOAD_STOPS = Duration.ofSeconds(5);

  /** For what is no contract but must come some time. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<Arena> arenas = new ArrayList<>();
  private final BlockingQueue<Arena> free = new LinkedBlockingQueue<>();
  private final AtomicInteger right = new AtomicInteger();
  private final AtomicInteger withheld = new AtomicInteger();
  private final AtomicInteger orphaned = new AtomicInteger();
  private ExecutorService players;

  @BeforeAll
  void open(@TempDir Path folder) {
    Obstacles.skipWhereThereIsNoNetwork();
    int wanted = Integer.getInteger("faults.arenas", 1);
    for (int i = 1; i <= wanted; i++) {
      arenas.add(Arena.open(folder.resolve("arena-" + i), SHAPE));
    }
    free.addAll(arenas);
    players = Executors.newFixedThreadPool(wanted);
  }

  @AfterAll
  void close() {
    if (players != null) {
      players.shutdownNow();
      Findings.say(
          "Q_max was right %d times, withheld %d times; %d coordinators were killed",
          right.get(), withheld.get(), orphaned.get());
    }
    arenas.forEach(Arena::close);
  }

  @TestFactory
  Stream<DynamicTest> qMaxIsRightOrWithheld() {
    int schedules = Integer.getInteger("faults.schedules", DEFAULT_SCHEDULES);
    long first = Long.getLong("faults.seed", new Random().nextInt(1_000_000));
    List<DynamicTest> tests = new ArrayList<>();
    for (long seed = first; seed < first + schedules; seed++) {
      FaultPlan plan = FaultPlan.of(seed);
      Future<?> played = players.submit(() -> playInAFreeArena(plan));
      tests.add(DynamicTest.dynamicTest(plan.toString(), () -> await(played)));
    }
    return tests.stream();
  }

  private static void await(Future<?> played) throws Throwable {
    try {
      played.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private Void playInAFreeArena(FaultPlan plan) throws InterruptedException {
    Arena arena = free.take();
    try {
      play(plan, arena);
      return null;
    } finally {
      free.add(arena);
    }
  }

  private void play(FaultPlan plan, Arena arena) throws InterruptedException {
    Findings.say("%s", plan);
    var enough = new CountDownLatch(1);
    try (Ladder ladder = arena.climb(TO_120)) {
      int mark = arena.endpoint().mark();
      arena.endpoint().await(mark, seen -> seen.inFlight() > 0, "the first request", PATIENCE);
      var driver = new Thread(() -> drive(plan, arena, enough), "faults");
      driver.start();
      try {
        judge(plan, arena, ladder);
      } finally {
        enough.countDown();
        driver.join();
        arena.recover();
      }
    }
    arena
        .endpoint()
        .await(
            seen -> seen.inFlight() == 0 && seen.isAsItWas(),
            "an endpoint at rest after " + plan,
            LOAD_STOPS.plus(EndpointMain.EVERY));
  }

  private void drive(FaultPlan plan, Arena arena, CountDownLatch enough) {
    try {
      plan.play(arena, enough);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void judge(FaultPlan plan, Arena arena, Ladder ladder) {
    Ended ended = ladder.await(LADDER);
    if (ended.wasKilled()) {
      assertThat(plan.killsTheCoordinator()).as(plan + "\n" + ended.said()).isTrue();
      thaw(arena, ladder);
      orphaned.incrementAndGet();
      return;
    }
    Findings.print("seed " + plan.seed(), ended);
    String story = plan + "\n" + ended.said();
    assertThat(ended.exitCode()).as(story).isIn(0, 1, 4);
    if (ended.exitCode() == 0) {
      assertThat(ended.artifact().orElseThrow().qMax()).as(story).contains(TRUTH);
      assertThat(ended.artifact().orElseThrow().bracketed()).as(story).isTrue();
      right.incrementAndGet();
    } else {
      assertThat(ended.artifact().flatMap(a -> a.qMax())).as(story).isEmpty();
      assertThat(ended.said()).as(story).containsPattern(Findings.NAMES_THE_FAULT);
      withheld.incrementAndGet();
    }
    arena.assertHeld(ended);
    arena
        .endpoint()
        .await(Endpoint.Seen::isAsItWas, "the endpoint as it was after " + plan, LOAD_STOPS);
  }

  private void thaw(Arena arena, Ladder ladder) {
    arena
        .endpoint()
        .await(
            seen -> seen.inFlight() == 0,
            "the end of the load",
            LOAD_STOPS.plus(EndpointMain.EVERY));
    try (HostProcess thaw = arena.run(ladder, "thaw")) {
      assertThat(thaw.awaitEnd(PATIENCE)).as(thaw.said()).isZero();
    }
  }
}

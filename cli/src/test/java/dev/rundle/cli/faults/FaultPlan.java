package dev.rundle.cli.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Which faults come when; the same seed gives the same plan. */
record FaultPlan(long seed, List<Timed> faults) {
  private static final int MOST_FAULTS = 3;
  private static final int LAST_BEGINS_MILLIS = 12_000;

  /** One plan of so many ends with the coordinator's death. */
  private static final int ORPHANED_ONE_OF = 8;

  /** A fault and how long after the load began it comes. */
  record Timed(Duration at, Fault fault) {
    @Override
    public String toString() {
      return "after %.1f s %s".formatted(at.toMillis() / 1e3, fault);
    }
  }

  static FaultPlan of(long seed) {
    var random = new Random(seed);
    List<Timed> faults = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_FAULTS);
    for (int i = 0; i < count; i++) {
      faults.add(new Timed(Duration.ofMillis(random.nextInt(LAST_BEGINS_MILLIS)), fault(random)));
    }
    faults.sort(Comparator.comparing(Timed::at));
    if (random.nextInt(ORPHANED_ONE_OF) == 0) {
      faults.set(count - 1, new Timed(faults.get(count - 1).at(), new Fault.Orphaned()));
    }
    return new FaultPlan(seed, List.copyOf(faults));
  }

  private static Fault fault(Random random) {
    int agent = 1 + random.nextInt(Arena.AGENTS);
    int other = 1 + (agent + random.nextInt(Arena.AGENTS - 1)) % Arena.AGENTS;
    return switch (random.nextInt(6)) {
      case 0 -> new Fault.Cut(agent, between(random, 1_000, 15_000));
      case 1 -> new Fault.Parted(agent, other, between(random, 2_000, 15_000));
      case 2 -> new Fault.Astray(agent, between(random, 1_000, 15_000));
      case 3 -> new Fault.Killed(agent, between(random, 0, 8_000));
      case 4 -> new Fault.Stopped(agent, between(random, 1_000, 20_000));
      default -> new Fault.Slow(agent, between(random, 2_000, 10_000));
    };
  }

  private static Duration between(Random random, int leastMillis, int mostMillis) {
    return Duration.ofMillis(leastMillis + random.nextInt(mostMillis - leastMillis));
  }

  boolean killsTheCoordinator() {
    return faults.stream().anyMatch(timed -> timed.fault() instanceof Fault.Orphaned);
  }

  /** Lets the faults come, from now on, until all are over or somebody says enough. */
  void play(Arena arena, CountDownLatch enough) throws InterruptedException {
    List<Fault.Act> acts =
        faults.stream()
            .flatMap(
                timed ->
                    timed.fault().acts(arena).stream()
                        .map(act -> new Fault.Act(timed.at().plus(act.after()), act.what())))
            .sorted(Comparator.comparing(Fault.Act::after))
            .toList();
    long begin = System.nanoTime();
    for (Fault.Act act : acts) {
      long wait = act.after().toNanos() - (System.nanoTime() - begin);
      if (enough.await(Math.max(0, wait), TimeUnit.NANOSECONDS)) {
        return;
      }
      act.what().run();
    }
  }

  @Override
  public String toString() {
    return "seed "
        + seed
        + ": "
        + faults.stream().map(Timed::toString).collect(Collectors.joining(", "));
  }
}

package dev.rundle.cli.watch;

import dev.rundle.model.ladder.LadderSchedule;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Where a rung stands in its ladder, and how long the ladder goes on after it. */
public final class LadderOutlook {
  private final List<LadderSchedule.Rung> rungs;
  private final Duration rest;

  /** The outlook of a ladder that is climbed to its end. */
  public LadderOutlook(LadderSchedule schedule) {
    this.rungs = schedule.rungs();
    this.rest = schedule.rest();
  }

  /** How many rungs there are. */
  int size() {
    return rungs.size();
  }

  /** 1 for the lowest rung; empty for a concurrency that was not scheduled. */
  OptionalInt position(int concurrency) {
    for (int i = 0; i < rungs.size(); i++) {
      if (rungs.get(i).concurrency() == concurrency) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }

  /** All higher rungs and the rests before them, if none is repeated or left out. */
  Duration after(int concurrency) {
    return rungs.stream()
        .filter(rung -> rung.concurrency() > concurrency)
        .map(rung -> rung.hold().plus(rest))
        .reduce(Duration.ZERO, Duration::plus);
  }
}

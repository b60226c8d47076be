package dev.rundle.model.ladder;

import dev.rundle.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the rungs of a {@link LadderSchedule} one after the other. Q_max is the highest rung
 * that passed below the first that failed: a pass above a fail is reported as non-monotonic and
 * never raises it. Undecided rungs neither pass nor bracket. A void rung is repeated at most twice;
 * if it stays void the ladder gives up and says why.
 */
public final class ExplicitLadder implements LadderSearch {
  private static final int MOST_ATTEMPTS = 3;

  private final LadderSchedule schedule;
  private final boolean stopAfterFail;
  private final List<RungResult> judged;
  private final int position;
  private final int attempt;
  private final int index;
  private final Optional<String> gaveUp;

  private ExplicitLadder(
      LadderSchedule schedule,
      boolean stopAfterFail,
      List<RungResult> judged,
      int position,
      int attempt,
      int index,
      Optional<String> gaveUp) {
    this.schedule = schedule;
    this.stopAfterFail = stopAfterFail;
    this.judged = judged;
    this.position = position;
    this.attempt = attempt;
    this.index = index;
    this.gaveUp = gaveUp;
  }

  /**
   * A ladder before its first rung.
   *
   * @param stopAfterFail after the first rung that fails, measure only those still missing that
   *     later steps read ({@link LadderSchedule#required()})
   */
  public static ExplicitLadder of(LadderSchedule schedule, boolean stopAfterFail) {
    return new ExplicitLadder(schedule, stopAfterFail, List.of(), 0, 1, 0, Optional.empty());
  }

  @Override
  public Step next() {
    if (gaveUp.isPresent()) {
      return new Step.GaveUp(gaveUp.get());
    }
    if (position < schedule.rungs().size()) {
      return new Step.Measure(schedule.order(position, index, attempt));
    }
    return answer();
  }

  @Override
  public LadderSearch observe(RungResult result) {
    if (gaveUp.isPresent() || position >= schedule.rungs().size()) {
      throw new IllegalStateException("the ladder is over");
    }
    if (result.concurrency() != schedule.rungs().get(position).concurrency()) {
      throw new IllegalArgumentException(
          "rung "
              + schedule.rungs().get(position).concurrency()
              + " was ordered, not "
              + result.concurrency());
    }
    return result.isVoid() ? repeated(result) : climbed(result);
  }

  private ExplicitLadder repeated(RungResult result) {
    Optional<String> reason =
        attempt < MOST_ATTEMPTS
            ? Optional.empty()
            : Optional.of(
                "rung "
                    + result.concurrency()
                    + " was void "
                    + MOST_ATTEMPTS
                    + " times; last: "
                    + String.join("; ", result.voidReasons()));
    return new ExplicitLadder(
        schedule, stopAfterFail, judged, position, attempt + 1, index + 1, reason);
  }

  private ExplicitLadder climbed(RungResult result) {
    List<RungResult> all = new ArrayList<>(judged);
    all.add(result);
    int next = position + 1;
    if (stopAfterFail && all.stream().anyMatch(ExplicitLadder::failed)) {
      while (next < schedule.rungs().size()
          && !schedule.required().contains(schedule.rungs().get(next).concurrency())) {
        next++;
      }
    }
    return new ExplicitLadder(
        schedule, stopAfterFail, List.copyOf(all), next, 1, index + 1, Optional.empty());
  }

  private Step answer() {
    Optional<RungResult> firstFail = judged.stream().filter(ExplicitLadder::failed).findFirst();
    int ceiling = firstFail.map(RungResult::concurrency).orElse(Integer.MAX_VALUE);
    Optional<RungResult> highestPass =
        judged.stream()
            .filter(r -> passed(r) && r.concurrency() < ceiling)
            .reduce((lower, higher) -> higher);
    boolean nonMonotonic = judged.stream().anyMatch(r -> passed(r) && r.concurrency() > ceiling);
    return highestPass
        .<Step>map(
            r -> new Step.Found(new QMax(r.concurrency(), firstFail.isPresent(), nonMonotonic)))
        .orElseGet(() -> new Step.GaveUp(nothingPassed(firstFail, nonMonotonic)));
  }

  private String nothingPassed(Optional<RungResult> firstFail, boolean nonMonotonic) {
    if (firstFail.isEmpty()) {
      return "no rung passed and none failed: all are undecided; hold them longer";
    }
    Verdict verdict = firstFail.get().verdict().orElseThrow();
    String below =
        firstFail.get().equals(judged.get(0)) ? "the first rung" : "no rung passed below rung";
    return String.format(
        Locale.ROOT,
        "%s %d %s the SLO: %d of %d requests were over it (%.1f %%, at most 5 %%)%s",
        below,
        firstFail.get().concurrency(),
        firstFail.get().equals(judged.get(0)) ? "fails" : "which fails",
        verdict.over(),
        verdict.n(),
        100.0 * verdict.over() / verdict.n(),
        nonMonotonic ? "; higher rungs passed, which does not count" : "");
  }

  private static boolean passed(RungResult result) {
    return result.verdict().map(v -> v.fold(p -> true, f -> false, u -> false)).orElse(false);
  }

  private static boolean failed(RungResult result) {
    return result.verdict().map(v -> v.fold(p -> false, f -> true, u -> false)).orElse(false);
  }
}

package dev.rundle.model.verdict;

import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.RungMeasurement.IntervalCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hipparchus.special.Beta;

/**
 * Judges a rung from k of n requests over the SLO: Clopper–Pearson, one-sided 95 %. Pass if even
 * the upper confidence limit of the true share is at most 5 %, fail if even the lower one is above,
 * else undecided. For one look at a finished window; repeated looks need a sequential rule.
 *
 * <p>Requests of a closed loop are correlated, so n is reduced to an effective n first, and k in
 * proportion.
 *
 * @see "Clopper and Pearson 1934; method, section 2"
 */
public final class RungJudge {
  /** Share of requests that may be over the SLO: the promise is a p95. */
  public static final double ALLOWED_SHARE = 0.05;

  private static final double ERROR = 0.05;
  private static final int FEWEST_BATCHES = 10;

  private RungJudge() {}

  /** Judges independent requests. */
  public static Verdict verdict(long over, long n) {
    return verdict(over, n, n);
  }

  /**
   * Judges k of n requests that carry the information of fewer independent ones.
   *
   * @param effectiveN independent requests that would tell as much, 0 &lt; effectiveN ≤ n
   * @throws IllegalArgumentException unless 0 ≤ over ≤ n and effectiveN is in its range
   */
  public static Verdict verdict(long over, long n, double effectiveN) {
    if (over < 0 || n < 1 || over > n || !(effectiveN > 0 && effectiveN <= n)) {
      throw new IllegalArgumentException(
          over + " of " + n + " (effective " + effectiveN + ") cannot be judged");
    }
    double k = over * (effectiveN / n);
    if (isSurelyAtMostAllowed(k, effectiveN)) {
      return new Verdict.Pass(over, n, effectiveN);
    }
    if (isSurelyAboveAllowed(k, effectiveN)) {
      return new Verdict.Fail(over, n, effectiveN);
    }
    return new Verdict.Undecided(over, n, effectiveN);
  }

  /**
   * Judges a measured rung, or says why it is void: the gates of {@link Gates} first, then the
   * verdict with the effective n of {@link #effectiveN}.
   *
   * @param slo what the agents counted against
   * @param instanceCounts every instance count seen while the rung was held; empty if not watched
   */
  public static RungResult judge(
      RungMeasurement measurement, Duration slo, List<Integer> instanceCounts) {
    List<String> reasons = Gates.voidReasons(measurement, slo, instanceCounts);
    if (!reasons.isEmpty()) {
      return new RungResult(measurement, Optional.empty(), reasons);
    }
    Verdict verdict = verdict(measurement.overSlo(), measurement.sent(), effectiveN(measurement));
    return new RungResult(measurement, Optional.of(verdict), List.of());
  }

  /**
   * n reduced by batch means: n ÷ φ, where φ is the variance of the batches' counts over the SLO,
   * relative to that of independent requests (Pearson's dispersion, Σ(kᵢ − mᵢp)² ÷ mᵢp(1−p) over B
   * − 1). A batch is as many intervals as one response takes, since requests that queued together
   * share their fate, but there are never fewer than 10 batches; with fewer intervals than that,
   * with none or with all requests over the SLO, φ cannot be estimated and n stays. Never above n:
   * under-dispersion is not taken for extra information. At least 1.
   */
  public static double effectiveN(RungMeasurement measurement) {
    long n = measurement.sent();
    List<IntervalCount> batches = batches(measurement);
    double ended = batches.stream().mapToDouble(IntervalCount::ended).sum();
    double share = batches.stream().mapToDouble(IntervalCount::over).sum() / Math.max(1, ended);
    if (batches.size() < FEWEST_BATCHES || share <= 0 || share >= 1) {
      return n;
    }
    double pearson =
        batches.stream()
            .mapToDouble(
                b -> Math.pow(b.over() - b.ended() * share, 2) / (b.ended() * share * (1 - share)))
            .sum();
    double inflation = Math.max(1, pearson / (batches.size() - 1));
    return Math.max(Math.min(1, n), n / inflation);
  }

  private static List<IntervalCount> batches(RungMeasurement measurement) {
    List<IntervalCount> intervals = measurement.overPerInterval();
    double intervalNanos = (double) measurement.windowNanos() / Math.max(1, intervals.size());
    int perResponse = (int) Math.ceil(measurement.meanFullNanos() / Math.max(1, intervalNanos));
    int size = Math.max(1, Math.min(perResponse, intervals.size() / FEWEST_BATCHES));
    List<IntervalCount> batches = new ArrayList<>();
    for (int from = 0; from < intervals.size(); from += size) {
      List<IntervalCount> part = intervals.subList(from, Math.min(from + size, intervals.size()));
      long ended = part.stream().mapToLong(IntervalCount::ended).sum();
      if (ended > 0) {
        batches.add(new IntervalCount(ended, part.stream().mapToLong(IntervalCount::over).sum()));
      }
    }
    return batches;
  }

  /** P(X ≤ k | allowed share) ≤ 5 %, i.e. the upper limit is at most the allowed share. */
  private static boolean isSurelyAtMostAllowed(double k, double n) {
    return k < n && Beta.regularizedBeta(ALLOWED_SHARE, k + 1, n - k) >= 1 - ERROR;
  }

  /** P(X ≥ k | allowed share) ≤ 5 %, i.e. the lower limit is above the allowed share. */
  private static boolean isSurelyAboveAllowed(double k, double n) {
    return k > 0 && Beta.regularizedBeta(ALLOWED_SHARE, k, n - k + 1) < ERROR;
  }
}

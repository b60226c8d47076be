package dev.rundle.model.scaleout;

import dev.rundle.model.measure.EncodedHistogram;
import dev.rundle.model.measure.LatencyHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides when a new instance has taken traffic: the first <em>whole</em> window that begins after
 * {@code in_service} in which the probe's p95 TTFAB stays at or under the target. The window slides
 * by one interval; an interval that is missing starts it anew. Failed attempts count as later than
 * any target. Not thread-safe.
 *
 * <p>Traffic has recovered at the <em>start</em> of that window, which is known at its end. A p95
 * lets 5 % of the window's requests be late, so the start is a bound, some seconds early at most.
 */
public final class RecoveryWatch {
  /** Recovery means p95 at or under this multiple of the ladder's p95 at half the concurrency. */
  public static final double TARGET_FACTOR = 1.25;

  /** Length of the window unless chosen otherwise. */
  public static final Duration DEFAULT_WINDOW = Duration.ofSeconds(60);

  private static final Duration LARGEST_GAP = Duration.ofMillis(500);

  private final Instant inServiceAt;
  private final double targetMillis;
  private final Duration window;
  private final Duration limit;
  private final Deque<Slice> slices = new ArrayDeque<>();
  private State state = new Watching();

  /**
   * @param targetMillis from {@link #targetMillis}
   * @param window how long p95 must hold
   * @param limit how long after in_service a window may still end; then T_total is a floor
   */
  public RecoveryWatch(Instant inServiceAt, double targetMillis, Duration window, Duration limit) {
    if (!(targetMillis > 0)
        || window.isNegative()
        || window.isZero()
        || limit.compareTo(window) < 0) {
      throw new IllegalArgumentException(
          "target and window must be positive and the limit no shorter than the window");
    }
    this.inServiceAt = inServiceAt;
    this.targetMillis = targetMillis;
    this.window = window;
    this.limit = limit;
  }

  /** Where it stands. */
  public sealed interface State {
    <T> T fold(
        Function<Watching, T> watching, Function<Recovered, T> recovered, Function<Floor, T> floor);
  }

  /** Not decided yet. */
  public record Watching() implements State {
    @Override
    public <T> T fold(Function<Watching, T> w, Function<Recovered, T> r, Function<Floor, T> f) {
      return w.apply(this);
    }
  }

  /**
   * Traffic recovered at the window's start.
   *
   * @param p95AfterMillis over exactly this window, so never above the target
   * @param attempts that ended in the window
   */
  public record Recovered(
      Instant windowStart, Instant windowEnd, double p95AfterMillis, long attempts)
      implements State {
    @Override
    public <T> T fold(Function<Watching, T> w, Function<Recovered, T> r, Function<Floor, T> f) {
      return r.apply(this);
    }
  }

  /** Given up at the limit: T_total is at least the time until then. */
  public record Floor(Instant at) implements State {
    @Override
    public <T> T fold(Function<Watching, T> w, Function<Recovered, T> r, Function<Floor, T> f) {
      return f.apply(this);
    }
  }

  /** The target: 1.25 × the ladder's p95 TTFAB at half the probe's concurrency. */
  public static double targetMillis(double referenceP95Millis) {
    return TARGET_FACTOR * referenceP95Millis;
  }

  /**
   * Says what is wrong with a probe that met the target before the scale-out: it does not saturate
   * one instance, so its recovery would show nothing.
   */
  public static Optional<String> badProbe(double p95BeforeMillis, double targetMillis) {
    if (p95BeforeMillis > targetMillis) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            java.util.Locale.ROOT,
            "the probe's p95 TTFAB was %.1f ms before the scale-out, already within the %.1f ms"
                + " that mean recovery: one instance is not saturated by it",
            p95BeforeMillis,
            targetMillis));
  }

  /**
   * Adds what ended in one interval. Intervals that begin before in_service are ignored.
   *
   * @param ttfab of ok attempts
   * @param failed attempts that ended otherwise
   */
  public State observe(Instant start, Instant end, EncodedHistogram ttfab, long failed) {
    if (!isWatching() || start.isBefore(inServiceAt) || !end.isAfter(start)) {
      return state;
    }
    Slice last = slices.peekLast();
    if (last != null && start.isAfter(last.end.plus(LARGEST_GAP))) {
      slices.clear();
    }
    slices.addLast(new Slice(start, end, LatencyHistogram.of(ttfab), failed));
    dropBefore(end);
    if (isWhole()) {
      decide();
    }
    if (isWatching() && !end.isBefore(inServiceAt.plus(limit))) {
      state = new Floor(end);
    }
    return state;
  }

  /** Where it stands after the last interval. */
  public State state() {
    return state;
  }

  private void dropBefore(Instant end) {
    // The oldest interval goes as soon as the rest alone fills the window.
    while (slices.size() > 1) {
      Slice oldest = slices.removeFirst();
      if (Duration.between(slices.getFirst().start, end).compareTo(window) < 0) {
        slices.addFirst(oldest);
        return;
      }
    }
  }

  private boolean isWhole() {
    Instant start = slices.getFirst().start;
    return Duration.between(start, slices.getLast().end).compareTo(window) >= 0;
  }

  private void decide() {
    var merged = new LatencyHistogram();
    long failed = 0;
    for (Slice slice : slices) {
      merged.add(slice.ttfab);
      failed += slice.failed;
    }
    long attempts = merged.count() + failed;
    double rank = attempts == 0 ? Double.NaN : 0.95 * attempts / merged.count();
    if (rank <= 1 && merged.quantileMillis(rank) <= targetMillis) {
      state =
          new Recovered(
              slices.getFirst().start, slices.getLast().end, merged.quantileMillis(rank), attempts);
    }
  }

  private boolean isWatching() {
    return state.fold(watching -> true, recovered -> false, floor -> false);
  }

  private record Slice(Instant start, Instant end, LatencyHistogram ttfab, long failed) {}
}

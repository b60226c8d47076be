package dev.rundle.simulations.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The concurrency that a ladder held over time.
 *
 * @param steps each holds from its time to that of the next; in order of time
 */
public record Staircase(List<Step> steps) {
  public Staircase {
    steps = steps.stream().sorted(Comparator.comparing(Step::at)).toList();
  }

  /** Brings the steps into order. */
  public static Staircase of(List<Step> steps) {
    return new Staircase(steps);
  }

  /** From a time on, so many requests were kept outstanding. */
  public record Step(Instant at, int concurrency) {
    public Step {
      if (concurrency < 0) {
        throw new IllegalArgumentException("concurrency is not negative: " + concurrency);
      }
    }
  }

  /** Told when one of the staircase's users comes or goes. */
  public interface UserVisitor {
    void user(boolean start, long atMillis);
  }

  /**
   * The staircase as users that come and go, in order of time; those of the last step go at the
   * end. If the last step is down to nothing, one user stays until the end as well: a request was
   * still in flight, and Gatling's chart draws the time after the last change at its highest value.
   *
   * @param endMillis when the last request ended; the time of the last step if that is later
   */
  public void forEachUser(long endMillis, UserVisitor visitor) {
    int held = 0;
    long last = endMillis;
    for (int i = 0; i < steps.size(); i++) {
      long at = steps.get(i).at().toEpochMilli();
      boolean drains = i == steps.size() - 1 && at < endMillis;
      int next = Math.max(steps.get(i).concurrency(), drains ? Math.min(held, 1) : 0);
      last = Math.max(last, at);
      change(held, next, at, visitor);
      held = next;
    }
    change(held, 0, last, visitor);
  }

  private static void change(int from, int to, long atMillis, UserVisitor visitor) {
    for (int i = Math.min(from, to); i < Math.max(from, to); i++) {
      visitor.user(to > from, atMillis);
    }
  }
}

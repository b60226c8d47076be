package dev.rundle.coordinator.cluster.clock;

import dev.rundle.model.measure.StartSkew;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Computes how far apart the agents of a rung began. */
public final class Skews {
  private static final double NANOS_PER_MILLI = 1e6;

  private Skews() {}

  /**
   * When one agent began.
   *
   * @param startedAtNanos the agent's own ticker when its gate moved
   * @param clock what was known of that ticker when it said so; empty if nothing
   */
  public record Start(long startedAtNanos, Optional<ClockOffset.Estimate> clock) {
    public Start {
      Objects.requireNonNull(clock, "clock");
    }
  }

  /**
   * Brings all starts onto this host's time line and takes each one's distance to their median plus
   * the uncertainty of its clock; of these p50 and p99 by nearest rank, so that with fewer than 100
   * agents p99 is the largest. The median of an even number is the middle of the two in the middle.
   *
   * @return empty if nothing can be said: no agent, or several of which one's clock is not known
   */
  public static Optional<StartSkew> of(Collection<Start> starts) {
    if (starts.size() == 1) {
      return Optional.of(StartSkew.SINGLE);
    }
    if (starts.isEmpty() || starts.stream().anyMatch(start -> start.clock().isEmpty())) {
      return Optional.empty();
    }
    List<Local> all =
        starts.stream()
            .map(start -> Local.of(start.startedAtNanos(), start.clock().orElseThrow()))
            .toList();
    // Readings of a ticker may wrap around; their distances to one of them do not.
    long origin = all.get(0).nanos;
    long[] sinceOrigin = all.stream().mapToLong(local -> local.nanos - origin).sorted().toArray();
    double median =
        0.5 * sinceOrigin[(sinceOrigin.length - 1) / 2] + 0.5 * sinceOrigin[sinceOrigin.length / 2];
    double[] skewNanos =
        all.stream()
            .mapToDouble(local -> Math.abs(local.nanos - origin - median) + local.uncertaintyNanos)
            .sorted()
            .toArray();
    return Optional.of(
        new StartSkew(
            skewNanos.length,
            nearestRank(skewNanos, 50) / NANOS_PER_MILLI,
            nearestRank(skewNanos, 99) / NANOS_PER_MILLI));
  }

  /** The smallest value that at least {@code percent} of the values do not exceed. */
  private static double nearestRank(double[] ascending, int percent) {
    return ascending[(percent * ascending.length + 99) / 100 - 1];
  }

  /** A start on this host's time line. */
  private record Local(long nanos, long uncertaintyNanos) {
    static Local of(long startedAtNanos, ClockOffset.Estimate clock) {
      return new Local(clock.toLocal(startedAtNanos), clock.uncertaintyNanos());
    }
  }
}

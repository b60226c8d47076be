package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** How long a container works on one request that it serves alone. */
public sealed interface ServiceTime {
  /** One draw. */
  Duration sample(RandomGenerator random);

  Duration mean();

  /** The same for every request. */
  record Constant(Duration time) implements ServiceTime {
    public Constant {
      Checks.positive(time, "service time");
    }

    @Override
    public Duration sample(RandomGenerator random) {
      return time;
    }

    @Override
    public Duration mean() {
      return time;
    }
  }

  /**
   * Lognormal.
   *
   * @param cv coefficient of variation: standard deviation over mean
   */
  record Lognormal(Duration mean, double cv) implements ServiceTime {
    public Lognormal {
      Checks.positive(mean, "mean service time");
      Checks.that(cv > 0 && cv <= 10, "cv must be above 0 and at most 10, not " + cv);
    }

    @Override
    public Duration sample(RandomGenerator random) {
      double variance = Math.log1p(cv * cv);
      double factor = Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
      return Duration.ofNanos(Math.max(1, Math.round(mean.toNanos() * factor)));
    }
  }

  /** Draws, with replacement, from durations that were measured. */
  record Empirical(List<Duration> times) implements ServiceTime {
    public Empirical {
      times = List.copyOf(times);
      Checks.that(!times.isEmpty(), "an empirical service time needs at least one duration");
      times.forEach(time -> Checks.positive(time, "service time"));
    }

    @Override
    public Duration sample(RandomGenerator random) {
      return times.get(random.nextInt(times.size()));
    }

    @Override
    public Duration mean() {
      double nanos = times.stream().mapToLong(Duration::toNanos).average().orElseThrow();
      return Duration.ofNanos(Math.round(nanos));
    }
  }
}

package dev.rundle.planner.queue;

import java.util.SplittableRandom;

/**
 * One instance as a queue: so many slots, each with the same service-time distribution. Mean values
 * follow M/G/c with the Allen–Cunneen approximation, exact for one slot (Pollaczek–Khinchine): L =
 * cρ + C(c, cρ)·ρ ÷ (1 − ρ) · (1 + scv) ÷ 2, with C Erlang's delay probability.
 *
 * @param slots requests served at the same time
 * @param meanSeconds mean service time of one slot
 * @param scv squared coefficient of variation of the service time: 0 constant, 1 exponential
 */
public record ServiceModel(int slots, double meanSeconds, double scv) {
  /** The 95 % point of the standard normal distribution. */
  private static final double Z95 = 1.6448536269514722;

  public ServiceModel {
    if (slots < 1 || !(meanSeconds > 0) || !(scv >= 0)) {
      throw new IllegalArgumentException(
          "no queue: " + slots + " slots, " + meanSeconds + " s, scv " + scv);
    }
  }

  /**
   * The queue that a ladder shows.
   *
   * @param uncontendedSeconds mean service time at rung 1
   * @param saturatedPerSecond completions per second of the busiest rung; with the service time it
   *     implies the slots, and their effective service time is slots ÷ this rate
   * @param p95OverP50 ratio of the uncontended percentiles; the distribution is taken as lognormal
   */
  public static ServiceModel measured(
      double uncontendedSeconds, double saturatedPerSecond, double p95OverP50) {
    int slots = (int) Math.max(1, Math.round(uncontendedSeconds * saturatedPerSecond));
    double sigma = Math.log(Math.max(1, p95OverP50)) / Z95;
    return new ServiceModel(slots, slots / saturatedPerSecond, Math.expm1(sigma * sigma));
  }

  /** Completions per second with all slots busy. */
  public double capacityPerSecond() {
    return slots / meanSeconds;
  }

  /** Mean number queued plus executing under Poisson arrivals at a utilisation below 1. */
  public double meanInSystem(double utilisation) {
    if (!(utilisation >= 0 && utilisation < 1)) {
      throw new IllegalArgumentException("utilisation is within [0, 1): " + utilisation);
    }
    double offered = slots * utilisation;
    double queued =
        delayProbability(offered, utilisation) * utilisation / (1 - utilisation) * (1 + scv) / 2;
    return offered + queued;
  }

  /** The utilisation at which so many are queued plus executing on average. */
  public double utilisationAt(double meanInSystem) {
    double low = 0;
    double high = 1 - 1e-12;
    for (int i = 0; i < 200 && high - low > 1e-13; i++) {
      double middle = (low + high) / 2;
      if (meanInSystem(middle) < meanInSystem) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Draws a service time, lognormal with this mean and variation. */
  double draw(SplittableRandom random) {
    if (scv == 0) {
      return meanSeconds;
    }
    double variance = Math.log1p(scv);
    return meanSeconds * Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
  }

  /** Erlang's C by the recursion of his B. */
  private double delayProbability(double offered, double utilisation) {
    double blocked = 1;
    for (int k = 1; k <= slots; k++) {
      blocked = offered * blocked / (k + offered * blocked);
    }
    return blocked / (1 - utilisation * (1 - blocked));
  }
}

package dev.rundle.planner.queue;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * What one instance's share of a fleet goes through when traffic grows by the surge ratio and
 * nothing is added for T: a discrete-event simulation with Poisson arrivals, the measured service
 * and slots, and an admission bound. It begins with as many requests present as the fleet holds on
 * average when the surge begins. Deterministic for a seed.
 *
 * @param queueBound most requests queued plus executing; a further one is shed
 * @param firstAudioSeconds from the start of service to the first audio
 */
public record SurgeSimulation(
    ServiceModel service,
    int queueBound,
    double firstAudioSeconds,
    double sloSeconds,
    double surgeRatio,
    double lagSeconds,
    long seed) {
  private static final int MOST_REPETITIONS = 20;
  private static final double ARRIVALS_IN_ALL = 50_000;
  private static final int BISECTIONS = 8;

  /** Share of requests that may break the promise. */
  public static final double ALLOWED_SHARE = 0.05;

  /**
   * Shares of the requests that arrive during the lag.
   *
   * @param shed refused by the bound
   * @param late served, but later than the SLO
   */
  public record Outcome(double shed, double late) {
    /** Requests that break the promise either way. */
    public double over() {
      return shed + late;
    }
  }

  /** Applies the surge to an instance that ran at this utilisation. */
  public Outcome at(double utilisation) {
    double perSecond = utilisation * service.capacityPerSecond() * surgeRatio;
    double arrivals = Math.max(1, perSecond * lagSeconds);
    int repetitions = (int) Math.max(1, Math.min(MOST_REPETITIONS, ARRIVALS_IN_ALL / arrivals));
    int present = (int) Math.round(service.meanInSystem(utilisation));
    var random = new SplittableRandom(seed);
    long sent = 0;
    long shed = 0;
    long late = 0;
    for (int i = 0; i < repetitions; i++) {
      var run = new Run(random.split());
      run.begin(Math.min(present, queueBound));
      run.surge(perSecond);
      sent += run.sent;
      shed += run.shed;
      late += run.late;
    }
    return sent == 0 ? new Outcome(0, 0) : new Outcome((double) shed / sent, (double) late / sent);
  }

  /** The highest utilisation from which at most 5 % of requests break the promise. */
  public double highestSurvivable() {
    double low = 0;
    double high = 1 - 1e-6;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (at(middle).over() <= ALLOWED_SHARE) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** One instance through one lag. */
  private final class Run {
    private final SplittableRandom random;
    private final PriorityQueue<Double> departures = new PriorityQueue<>();
    private final PriorityQueue<Double> slotFreeAt = new PriorityQueue<>();
    private long sent;
    private long shed;
    private long late;

    Run(SplittableRandom random) {
      this.random = random;
      for (int i = 0; i < service.slots(); i++) {
        slotFreeAt.add(0.0);
      }
    }

    void begin(int present) {
      for (int i = 0; i < present; i++) {
        double remaining = i < service.slots() ? random.nextDouble() : 1;
        serve(0, remaining);
      }
    }

    void surge(double perSecond) {
      if (perSecond <= 0) {
        return;
      }
      double now = 0;
      while (true) {
        now += -Math.log(1 - random.nextDouble()) / perSecond;
        if (now > lagSeconds) {
          return;
        }
        while (!departures.isEmpty() && departures.peek() <= now) {
          departures.poll();
        }
        sent++;
        if (departures.size() >= queueBound) {
          shed++;
        } else if (serve(now, 1) - now + firstAudioSeconds > sloSeconds) {
          late++;
        }
      }
    }

    /** Takes the slot that is free first; returns when service begins. */
    private double serve(double now, double share) {
      double start = Math.max(now, slotFreeAt.poll());
      double end = start + share * service.draw(random);
      slotFreeAt.add(end);
      departures.add(end);
      return start;
    }
  }
}

package dev.rundle.model.verdict;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reasons for which a rung says nothing about one instance of the endpoint, each with its figure.
 */
public final class Gates {
  /** Largest |N − X·R| ÷ N beside the effect of the window's edges. */
  public static final double LITTLE_TOLERANCE = 0.02;

  /** Smallest mean in flight, as a share of N. */
  public static final double LEAST_IN_FLIGHT = 0.995;

  /**
   * Smallest mean in flight of one agent, as a share of what it was told to hold: looser than for
   * all together, since one host may be slower than the others between two requests.
   */
  public static final double LEAST_OF_SHARE = 0.98;

  /**
   * What may be missing of the mean in flight whatever N: below N = 4 a slot's own turn-around, a
   * fraction of a millisecond between two requests, would outweigh half a percent.
   */
  public static final double TURN_AROUND_IN_FLIGHT = 0.02;

  /** Largest mean in flight, as a share of N: more is load of another rung. */
  public static final double MOST_IN_FLIGHT = 1.01;

  /** Largest p99 of the agents' start skew, as a share of the settle time. */
  public static final double MOST_START_SKEW = 0.1;

  private static final StartSkew NOT_MEASURED = new StartSkew(0, 0, 0);

  /** The histogram's own resolution around the SLO, with room to spare. */
  private static final double SLO_TOLERANCE = 0.01;

  /** Outcomes that only the endpoint can have caused, not the generator or the network. */
  private static final Set<Outcome> REFUSALS =
      EnumSet.of(
          Outcome.REJECTED,
          Outcome.THROTTLED,
          Outcome.MODEL_ERROR,
          Outcome.STREAM_ERROR,
          Outcome.SERVICE_ERROR);

  private Gates() {}

  /**
   * All gates.
   *
   * @param instanceCounts every instance count seen while the rung was held; empty if not watched
   * @return reasons; empty if the rung can be judged
   */
  public static List<String> voidReasons(
      RungMeasurement measurement, Duration slo, List<Integer> instanceCounts) {
    List<String> reasons = new ArrayList<>(measurement.voidReasons());
    instanceCount(instanceCounts, reasons);
    if (!reasons.isEmpty()) {
      // What a lost agent or a changed instance does to the figures would only hide the cause.
      return reasons;
    }
    // Where the endpoint's own refusals break the promise, more load would not mend it; answers
    // within a millisecond leave no generator the time to hold N, and that is not its fault.
    boolean isRefused = measurement.sent() > 0 && refusesTooMany(measurement);
    if (!isRefused) {
      reasons.addAll(GeneratorGate.voidReasons(measurement, slo));
    }
    oneStart(measurement, reasons);
    if (measurement.sent() == 0) {
      reasons.add(nothingSent(measurement));
      return reasons;
    }
    long ended = measurement.outcomes().values().stream().mapToLong(Long::longValue).sum();
    if (ended != measurement.sent()) {
      reasons.add(measurement.sent() + " requests were sent but the end of " + ended + " is known");
    }
    settled(measurement, reasons);
    notTooMuchInFlight(measurement, reasons);
    if (!isRefused) {
      enoughInFlight(measurement, reasons);
      sharesHeld(measurement, reasons);
      littlesLaw(measurement, reasons);
      reasons.addAll(FlowGate.voidReasons(measurement));
    }
    sloCounted(measurement, slo, reasons);
    return reasons;
  }

  /**
   * Largest deviation from Little's law that the window's edges and the 2 % together allow.
   *
   * <p>With N in flight at both edges as many requests end in the window as are sent in it, so X·R
   * = (ΣRᵢ over requests sent) ÷ W. That sum misses the part of N·W spent on requests sent before
   * the window and has too much the part of the last N that lies after it. Each is at most N·Rmax,
   * they have opposite signs, and so |N − X·R| ÷ N ≤ Rmax ÷ W. Requests in lock-step reach that
   * bound; it vanishes for windows of many response times. Rmax is taken as p99.
   */
  public static double littleTolerance(RungMeasurement measurement) {
    double p99Nanos = LatencyHistogram.of(measurement.full()).quantileMillis(0.99) * 1e6;
    double longest = Math.max(p99Nanos, measurement.meanFullNanos());
    return LITTLE_TOLERANCE + longest / measurement.windowNanos();
  }

  /**
   * Until the last agent has begun, the endpoint serves less than N; the settle time hides what is
   * small beside it.
   */
  private static void oneStart(RungMeasurement measurement, List<String> reasons) {
    long holders = measurement.agents().stream().filter(agent -> agent.share() > 0).count();
    var skew = measurement.startSkew().orElse(holders > 1 ? NOT_MEASURED : StartSkew.SINGLE);
    double mostMillis = MOST_START_SKEW * measurement.order().settle().toNanos() / 1e6;
    if (skew.agents() < holders) {
      reasons.add(
          "when the agents began is known of %d of %d only".formatted(skew.agents(), holders));
    } else if (!(skew.p99Millis() <= mostMillis)) {
      reasons.add(
          text(
              "the agents began up to %.1f ms apart (p99), more than a tenth of the settle time,"
                  + " %.1f ms",
              skew.p99Millis(), mostMillis));
    }
  }

  private static void instanceCount(List<Integer> counts, List<String> reasons) {
    var distinct = new LinkedHashSet<>(counts);
    if (distinct.size() > 1) {
      reasons.add(
          "the number of instances changed: "
              + distinct.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
  }

  /** Before one full response time has passed the window sees the last rung's queue. */
  private static void settled(RungMeasurement measurement, List<String> reasons) {
    var full = LatencyHistogram.of(measurement.full());
    double settleMillis = measurement.order().settle().toNanos() / 1e6;
    if (full.count() > 0 && settleMillis < full.quantileMillis(0.50)) {
      reasons.add(
          text(
              "the rung settled for %.1f s, less than its median full response time of %.1f s: hold"
                  + " it longer (--hold) or measure less of it (--window)",
              settleMillis / 1e3, full.quantileMillis(0.50) / 1e3));
    }
  }

  private static String nothingSent(RungMeasurement measurement) {
    String nothing = "no request was sent in the measuring window";
    return measurement.meanInFlight() > 0
        ? nothing
            + text(
                ": the %.0f requests in flight were sent before it and were still unanswered at its"
                    + " end",
                measurement.meanInFlight())
        : nothing;
  }

  /** Whether answers that say no are, alone and surely, more than the promise leaves over. */
  private static boolean refusesTooMany(RungMeasurement measurement) {
    long refused =
        measurement.outcomes().entrySet().stream()
            .filter(e -> REFUSALS.contains(e.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return RungJudge.verdict(Math.min(refused, measurement.sent()), measurement.sent())
        .fold(pass -> false, fail -> true, undecided -> false);
  }

  private static void enoughInFlight(RungMeasurement measurement, List<String> reasons) {
    int n = measurement.order().concurrency();
    double least = n - Math.max((1 - LEAST_IN_FLIGHT) * n, TURN_AROUND_IN_FLIGHT);
    if (!(measurement.meanInFlight() >= least)) {
      reasons.add(
          text(
              "%.3f requests were in flight on average instead of %d (at least %.3f): the load"
                  + " generator did not keep up",
              measurement.meanInFlight(), n, least));
    }
  }

  /** Of a rung over many agents, a whole agent's share is lost in what all together may lack. */
  private static void sharesHeld(RungMeasurement measurement, List<String> reasons) {
    for (AgentFigures agent : measurement.agents()) {
      double least = LEAST_OF_SHARE * agent.share();
      if (!(agent.meanInFlight() >= least)) {
        reasons.add(
            text(
                "agent %s held %.3f of its share of %d on average (at least %.3f)",
                agent.agent(), agent.meanInFlight(), agent.share(), least));
      }
    }
  }

  private static void notTooMuchInFlight(RungMeasurement measurement, List<String> reasons) {
    int n = measurement.order().concurrency();
    if (measurement.meanInFlight() > MOST_IN_FLIGHT * n) {
      reasons.add(
          text(
              "%.3f requests were in flight on average instead of %d: load of another rung was"
                  + " still there",
              measurement.meanInFlight(), n));
    }
  }

  private static void littlesLaw(RungMeasurement measurement, List<String> reasons) {
    int n = measurement.order().concurrency();
    double x = measurement.endedPerSecond();
    double r = measurement.meanFullNanos() / 1e9;
    double deviation = Math.abs(n - x * r) / n;
    double tolerance = littleTolerance(measurement);
    if (!(deviation <= tolerance)) {
      reasons.add(
          text(
              "Little's law is off by %.1f %% (at most %.1f %%): N %d against %.2f ended per second"
                  + " × %.4f s",
              deviation * 100, tolerance * 100, n, x, r));
    }
  }

  /** Agents count exactly, with the SLO that they were told; the histogram shows which one. */
  private static void sloCounted(RungMeasurement measurement, Duration slo, List<String> reasons) {
    var ttfab = LatencyHistogram.of(measurement.ttfab());
    long late = measurement.overSlo() - failed(measurement);
    double surelyLate = ttfab.shareAbove(scaled(slo, 1 + SLO_TOLERANCE)) * ttfab.count();
    double perhapsLate = ttfab.shareAbove(scaled(slo, 1 - SLO_TOLERANCE)) * ttfab.count();
    if (late < Math.floor(surelyLate) || late > Math.ceil(perhapsLate)) {
      reasons.add(
          text(
              "%d answers were counted late where the histogram has %.0f above %d ms: the agents"
                  + " counted against another SLO",
              late, perhapsLate, slo.toMillis()));
    }
  }

  private static long failed(RungMeasurement measurement) {
    return measurement.outcomes().entrySet().stream()
        .filter(e -> e.getKey() != Outcome.OK)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static Duration scaled(Duration duration, double factor) {
    return Duration.ofNanos(Math.round(duration.toNanos() * factor));
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

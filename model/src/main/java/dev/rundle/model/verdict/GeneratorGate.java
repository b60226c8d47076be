package dev.rundle.model.verdict;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.GeneratorLoad;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the load generator, not the endpoint, set a rung's figures. What an agent reads late it
 * counts as a late answer, so lateness is held against the promise: what is small beside the SLO
 * cannot change a verdict.
 *
 * <ul>
 *   <li><b>One pause</b>: its timers late by 10 % of the SLO or more, but by at least 50 ms: every
 *       answer that came meanwhile seems that much slower. Less than 50 ms is what the scheduler of
 *       a small host does to any process now and then.
 *   <li><b>A habit</b>: late for 1 % of the window or more in total, the worst moment excepted, and
 *       by 2 % of the SLO or more at worst. As many answers are affected as the share of time, and
 *       of the 5 % that a pass may have over the SLO a fifth is too much to give away. One moment
 *       is no habit, however short the window; and an error below 2 % of the SLO shifts Q_max by
 *       less than a ladder tells apart.
 *   <li><b>CPU</b>: more than 80 % of the host's in use on average. A window under 5 s is not
 *       judged by it: in so short a time the load may be that of the JVM's own compiler.
 *   <li><b>Connections</b>: p95 of the wait for a connection above 10 % of the SLO. It is part of
 *       the time to first audio, and nothing that an instance could be blamed for.
 * </ul>
 *
 * Lateness is measured on a timer of the JVM, see {@link GeneratorLoad}: a single saturated event
 * loop is not seen here. Agents that hold no share are not judged. Garbage collections are named as
 * the cause where they took at least half of the time for which the timers were late.
 */
public final class GeneratorGate {
  /** Largest mean share of the host's CPU in use, 0..1. */
  public static final double MOST_CPU = 0.80;

  /** Largest p95 of the wait for a connection, as a share of the SLO. */
  public static final double MOST_WAIT_OF_SLO = 0.10;

  private static final double PAUSE_OF_SLO = 0.10;
  private static final double HABIT_OF_SLO = 0.02;
  private static final double HABIT_OF_WINDOW = 0.01;
  private static final double COLLECTIONS_TO_BLAME = 0.5;
  private static final Duration LEAST_PAUSE = Duration.ofMillis(50);
  private static final Duration LEAST_WINDOW_FOR_CPU = Duration.ofSeconds(5);
  private static final int MOST_NAMED = 3;

  private final double leastPauseNanos;
  private final double sloNanos;
  private final double windowNanos;

  private GeneratorGate(Duration slo, long windowNanos) {
    this.leastPauseNanos = leastPause(slo).toNanos();
    this.sloNanos = slo.toNanos();
    this.windowNanos = windowNanos;
  }

  /** Lateness of an agent's timers from which on one alone voids a rung. */
  public static Duration leastPause(Duration slo) {
    long ofSlo = Math.round(PAUSE_OF_SLO * slo.toNanos());
    return Duration.ofNanos(Math.max(LEAST_PAUSE.toNanos(), ofSlo));
  }

  /**
   * Whether an agent's timers have been late by half of what voids a rung, for those who watch it.
   *
   * @param window length of the whole measuring window
   */
  public static boolean isNearlyLate(GeneratorLoad load, Duration slo, Duration window) {
    var gate = new GeneratorGate(slo, window.toNanos());
    return gate.isPause(load, 0.5) || gate.isHabit(load, 0.5);
  }

  /** Names the agents that were the limit, with figures and what to do; empty if none was. */
  static List<String> voidReasons(RungMeasurement measurement, Duration slo) {
    var gate = new GeneratorGate(slo, measurement.windowNanos());
    List<String> bound = new ArrayList<>();
    int more = 0;
    for (AgentFigures agent : measurement.agents()) {
      List<String> causes = agent.share() > 0 ? gate.causes(agent.load()) : List.of();
      if (!causes.isEmpty() && bound.size() < MOST_NAMED) {
        bound.add(gate.reason(agent, causes));
      } else {
        more += causes.isEmpty() ? 0 : 1;
      }
    }
    if (more > 0) {
      bound.add("generator bound: so were " + more + " more agents");
    }
    return bound;
  }

  private String reason(AgentFigures agent, List<String> causes) {
    String advice = "add agents so that each holds fewer streams";
    return text(
        "generator bound: agent %s %s: %s",
        agent.agent(),
        String.join(", and ", causes),
        isCollecting(agent.load()) ? "give it more memory, or " + advice : advice);
  }

  private List<String> causes(GeneratorLoad load) {
    List<String> causes = new ArrayList<>();
    if (load.meanCpuLoad() > MOST_CPU && windowNanos >= LEAST_WINDOW_FOR_CPU.toNanos()) {
      causes.add(
          text(
              "had %.1f %% of its host's CPU in use (at most %.0f %%)",
              load.meanCpuLoad() * 100, MOST_CPU * 100));
    }
    if (isPause(load, 1)) {
      causes.add(
          text(
              "had its timers late by %.0f ms%s (less than %.0f ms is allowed)",
              load.worstLatenessNanos() / 1e6, collections(load), leastPauseNanos / 1e6));
    } else if (isHabit(load, 1)) {
      causes.add(
          text(
              "had its timers late for %.2f s in all beside the worst %.0f ms%s (less than"
                  + " %.2f s is allowed)",
              besideTheWorstNanos(load) / 1e9,
              load.worstLatenessNanos() / 1e6,
              collections(load),
              HABIT_OF_WINDOW * windowNanos / 1e9));
    }
    if (load.connectionWaitP95Millis() * 1e6 > MOST_WAIT_OF_SLO * sloNanos) {
      causes.add(
          text(
              "waited %.0f ms for a connection at p95 (at most %.0f ms)",
              load.connectionWaitP95Millis(), MOST_WAIT_OF_SLO * sloNanos / 1e6));
    }
    return causes;
  }

  private boolean isPause(GeneratorLoad load, double part) {
    return load.worstLatenessNanos() >= part * leastPauseNanos;
  }

  private boolean isHabit(GeneratorLoad load, double part) {
    return load.worstLatenessNanos() >= HABIT_OF_SLO * sloNanos
        && besideTheWorstNanos(load) >= Math.max(1, part * HABIT_OF_WINDOW * windowNanos);
  }

  private boolean isCollecting(GeneratorLoad load) {
    return (isPause(load, 1) || isHabit(load, 1))
        && load.gcPauseNanos() >= COLLECTIONS_TO_BLAME * load.lateNanos();
  }

  private String collections(GeneratorLoad load) {
    return isCollecting(load)
        ? text(", in garbage collections of %.2f s", load.gcPauseNanos() / 1e9)
        : "";
  }

  private static long besideTheWorstNanos(GeneratorLoad load) {
    return load.lateNanos() - load.worstLatenessNanos();
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

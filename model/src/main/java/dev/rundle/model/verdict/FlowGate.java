package dev.rundle.model.verdict;

import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.AgentFlow;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether every agent's share was load on the endpoint, and not only on the agent's books. Requests
 * that lost their way to the endpoint count as in flight until they are given up; of a rung over
 * many agents Little's law over all of them forgives what one agent lacks. So each agent has to
 * obey it alone, with its own X and R.
 *
 * <p>The tolerance is that of {@link Gates#littleTolerance}, for the same reason, with the response
 * times of all agents together: one agent of a small share has answered too few to know their p99.
 * Of the few that it has in flight at the window's edges, one may be the longest of all: that adds
 * Rmax ÷ (share · W). Requests that failed count with their mean time: in R_max always, in p99
 * where they are more than 1 %.
 *
 * <p>No tolerance covers an agent that sent nothing, or of which nothing ended, in a window longer
 * than the mean response time of all: a slot whose requests are shorter than the window ends one in
 * it and sends the next.
 *
 * <p>A way that is lost within the window shows in requests that fail, on one agent alone: time
 * spent on them was no load. An endpoint that fails does so to all agents alike, and is judged.
 */
final class FlowGate {
  private static final int MOST_NAMED = 3;

  /** Of an agent's own request time, and of that of the whole rung: less shifts no Q_max. */
  private static final double MOST_FAILED_OF_SHARE = 0.05;

  private static final double MOST_FAILED_OF_RUNG = Gates.LITTLE_TOLERANCE;

  /** Times as much of its time as of the others': what befalls all is the endpoint's doing. */
  private static final double TIMES_THE_OTHERS = 4;

  private final RungMeasurement measurement;
  private final double p99Nanos;
  private final double longestNanos;

  private FlowGate(RungMeasurement measurement) {
    this.measurement = measurement;
    var full = LatencyHistogram.of(measurement.full());
    long ended = measurement.outcomes().values().stream().mapToLong(Long::longValue).sum();
    long failed = ended - measurement.outcomes().getOrDefault(Outcome.OK, 0L);
    boolean hasAnswers = full.count() > 0;
    double answeredNanos = hasAnswers ? full.meanMillis() * 1e6 * full.count() : 0;
    double allNanos = measurement.meanFullNanos() * ended;
    double failedNanos = failed > 0 ? Math.max(0, allNanos - answeredNanos) / failed : 0;
    double p99 = hasAnswers ? full.quantileMillis(0.99) * 1e6 : 0;
    double usual = Math.max(p99, measurement.meanFullNanos());
    this.p99Nanos = failed > 0.01 * ended ? Math.max(usual, failedNanos) : usual;
    double longest = hasAnswers ? full.maxMillis() * 1e6 : 0;
    this.longestNanos = Math.max(p99Nanos, Math.max(longest, failedNanos));
  }

  /** Names the agents whose share did not go through the endpoint; empty if all did. */
  static List<String> voidReasons(RungMeasurement measurement) {
    var gate = new FlowGate(measurement);
    List<String> reasons = new ArrayList<>();
    int more = 0;
    for (AgentFigures agent : measurement.agents()) {
      Optional<String> reason = agent.share() > 0 ? gate.reason(agent) : Optional.empty();
      if (reasons.size() < MOST_NAMED) {
        reason.ifPresent(reasons::add);
      } else {
        more += reason.isPresent() ? 1 : 0;
      }
    }
    if (more > 0) {
      reasons.add("so it is with the requests of " + more + " more agents");
    }
    return reasons;
  }

  private Optional<String> reason(AgentFigures agent) {
    AgentFlow flow = agent.flow();
    boolean isSlowForAll = measurement.meanFullNanos() >= measurement.windowNanos();
    if (!isSlowForAll && flow.sent() == 0) {
      return Optional.of(
          text(
              "agent %s sent no request in the window: its %.0f in flight were sent before it and"
                  + " are still unanswered",
              agent.agent(), agent.meanInFlight()));
    }
    if (!isSlowForAll && !(flow.endedPerSecond() > 0)) {
      return Optional.of(
          text(
              "agent %s had no request end in the window: its %.0f in flight were unanswered all"
                  + " through it",
              agent.agent(), agent.meanInFlight()));
    }
    return littlesLaw(agent).or(() -> failedAlone(agent));
  }

  private Optional<String> failedAlone(AgentFigures agent) {
    double windowNanos = measurement.windowNanos();
    double failed = agent.flow().failedNanos();
    double all = measurement.agents().stream().mapToDouble(a -> a.flow().failedNanos()).sum();
    int shares = measurement.agents().stream().mapToInt(AgentFigures::share).sum();
    if (shares == agent.share()) {
      return Optional.empty();
    }
    double own = failed / (agent.share() * windowNanos);
    double others = (all - failed) / ((shares - agent.share()) * windowNanos);
    boolean isMuch =
        own > MOST_FAILED_OF_SHARE && failed > MOST_FAILED_OF_RUNG * shares * windowNanos;
    if (!isMuch || own <= TIMES_THE_OTHERS * others) {
      return Optional.empty();
    }
    return Optional.of(
        text(
            "agent %s spent %.1f %% of its requests' time on ones that failed, the others %.1f %%:"
                + " its way to the endpoint was disturbed, and its share was not all load",
            agent.agent(), own * 100, others * 100));
  }

  private Optional<String> littlesLaw(AgentFigures agent) {
    double x = agent.flow().endedPerSecond();
    double r = agent.flow().meanFullNanos() / 1e9;
    double deviation = Math.abs(agent.share() - x * r) / agent.share();
    double edgesNanos = p99Nanos + longestNanos / agent.share();
    double tolerance = Gates.LITTLE_TOLERANCE + edgesNanos / measurement.windowNanos();
    if (deviation <= tolerance) {
      return Optional.empty();
    }
    return Optional.of(
        text(
            "agent %s is off Little's law by %.1f %% (at most %.1f %%): its share %d against %.2f"
                + " ended per second × %.4f s",
            agent.agent(), deviation * 100, tolerance * 100, agent.share(), x, r));
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

package dev.rundle.cli.watch;

import dev.rundle.cli.output.JsonLines;
import dev.rundle.cli.output.Words;
import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.AgentFigures;
import dev.rundle.model.measure.LatencyHistogram;
import dev.rundle.model.measure.RungMeasurement;
import dev.rundle.model.measure.StartSkew;
import dev.rundle.model.outcome.Outcome;
import dev.rundle.model.scaleout.StageTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What happens as JSON lines. Names of events and fields are stable: others read them. Times have
 * their unit in the name; ratios are 0 to 1.
 */
final class JsonDisplay implements RunDisplay {
  private final JsonLines lines;
  private final double sloMillis;
  private final Alarms alarms;

  JsonDisplay(JsonLines lines, Duration slo) {
    this.lines = lines;
    this.alarms = new Alarms(slo);
    this.sloMillis = slo.toNanos() / 1e6;
  }

  /**
   * {@code end} is when it should be over, or the latest if {@code bounded}; {@code phase} is the
   * stable name, {@code other} for what stands beside the run itself.
   */
  record PhaseBegan(
      String phase, String text, String detail, Optional<Instant> end, boolean bounded) {}

  /** {@code address} is empty where only the name was told. */
  record Joined(String agent, String address, int have, int want) {}

  record Lost(String agent, String reason) {}

  record RefusedAgent(String address, String reason) {}

  record Stage(String stage, Instant reachedAt, boolean bounded, String source) {}

  record Url(String url) {}

  /** {@code verdictSoFar} may turn: pass, fail, undecided, or empty before the first request. */
  record RungNow(
      int rung,
      int attempt,
      int concurrency,
      double elapsedSeconds,
      double expectedSeconds,
      boolean settling,
      double inFlightMean,
      long ended,
      long overSlo,
      OptionalDouble ttfabP95Millis,
      double sloMillis,
      Optional<String> verdictSoFar,
      List<Agent> agents) {}

  record RungEnd(
      int rung,
      int attempt,
      int concurrency,
      String verdict,
      List<String> reasons,
      long sent,
      long overSlo,
      OptionalDouble ttfabP95Millis,
      double sloMillis,
      double inFlightMean,
      double completedPerSecond,
      Map<Outcome, Long> outcomes,
      Optional<StartSkew> startSkew,
      List<Agent> agents) {}

  /** {@code alarms} name what nears the limit at which the generator voids the rung. */
  record Agent(
      String agent,
      int share,
      double inFlightMean,
      long ended,
      OptionalDouble cpuRatio,
      double lateMillis,
      double gcPauseMillis,
      double connectionWaitP95Millis,
      List<String> alarms) {
    static Agent of(AgentFigures figures, List<String> alarms) {
      var load = figures.load();
      return new Agent(
          figures.agent(),
          figures.share(),
          figures.meanInFlight(),
          figures.ended(),
          Double.isNaN(load.meanCpuLoad())
              ? OptionalDouble.empty()
              : OptionalDouble.of(load.meanCpuLoad()),
          load.worstLatenessNanos() / 1e6,
          load.gcPauseNanos() / 1e6,
          load.connectionWaitP95Millis(),
          alarms);
    }
  }

  @Override
  public void phase(Phase phase, String detail, Optional<Instant> end) {
    lines.event(
        "phase", new PhaseBegan(Words.kebab(phase), phase.text(), detail, end, phase.isBounded()));
  }

  @Override
  public void doing(String what) {
    lines.event("phase", new PhaseBegan("other", what, "", Optional.empty(), false));
  }

  @Override
  public void progress(RungProgress progress) {
    RungOrder order = progress.order();
    ProvisionalVerdict verdict = ProvisionalVerdict.of(progress);
    lines.event(
        "rung-progress",
        new RungNow(
            number(order.index()),
            order.attempt(),
            order.concurrency(),
            seconds(progress.elapsed()),
            seconds(progress.expected()),
            progress.elapsed().compareTo(order.settle()) < 0,
            progress.held(),
            progress.ended(),
            progress.overSlo(),
            progress.ttfabP95Millis(),
            sloMillis,
            verdict == ProvisionalVerdict.NOTHING_YET
                ? Optional.empty()
                : Optional.of(Words.kebab(verdict)),
            agents(progress.agents(), progress.elapsed().minus(order.settle()))));
  }

  /** From 1, repetitions counted, as in the table and the report; negative for a probe. */
  static int number(int index) {
    return index < 0 ? index : index + 1;
  }

  @Override
  public void rungEnded(RungResult result) {
    RungMeasurement measurement = result.measurement();
    RungOrder order = measurement.order();
    LatencyHistogram ttfab = LatencyHistogram.of(measurement.ttfab());
    lines.event(
        "rung-ended",
        new RungEnd(
            number(order.index()),
            order.attempt(),
            order.concurrency(),
            verdict(result),
            result.voidReasons(),
            measurement.sent(),
            measurement.overSlo(),
            ttfab.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ttfab.quantileMillis(0.95)),
            sloMillis,
            measurement.meanInFlight(),
            measurement.completedPerSecond(),
            measurement.outcomes(),
            measurement.startSkew(),
            agents(measurement.agents(), Duration.ofNanos(measurement.windowNanos()))));
  }

  /** {@code pass}, {@code fail}, {@code undecided} or {@code void}. */
  static String verdict(RungResult result) {
    return result
        .verdict()
        .map(v -> v.<String>fold(p -> "pass", f -> "fail", u -> "undecided"))
        .orElse("void");
  }

  @Override
  public void stage(StageTime stage) {
    lines.event(
        "stage", new Stage(stage.stage().id(), stage.at(), stage.bounded(), stage.source()));
  }

  @Override
  public void agentJoined(String agent, int have, int want) {
    // It is told for people to read; programs want the name that the other events have.
    String[] parts = agent.split(" at ", 2);
    lines.event(
        "agent-joined", new Joined(parts[0], parts.length == 2 ? parts[1] : "", have, want));
  }

  @Override
  public void agentLost(String agent, String reason) {
    lines.event("agent-lost", new Lost(agent, reason));
  }

  @Override
  public void agentRefused(String address, String reason) {
    lines.event("agent-refused", new RefusedAgent(address, reason));
  }

  @Override
  public void warning(String text) {
    lines.event("warning", new JsonLines.Text(text));
  }

  @Override
  public void metricsAt(String url) {
    lines.event("metrics", new Url(url));
  }

  @Override
  public void interrupted() {
    lines.event("interrupted", Map.of());
  }

  private List<Agent> agents(List<AgentFigures> agents, Duration window) {
    return agents.stream().map(agent -> Agent.of(agent, alarms.of(agent, window))).toList();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  @Override
  public void close() {
    // Every line was written when it was due.
  }
}

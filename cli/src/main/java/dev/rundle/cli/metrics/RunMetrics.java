package dev.rundle.cli.metrics;

import dev.rundle.coordinator.Phase;
import dev.rundle.coordinator.RunListener;
import dev.rundle.coordinator.cluster.RungProgress;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.ladder.RungResult;
import dev.rundle.model.measure.AgentFigures;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A run as Prometheus metrics. Figures of a rung are those of the one in hand; between rungs
 * nothing is ordered and there are none of agents.
 */
public final class RunMetrics implements RunListener {
  private static final List<String> VERDICTS = List.of("pass", "fail", "undecided", "void");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Counter ended;
  private final Counter overSlo;
  private final Counter lost;
  private final Counter refused;
  private final Map<String, Counter> rungs = new LinkedHashMap<>();
  private final MultiGauge shares;
  private final MultiGauge inFlight;
  private final MultiGauge cpu;
  private final MultiGauge late;

  private volatile Optional<RungProgress> rung = Optional.empty();
  private int agents;
  private Counted counted = Counted.NOTHING;

  /** What of the rung in hand is in the counters already. */
  private record Counted(int rung, long ended, long overSlo) {
    static final Counted NOTHING = new Counted(Integer.MIN_VALUE, 0, 0);
  }

  /** Metrics of a run that has not begun. */
  public RunMetrics(Duration slo) {
    gauge("rundle.rung.concurrency.ordered", "", "Requests ordered to be outstanding", ordered());
    gauge("rundle.rung.in.flight.mean", "", "Mean requests in flight over the window", held());
    gauge("rundle.ttfab.p95", "seconds", "p95 time to first audio byte of the rung so far", p95());
    gauge("rundle.slo", "seconds", "The p95 that is promised", self -> slo.toNanos() / 1e9);
    gauge("rundle.agents", "", "Agents that hold load", RunMetrics::agents);
    ended = counter("rundle.requests.ended", "Requests of measuring windows that have ended");
    overSlo = counter("rundle.requests.over.slo", "Of those, over the SLO, failures included");
    lost = counter("rundle.agents.lost", "Agents that were lost");
    refused = counter("rundle.agents.refused", "Agents that came and do not fit");
    VERDICTS.forEach(
        verdict ->
            rungs.put(
                verdict,
                Counter.builder("rundle.rungs")
                    .description("Rungs by verdict")
                    .tag("verdict", verdict)
                    .register(registry)));
    shares = perAgent("rundle.agent.share", "", "Requests that the agent is to keep outstanding");
    inFlight = perAgent("rundle.agent.in.flight", "", "Its mean requests in flight");
    cpu = perAgent("rundle.agent.cpu.ratio", "", "Mean share of its host's CPU in use, 0 to 1");
    late = perAgent("rundle.agent.late", "seconds", "Worst lateness of its timers");
  }

  private static ToDoubleFunction<RunMetrics> ordered() {
    return self -> self.rung.map(r -> (double) r.order().concurrency()).orElse(0.0);
  }

  private static ToDoubleFunction<RunMetrics> held() {
    return self -> self.rung.map(RungProgress::held).orElse(0.0);
  }

  private static ToDoubleFunction<RunMetrics> p95() {
    return self ->
        self.rung
            .filter(r -> r.ttfabP95Millis().isPresent())
            .map(r -> r.ttfabP95Millis().getAsDouble() / 1e3)
            .orElse(Double.NaN);
  }

  private synchronized double agents() {
    return agents;
  }

  private void gauge(String name, String unit, String help, ToDoubleFunction<RunMetrics> value) {
    Gauge.builder(name, this, value)
        .baseUnit(unit.isEmpty() ? null : unit)
        .description(help)
        .register(registry);
  }

  private Counter counter(String name, String help) {
    return Counter.builder(name).description(help).register(registry);
  }

  private MultiGauge perAgent(String name, String unit, String help) {
    return MultiGauge.builder(name)
        .baseUnit(unit.isEmpty() ? null : unit)
        .description(help)
        .register(registry);
  }

  /** All of them in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public synchronized void phase(Phase phase, String detail, Optional<Instant> end) {
    show(Optional.empty());
  }

  @Override
  public synchronized void progress(RungProgress progress) {
    show(Optional.of(progress));
    count(progress.order(), progress.ended(), progress.overSlo());
  }

  @Override
  public synchronized void rungEnded(RungResult result) {
    var measurement = result.measurement();
    count(measurement.order(), measurement.sent(), measurement.overSlo());
    counted = Counted.NOTHING;
    String verdict =
        result
            .verdict()
            .map(v -> v.<String>fold(p -> "pass", f -> "fail", u -> "undecided"))
            .orElse("void");
    rungs.get(verdict).increment();
  }

  /** A rung's figures only grow; counters get what is new. */
  private void count(RungOrder order, long endedSoFar, long overSoFar) {
    Counted before = counted.rung() == order.index() ? counted : new Counted(order.index(), 0, 0);
    ended.increment(Math.max(0, endedSoFar - before.ended()));
    overSlo.increment(Math.max(0, overSoFar - before.overSlo()));
    counted =
        new Counted(
            order.index(),
            Math.max(before.ended(), endedSoFar),
            Math.max(before.overSlo(), overSoFar));
  }

  private void show(Optional<RungProgress> progress) {
    rung = progress;
    List<AgentFigures> figures = progress.map(RungProgress::agents).orElse(List.of());
    fill(shares, figures, AgentFigures::share);
    fill(inFlight, figures, AgentFigures::meanInFlight);
    fill(cpu, figures, agent -> agent.load().meanCpuLoad());
    fill(late, figures, agent -> agent.load().worstLatenessNanos() / 1e9);
  }

  private static void fill(
      MultiGauge gauge, List<AgentFigures> agents, ToDoubleFunction<AgentFigures> value) {
    gauge.register(
        agents.stream()
            .<MultiGauge.Row<?>>map(
                agent ->
                    MultiGauge.Row.of(Tags.of("agent", agent.agent()), value.applyAsDouble(agent)))
            .toList(),
        true);
  }

  @Override
  public synchronized void agentJoined(String agent, int have, int want) {
    agents = have;
  }

  @Override
  public synchronized void agentLost(String agent, String reason) {
    agents = Math.max(0, agents - 1);
    lost.increment();
  }

  @Override
  public void agentRefused(String address, String reason) {
    refused.increment();
  }
}

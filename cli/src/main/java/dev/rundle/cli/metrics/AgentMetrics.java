package dev.rundle.cli.metrics;

import dev.rundle.agent.AgentListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** What an agent's own process knows, as Prometheus metrics, and its health in words. */
public final class AgentMetrics implements AgentListener {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Counter finished;
  private final Counter stopped;
  private final Counter refusals;

  private volatile String doing = "looking for its coordinator";
  private volatile boolean joined;
  private volatile boolean inRun;
  private volatile int rung;
  private volatile int share;

  /** Metrics of an agent that has not joined. */
  public AgentMetrics() {
    gauge("rundle.own.joined", "1 while a coordinator has taken this agent in", s -> bit(s.joined));
    gauge("rundle.own.run.in.hand", "1 while a run is in hand", s -> bit(s.inRun));
    gauge("rundle.own.rung", "Rung in hand, from 1; 0 for none or a probe", s -> s.rung);
    gauge("rundle.own.share", "Requests that this agent is to keep outstanding", s -> s.share);
    finished = counter("rundle.own.runs.finished", "Runs that ended as they should");
    stopped = counter("rundle.own.runs.stopped", "Runs whose load was stopped before their end");
    refusals = counter("rundle.own.refusals", "Times that a coordinator refused this agent");
  }

  private void gauge(String name, String help, ToDoubleFunction<AgentMetrics> value) {
    Gauge.builder(name, this, value).description(help).register(registry);
  }

  private Counter counter(String name, String help) {
    return Counter.builder(name).description(help).register(registry);
  }

  private static double bit(boolean value) {
    return value ? 1 : 0;
  }

  /** All of them in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  /**
   * The agent's health.
   *
   * @param up whether its node works or waits
   */
  public Health health(boolean up) {
    return up
        ? Health.ok(doing)
        : Health.failing(doing, "the agent has stopped and does not rejoin");
  }

  @Override
  public void waiting(String coordinator, String why) {
    doing = "waiting for the coordinator at " + coordinator;
  }

  @Override
  public void joined(String coordinator) {
    joined = true;
    doing = "waiting for a run of " + coordinator;
  }

  @Override
  public void refused(String coordinator, String reason) {
    joined = false;
    refusals.increment();
    doing = "refused by " + coordinator + ": " + reason;
  }

  @Override
  public void preparing(String runId, String agent, String endpoint) {
    inRun = true;
    doing = "run " + runId + ": preparing as " + agent;
  }

  @Override
  public void ready(String runId) {
    doing = "run " + runId + ": ready";
  }

  @Override
  public void holding(String runId, int rungIndex, int newShare) {
    share = newShare;
    rung = newShare == 0 ? 0 : Math.max(0, rungIndex + 1);
    doing = "run " + runId + ": holding " + newShare;
  }

  @Override
  public void finished(String runId) {
    finished.increment();
    idle();
  }

  @Override
  public void stopped(String runId, String reason) {
    stopped.increment();
    idle();
  }

  private void idle() {
    inRun = false;
    share = 0;
    rung = 0;
    doing = "waiting for the next run";
  }

  @Override
  public void alone(String coordinator) {
    joined = false;
    doing = "looking for the coordinator at " + coordinator;
  }
}

package dev.rundle.cli.watch;

import dev.rundle.agent.AgentListener;
import java.util.List;
import java.util.function.Consumer;

/** Tells several listeners of an agent the same, in their order. */
public final class AgentWatchers implements AgentListener {
  private final List<AgentListener> all;

  public AgentWatchers(List<? extends AgentListener> all) {
    this.all = List.copyOf(all);
  }

  private void tell(Consumer<AgentListener> what) {
    all.forEach(what);
  }

  @Override
  public void waiting(String coordinator, String why) {
    tell(listener -> listener.waiting(coordinator, why));
  }

  @Override
  public void joined(String coordinator) {
    tell(listener -> listener.joined(coordinator));
  }

  @Override
  public void refused(String coordinator, String reason) {
    tell(listener -> listener.refused(coordinator, reason));
  }

  @Override
  public void preparing(String runId, String agent, String endpoint) {
    tell(listener -> listener.preparing(runId, agent, endpoint));
  }

  @Override
  public void ready(String runId) {
    tell(listener -> listener.ready(runId));
  }

  @Override
  public void holding(String runId, int rung, int share) {
    tell(listener -> listener.holding(runId, rung, share));
  }

  @Override
  public void finished(String runId) {
    tell(listener -> listener.finished(runId));
  }

  @Override
  public void stopped(String runId, String reason) {
    tell(listener -> listener.stopped(runId, reason));
  }

  @Override
  public void alone(String coordinator) {
    tell(listener -> listener.alone(coordinator));
  }

  @Override
  public void warning(String text) {
    tell(listener -> listener.warning(text));
  }
}

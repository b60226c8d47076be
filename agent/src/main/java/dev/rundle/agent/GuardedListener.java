package dev.rundle.agent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what an agent does; a listener that throws is logged and costs nothing else. */
record GuardedListener(AgentListener listener) implements AgentListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  @Override
  public void waiting(String coordinator, String why) {
    guard(() -> listener.waiting(coordinator, why));
  }

  @Override
  public void joined(String coordinator) {
    guard(() -> listener.joined(coordinator));
  }

  @Override
  public void refused(String coordinator, String reason) {
    guard(() -> listener.refused(coordinator, reason));
  }

  @Override
  public void preparing(String runId, String agent, String endpoint) {
    guard(() -> listener.preparing(runId, agent, endpoint));
  }

  @Override
  public void ready(String runId) {
    guard(() -> listener.ready(runId));
  }

  @Override
  public void holding(String runId, int rung, int share) {
    guard(() -> listener.holding(runId, rung, share));
  }

  @Override
  public void finished(String runId) {
    guard(() -> listener.finished(runId));
  }

  @Override
  public void stopped(String runId, String reason) {
    guard(() -> listener.stopped(runId, reason));
  }

  @Override
  public void alone(String coordinator) {
    guard(() -> listener.alone(coordinator));
  }

  @Override
  public void warning(String text) {
    guard(() -> listener.warning(text));
  }

  private static void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException failure) {
      LOG.error("Whoever watches this agent could not be told", failure);
    }
  }
}

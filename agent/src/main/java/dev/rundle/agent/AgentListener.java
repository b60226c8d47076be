package dev.rundle.agent;

/**
 * Hears what an agent does, for whoever watches its host. Called on the agent's own threads; must
 * return quickly and not throw.
 */
public interface AgentListener {
  /** Hears nothing. */
  AgentListener SILENT = new AgentListener() {};

  /** There is no coordinator yet; said once for each reason. */
  default void waiting(String coordinator, String why) {}

  /** A coordinator was found and has taken this agent in. */
  default void joined(String coordinator) {}

  /** The coordinator was found and does not want this agent. */
  default void refused(String coordinator, String reason) {}

  /** A run begins: client and warm-up. */
  default void preparing(String runId, String agent, String endpoint) {}

  /** Ready for the first rung. */
  default void ready(String runId) {}

  /** A share of a rung is held from now on; 0 is waiting for the next. */
  default void holding(String runId, int rung, int share) {}

  /** The run ended as it should; the agent waits for the next. */
  default void finished(String runId) {}

  /** The run ended otherwise: its load has stopped. */
  default void stopped(String runId, String reason) {}

  /** The coordinator is gone; the agent looks for the next one. */
  default void alone(String coordinator) {}

  /** Something to know that ends nothing. */
  default void warning(String text) {}
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;

/** Waiting for one answer of every agent. */
interface RollCall {
  void heard(AgentEvent event);

  void lost(String agent, String reason);

  /** Ends the waiting if it has lasted too long. */
  void checkDeadline();

  boolean isOver();
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;

/** The way to one agent. Two links are equal if they lead to the same one. */
interface Link {
  void tell(AgentCommand command);

  /** True if the agent lives in this JVM. */
  boolean isLocal();
}

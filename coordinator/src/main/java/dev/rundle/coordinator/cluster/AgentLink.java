package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import org.apache.pekko.actor.typed.ActorRef;

/** The way to an agent's actor. */
record AgentLink(ActorRef<AgentCommand> ref) implements Link {
  @Override
  public void tell(AgentCommand command) {
    ref.tell(command);
  }

  /** Such a reference has neither host nor port. */
  @Override
  public boolean isLocal() {
    return !ref.path().address().hasGlobalScope();
  }
}

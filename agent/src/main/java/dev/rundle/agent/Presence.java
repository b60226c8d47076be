package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.Introduce;
import dev.rundle.agent.protocol.AgentCommand.Ping;
import dev.rundle.agent.protocol.AgentCommand.Refuse;
import dev.rundle.agent.protocol.AgentEvent;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an agent answers whatever else it does: who it is, what it can do, what its clocks say. A
 * coordinator that pings after it has asked who is there has taken the agent in.
 */
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

  private final AgentSettings settings;
  private final AgentListener listener;
  private final String instance;
  private final Contact contact;
  private String askedBy = "";
  private boolean decided = true;

  Presence(AgentSettings settings, AgentListener listener, String instance, Contact contact) {
    this.settings = settings;
    this.listener = listener;
    this.instance = instance;
    this.contact = contact;
  }

  void introduce(Introduce asked) {
    askedBy = nodeOf(asked.replyTo());
    decided = false;
    LOG.debug("{}, version {}, asks who is here", askedBy, asked.productVersion());
    asked.replyTo().tell(new AgentEvent.Introduced(instance, settings.capabilities().get()));
  }

  void refused(Refuse refuse) {
    decided = true;
    LOG.warn("The coordinator at {} does not want this agent: {}", askedBy, refuse.reason());
    listener.refused(askedBy, refuse.reason());
  }

  /** Reads the clocks and answers at once. */
  void pong(Ping ping) {
    ping.replyTo()
        .tell(
            new AgentEvent.Pong(
                instance, ping.sequence(), settings.ticker().nanos(), settings.clock().instant()));
    heard(ping.replyTo());
  }

  /** A coordinator gives orders, so it has taken this agent in. */
  void heard(ActorRef<AgentEvent> coordinator) {
    if (coordinator.path().address().hasGlobalScope()) {
      contact.heard();
    }
    if (!decided && nodeOf(coordinator).equals(askedBy)) {
      decided = true;
      LOG.info("Taken in by the coordinator at {}", askedBy);
      listener.joined(askedBy);
    }
  }

  /** Host and port; of an actor in this JVM, that. */
  private static String nodeOf(ActorRef<?> actor) {
    Address address = actor.path().address();
    return address.hasGlobalScope()
        ? address.getHost().orElse("") + ":" + address.getPort().orElse(0)
        : "this process";
  }
}

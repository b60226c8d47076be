package dev.rundle.coordinator.cluster;

import dev.rundle.agent.security.RefusedPeer;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Tells of strangers that this node's port turned away. */
final class Doorkeeper {
  private Doorkeeper() {}

  static Behavior<RefusedPeer> create(CompanyListener listener) {
    return Behaviors.setup(
        context -> {
          context
              .getSystem()
              .eventStream()
              .tell(new EventStream.Subscribe<>(RefusedPeer.class, context.getSelf()));
          return Behaviors.receive(RefusedPeer.class)
              .onMessage(
                  RefusedPeer.class,
                  refused -> {
                    if (refused.side() == RefusedPeer.Side.INCOMING) {
                      listener.warning(refused.text());
                    }
                    return Behaviors.same();
                  })
              .build();
        });
  }
}

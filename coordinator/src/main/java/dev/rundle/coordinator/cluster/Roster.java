package dev.rundle.coordinator.cluster;

import dev.rundle.agent.AgentActor;
import dev.rundle.agent.AgentNode;
import dev.rundle.agent.protocol.AgentCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.actor.typed.receptionist.Receptionist;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Subscribe;
import org.apache.pekko.remote.FailureDetectorRegistry;

/**
 * Knows which agents are there. Tells the conductor who came and who was lost; an agent counts as
 * lost from the moment its host is unreachable, because its reports may be missing from then on.
 *
 * <p>It also downs agents that stay unreachable. Nobody else does: a split brain resolver would
 * have a coordinator down itself when it alone has lost the link to one agent.
 */
final class Roster {
  private static final Duration DOWN_AFTER = Duration.ofSeconds(8);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final ActorContext<Message> context;
  private final TimerScheduler<Message> timers;
  private final ActorRef<ConductorMessage> conductor;
  private final Map<ActorRef<AgentCommand>, Address> present = new HashMap<>();
  private final FailureDetectorRegistry<Address> detector;
  private final Set<Address> suspects = new HashSet<>();
  private final Set<Address> unreachable = new HashSet<>();
  private Set<ActorRef<AgentCommand>> listing = new HashSet<>();

  sealed interface Message {
    record Listed(Receptionist.Listing listing) implements Message {}

    record MemberChanged(ClusterEvent.ClusterDomainEvent event) implements Message {}

    record Look() implements Message {}

    record StillUnreachable(Address address) implements Message {}

    record Stopped(ActorRef<AgentCommand> agent) implements Message {}
  }

  private Roster(
      ActorContext<Message> context,
      TimerScheduler<Message> timers,
      ActorRef<ConductorMessage> conductor) {
    this.context = context;
    this.timers = timers;
    this.conductor = conductor;
    this.detector =
        org.apache.pekko.cluster.Cluster.get(Adapter.toClassic(context.getSystem()))
            .failureDetector();
  }

  static Behavior<Message> create(ActorRef<ConductorMessage> conductor) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new Roster(context, timers, conductor).subscribed()));
  }

  private Behavior<Message> subscribed() {
    context
        .getSystem()
        .receptionist()
        .tell(
            Receptionist.subscribe(
                AgentActor.KEY,
                context.messageAdapter(Receptionist.Listing.class, Message.Listed::new)));
    Cluster.get(context.getSystem())
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(
                    ClusterEvent.ClusterDomainEvent.class, Message.MemberChanged::new),
                ClusterEvent.ClusterDomainEvent.class));
    return watching();
  }

  private Behavior<Message> watching() {
    return Behaviors.receive(Message.class)
        .onMessage(Message.Listed.class, this::listed)
        .onMessage(Message.MemberChanged.class, this::memberChanged)
        .onMessage(Message.Look.class, look -> look())
        .onMessage(Message.StillUnreachable.class, this::down)
        .onMessage(Message.Stopped.class, this::stopped)
        .build();
  }

  private Behavior<Message> listed(Message.Listed listed) {
    // Also those that others cannot reach.
    listing = new HashSet<>(listed.listing().getAllServiceInstances(AgentActor.KEY));
    welcome();
    return Behaviors.same();
  }

  /** Those that are listed and can be reached are there. */
  private void welcome() {
    for (ActorRef<AgentCommand> agent : listing) {
      Address address = addressOf(agent);
      if (!present.containsKey(agent) && !unreachable.contains(address)) {
        present.put(agent, address);
        context.watchWith(agent, new Message.Stopped(agent));
        conductor.tell(
            new ConductorMessage.AgentCame(
                new AgentLink(agent),
                address.getHost().orElse("") + ":" + address.getPort().orElse(0)));
      }
    }
  }

  private Behavior<Message> memberChanged(Message.MemberChanged changed) {
    if (changed.event() instanceof ClusterEvent.UnreachableMember gone
        && gone.member().hasRole(AgentNode.AGENT_ROLE)) {
      suspects.add(gone.member().address());
      look();
    } else if (changed.event() instanceof ClusterEvent.ReachableMember back) {
      suspects.remove(back.member().address());
      isBack(back.member().address());
    } else if (changed.event() instanceof ClusterEvent.MemberRemoved removed) {
      Address address = removed.member().address();
      suspects.remove(address);
      unreachable.remove(address);
      timers.cancel(address);
      listing.removeIf(agent -> addressOf(agent).equals(address));
      loseAllAt(address, "its host left the cluster");
    }
    return Behaviors.same();
  }

  /**
   * Somebody cannot reach them; what counts is whether this host can. Two agents that have lost
   * only each other are both there.
   */
  private Behavior<Message> look() {
    for (Address suspect : suspects) {
      if (detector.isAvailable(suspect)) {
        isBack(suspect);
      } else if (unreachable.add(suspect)) {
        timers.startSingleTimer(suspect, new Message.StillUnreachable(suspect), DOWN_AFTER);
        loseAllAt(suspect, "its host " + suspect.hostPort() + " is unreachable");
      }
    }
    if (!suspects.isEmpty()) {
      timers.startSingleTimer(new Message.Look(), LOOK_AGAIN);
    }
    return Behaviors.same();
  }

  private void isBack(Address address) {
    if (unreachable.remove(address)) {
      timers.cancel(address);
      welcome();
    }
  }

  private void loseAllAt(Address address, String reason) {
    present.entrySet().stream()
        .filter(entry -> entry.getValue().equals(address))
        .map(Map.Entry::getKey)
        .toList()
        .forEach(agent -> lost(agent, reason));
  }

  private Behavior<Message> down(Message.StillUnreachable unreachable) {
    context.getLog().warn("{} stays unreachable and is taken out", unreachable.address());
    Cluster.get(context.getSystem()).manager().tell(new Down(unreachable.address()));
    return Behaviors.same();
  }

  private Behavior<Message> stopped(Message.Stopped stopped) {
    listing.remove(stopped.agent());
    return lost(stopped.agent(), "it stopped");
  }

  private Behavior<Message> lost(ActorRef<AgentCommand> agent, String reason) {
    if (present.remove(agent) != null) {
      context.unwatch(agent);
      conductor.tell(new ConductorMessage.AgentLost(new AgentLink(agent), reason));
    }
    return Behaviors.same();
  }

  /** An agent in this JVM has a reference without host and port. */
  private Address addressOf(ActorRef<AgentCommand> agent) {
    Address address = agent.path().address();
    return address.hasGlobalScope()
        ? address
        : Cluster.get(context.getSystem()).selfMember().address();
  }
}

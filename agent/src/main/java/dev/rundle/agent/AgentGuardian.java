package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.security.RefusedPeer;
import dev.rundle.model.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberDowned;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.ClusterEvent.MemberUp;
import org.apache.pekko.cluster.ClusterEvent.ReachableMember;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Subscribe;
import org.apache.pekko.japi.function.Function;
import org.apache.pekko.remote.artery.ThisActorSystemQuarantinedEvent;

/**
 * The top of an agent's ActorSystem: keeps the agent and ends the system when the coordinator is
 * gone, for a member of a cluster without its seed could never be found again; also when the agent
 * has failed, for a member without one is of no use. A new system joins then.
 */
final class AgentGuardian {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final ActorContext<Sense> context;
  private final TimerScheduler<Sense> timers;
  private final AgentListener listener;
  private final Life life;

  private AgentGuardian(
      ActorContext<Sense> context,
      TimerScheduler<Sense> timers,
      AgentListener listener,
      Life life) {
    this.context = context;
    this.timers = timers;
    this.listener = listener;
    this.life = life;
  }

  /** What is new about a coordinator. */
  private enum News {
    FOUND,
    UNREACHABLE,
    REACHABLE,
    REMOVED,
    UNREACHABLE_FOR_LONG,
    NONE
  }

  /**
   * What the cluster says.
   *
   * @param coordinator host and port
   */
  record Sense(News news, String coordinator) {
    static final Sense NONE = new Sense(News.NONE, "");
  }

  /**
   * What becomes known of a system that was started.
   *
   * @param agent completed at once
   * @param found completed when there is a coordinator
   * @param contact with the coordinator
   * @param ending completed when the system begins to terminate
   */
  record Life(
      CompletableFuture<ActorRef<AgentCommand>> agent,
      CompletableFuture<Void> found,
      Contact contact,
      CompletableFuture<Void> ending) {
    Life() {
      this(
          new CompletableFuture<>(),
          new CompletableFuture<>(),
          new Contact(Ticker.system()),
          new CompletableFuture<>());
    }
  }

  static Behavior<Sense> create(
      AgentSettings agent, AgentListener listener, String instance, Life life) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  ActorRef<AgentCommand> actor =
                      context.spawn(
                          AgentActor.create(agent, listener, instance, life.contact()), "agent");
                  context.watch(actor);
                  life.agent().complete(actor);
                  var guardian = new AgentGuardian(context, timers, listener, life);
                  guardian.subscribe();
                  return guardian.watching();
                }));
  }

  private void subscribe() {
    Cluster.get(context.getSystem())
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(ClusterDomainEvent.class, AgentGuardian::sense),
                ClusterDomainEvent.class));
    hear(RefusedPeer.class, this::told);
    // Taken out while it could not be reached; the others will never listen to this system again.
    hear(
        ThisActorSystemQuarantinedEvent.class,
        event -> new Sense(News.REMOVED, hostPort(event.remoteAddress().address())));
  }

  private <E> void hear(Class<E> event, Function<E, Sense> sense) {
    context
        .getSystem()
        .eventStream()
        .tell(new EventStream.Subscribe<>(event, context.messageAdapter(event, sense)));
  }

  private Sense told(RefusedPeer peer) {
    listener.warning(peer.text());
    return Sense.NONE;
  }

  private Behavior<Sense> watching() {
    return Behaviors.receive(Sense.class)
        .onAnyMessage(this::on)
        .onSignal(Terminated.class, agent -> failed())
        .onSignal(PostStop.class, stop -> ending())
        .build();
  }

  /** The agent never stops by itself. */
  private Behavior<Sense> failed() {
    listener.warning("This agent has failed, see its log; it starts anew");
    return Behaviors.stopped();
  }

  private Behavior<Sense> ending() {
    life.ending().complete(null);
    return Behaviors.same();
  }

  private Behavior<Sense> on(Sense sense) {
    return switch (sense.news()) {
      case FOUND -> {
        life.found().complete(null);
        yield Behaviors.same();
      }
      case UNREACHABLE -> {
        timers.startSingleTimer(
            News.UNREACHABLE, new Sense(News.UNREACHABLE_FOR_LONG, sense.coordinator()), PATIENCE);
        yield Behaviors.same();
      }
      case REACHABLE -> {
        timers.cancel(News.UNREACHABLE);
        yield Behaviors.same();
      }
      case REMOVED -> {
        alone(sense);
        yield Behaviors.stopped();
      }
      case UNREACHABLE_FOR_LONG -> {
        endUnlessHeard(sense);
        yield Behaviors.same();
      }
      case NONE -> Behaviors.same();
    };
  }

  private void lookAfter(Duration time, Sense sense) {
    timers.startSingleTimer(
        News.UNREACHABLE, new Sense(News.UNREACHABLE_FOR_LONG, sense.coordinator()), time);
  }

  private void endUnlessHeard(Sense sense) {
    if (life.contact().silence().compareTo(PATIENCE) < 0) {
      lookAfter(LOOK_AGAIN, sense);
      return;
    }
    alone(sense);
    // Leaving needs the coordinator's consent, which cannot be had; this ends the system too.
    Cluster cluster = Cluster.get(context.getSystem());
    cluster.manager().tell(new Down(cluster.selfMember().address()));
  }

  private void alone(Sense sense) {
    context.getLog().info("The coordinator at {} is gone; joining anew", sense.coordinator());
    listener.alone(sense.coordinator());
  }

  private static Sense sense(ClusterDomainEvent event) {
    if (event instanceof UnreachableMember e) {
      return sense(News.UNREACHABLE, e.member());
    }
    if (event instanceof ReachableMember e) {
      return sense(News.REACHABLE, e.member());
    }
    if (event instanceof MemberRemoved e) {
      return sense(News.REMOVED, e.member());
    }
    if (event instanceof MemberDowned e) {
      return sense(News.REMOVED, e.member());
    }
    if (event instanceof MemberUp e) {
      return sense(News.FOUND, e.member());
    }
    return Sense.NONE;
  }

  private static Sense sense(News news, Member member) {
    return member.hasRole(AgentNode.COORDINATOR_ROLE)
        ? new Sense(news, hostPort(member.address()))
        : Sense.NONE;
  }

  private static String hostPort(Address address) {
    return address.getHost().orElse("") + ":" + address.getPort().orElse(0);
  }
}

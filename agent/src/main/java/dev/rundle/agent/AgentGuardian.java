package dev.rundle.agent;

import java.time.Duration;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberDowned;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.ClusterEvent.ReachableMember;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Subscribe;

/**
 * The top of an agent's ActorSystem: keeps the agent and ends the system when the coordinator is
 * gone, for a member of a cluster without its seed could never be found again.
 */
final class AgentGuardian {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final ActorContext<Sense> context;
  private final TimerScheduler<Sense> timers;

  private AgentGuardian(ActorContext<Sense> context, TimerScheduler<Sense> timers) {
    this.context = context;
    this.timers = timers;
  }

  /** What the cluster says about the coordinator. */
  enum Sense {
    UNREACHABLE,
    REACHABLE,
    REMOVED,
    UNREACHABLE_FOR_LONG,
    OTHER
  }

  static Behavior<Sense> create(AgentSettings agent) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  context.spawn(AgentActor.create(agent), "agent");
                  Cluster.get(context.getSystem())
                      .subscriptions()
                      .tell(
                          Subscribe.create(
                              context.messageAdapter(
                                  ClusterDomainEvent.class, AgentGuardian::sense),
                              ClusterDomainEvent.class));
                  return new AgentGuardian(context, timers).watching();
                }));
  }

  private Behavior<Sense> watching() {
    return Behaviors.receive(Sense.class).onAnyMessage(this::on).build();
  }

  private Behavior<Sense> on(Sense sense) {
    return switch (sense) {
      case UNREACHABLE -> {
        timers.startSingleTimer(Sense.UNREACHABLE_FOR_LONG, PATIENCE);
        yield Behaviors.same();
      }
      case REACHABLE -> {
        timers.cancel(Sense.UNREACHABLE_FOR_LONG);
        yield Behaviors.same();
      }
      case REMOVED -> Behaviors.stopped();
      case UNREACHABLE_FOR_LONG -> {
        // Leaving needs the coordinator's consent, which cannot be had; this ends the system too.
        Cluster cluster = Cluster.get(context.getSystem());
        cluster.manager().tell(new Down(cluster.selfMember().address()));
        yield Behaviors.same();
      }
      case OTHER -> Behaviors.same();
    };
  }

  private static Sense sense(ClusterDomainEvent event) {
    if (event instanceof UnreachableMember e && isCoordinator(e.member())) {
      return Sense.UNREACHABLE;
    }
    if (event instanceof ReachableMember e && isCoordinator(e.member())) {
      return Sense.REACHABLE;
    }
    if (event instanceof MemberRemoved e && isCoordinator(e.member())) {
      return Sense.REMOVED;
    }
    if (event instanceof MemberDowned e && isCoordinator(e.member())) {
      return Sense.REMOVED;
    }
    return Sense.OTHER;
  }

  private static boolean isCoordinator(Member member) {
    return member.hasRole(AgentNode.COORDINATOR_ROLE);
  }
}

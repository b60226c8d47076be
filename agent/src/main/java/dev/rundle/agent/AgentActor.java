package dev.rundle.agent;

import dev.rundle.agent.Own.CoordinatorGone;
import dev.rundle.agent.Own.NodeUnreachable;
import dev.rundle.agent.Own.Started;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.Finish;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.BehaviorBuilder;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.actor.typed.receptionist.Receptionist;
import org.apache.pekko.actor.typed.receptionist.ServiceKey;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/**
 * Holds an agent's share of rungs for one run at a time: idle → preparing → ready → finishing →
 * idle, one method per state; the states that have a load are in {@link RunUnderLoad}. Commands of
 * another run are ignored. When the coordinator stops or becomes unreachable, the load ends at once
 * and the agent is idle again.
 */
public final class AgentActor {
  /** Where agents are found. */
  public static final ServiceKey<AgentCommand> KEY =
      ServiceKey.create(AgentCommand.class, "rundle-agent");

  private final ActorContext<AgentMessage> context;
  private final TimerScheduler<AgentMessage> timers;
  private final AgentSettings settings;
  private final Executor blocking;

  private AgentActor(
      ActorContext<AgentMessage> context,
      TimerScheduler<AgentMessage> timers,
      AgentSettings settings) {
    this.context = context;
    this.timers = timers;
    this.settings = settings;
    this.blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
  }

  /** An agent that registers itself at the receptionist. */
  public static Behavior<AgentCommand> create(AgentSettings settings) {
    Behavior<AgentMessage> agent =
        Behaviors.setup(
            context ->
                Behaviors.withTimers(
                    timers -> {
                      context
                          .getSystem()
                          .receptionist()
                          .tell(Receptionist.register(KEY, context.getSelf().narrow()));
                      watchCluster(context);
                      return new AgentActor(context, timers, settings).idle();
                    }));
    return agent.narrow();
  }

  private Behavior<AgentMessage> idle() {
    timers.cancelAll();
    return Behaviors.receive(AgentMessage.class)
        .onMessage(Prepare.class, this::prepare)
        .onMessage(Started.class, AgentActor::abandoned)
        .onAnyMessage(ignored -> Behaviors.same())
        .build();
  }

  private Behavior<AgentMessage> prepare(Prepare order) {
    var run = new Run(order);
    var obstacle = Preconditions.obstacle(order);
    if (obstacle.isPresent()) {
      run.failed(obstacle.get());
      return Behaviors.same();
    }
    context.watchWith(run.coordinator(), new CoordinatorGone(run.id()));
    var starting = CompletableFuture.supplyAsync(() -> Load.start(settings, order), blocking);
    context.pipeToSelf(starting, (load, failure) -> new Started(run.id(), load, failure));
    return preparing(run, starting);
  }

  /** The client is being made. */
  private Behavior<AgentMessage> preparing(Run run, CompletableFuture<Load> starting) {
    // A load that is given up meanwhile still comes, as Started of a run that is not ours any more.
    return inRun(run, () -> {})
        .onMessage(Started.class, started -> run.is(started.runId()), s -> started(run, s))
        .onMessage(Finish.class, finish -> run.is(finish.runId()), finish -> finishedEarly(run))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(
            PostStop.class,
            stop -> {
              starting.thenAccept(Load::abort);
              return Behaviors.same();
            })
        .build();
  }

  private Behavior<AgentMessage> finishedEarly(Run run) {
    run.finished("");
    return leave(run);
  }

  private Behavior<AgentMessage> started(Run run, Started started) {
    if (started.failure() != null) {
      run.failed(started.failure());
      return leave(run);
    }
    return new RunUnderLoad(this, context, timers, settings, run, started.load()).begin();
  }

  /**
   * What is common to all states of a run: it is the only one, and it ends when its coordinator is
   * gone.
   *
   * @param giveUp stops the load that there is
   */
  BehaviorBuilder<AgentMessage> inRun(Run run, Runnable giveUp) {
    return Behaviors.receive(AgentMessage.class)
        .onMessage(
            Prepare.class,
            other -> !run.is(other.runId()),
            other -> {
              new Run(other).failed("busy with run " + run.id());
              return Behaviors.same();
            })
        .onMessage(Started.class, other -> !run.is(other.runId()), AgentActor::abandoned)
        .onMessage(
            CoordinatorGone.class,
            gone -> run.is(gone.runId()),
            gone -> lost(run, giveUp, "has stopped"))
        .onMessage(
            NodeUnreachable.class,
            node -> run.isOrderedFrom(node.node()),
            node -> lost(run, giveUp, "is unreachable"));
  }

  private Behavior<AgentMessage> lost(Run run, Runnable giveUp, String how) {
    giveUp.run();
    context.getLog().warn("The coordinator of run {} {}: the load has stopped", run.id(), how);
    return leave(run);
  }

  /** The run is over; the next one may come. */
  Behavior<AgentMessage> leave(Run run) {
    context.unwatch(run.coordinator());
    return idle();
  }

  /** The load of a run that was given up while it was being made. */
  private static Behavior<AgentMessage> abandoned(Started started) {
    if (started.load() != null) {
      started.load().abort();
    }
    return Behaviors.same();
  }

  private static void watchCluster(ActorContext<AgentMessage> context) {
    if (context
        .getSystem()
        .settings()
        .config()
        .getString("pekko.actor.provider")
        .equals("cluster")) {
      Cluster.get(context.getSystem())
          .subscriptions()
          .tell(
              Subscribe.create(
                  context.messageAdapter(
                      UnreachableMember.class, u -> new NodeUnreachable(u.member().address())),
                  UnreachableMember.class));
    }
  }
}

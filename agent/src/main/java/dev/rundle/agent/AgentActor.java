package dev.rundle.agent;

import dev.rundle.agent.Own.CoordinatorGone;
import dev.rundle.agent.Own.LeaseDue;
import dev.rundle.agent.Own.NodeUnreachable;
import dev.rundle.agent.Own.Started;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.FetchLog;
import dev.rundle.agent.protocol.AgentCommand.Finish;
import dev.rundle.agent.protocol.AgentCommand.Introduce;
import dev.rundle.agent.protocol.AgentCommand.Ping;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentCommand.Refuse;
import dev.rundle.agent.protocol.AgentMessage;
import java.time.Duration;
import java.util.UUID;
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
 * another run are ignored. When the coordinator stops, becomes unreachable, or is not heard of for
 * {@link AgentCommand#LEASE}, the load ends at once and the agent is idle again.
 */
public final class AgentActor {
  /** Where agents are found. */
  public static final ServiceKey<AgentCommand> KEY =
      ServiceKey.create(AgentCommand.class, "rundle-agent");

  /** So that a timer does not fire just before the licence is over. */
  private static final Duration JUST_AFTER = Duration.ofMillis(1);

  private static final Object LEASE_TIMER = "lease";

  private final ActorContext<AgentMessage> context;
  private final TimerScheduler<AgentMessage> timers;
  private final AgentSettings settings;
  private final AgentListener listener;
  private final Presence presence;
  private final Executor blocking;
  private RunLog lastLog;

  private AgentActor(
      ActorContext<AgentMessage> context,
      TimerScheduler<AgentMessage> timers,
      AgentSettings settings,
      AgentListener listener,
      Presence presence) {
    this.context = context;
    this.timers = timers;
    this.settings = settings;
    this.listener = listener;
    this.presence = presence;
    this.blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
  }

  /** An agent of its own, in the coordinator's JVM. */
  public static Behavior<AgentCommand> create(AgentSettings settings) {
    return create(settings, AgentListener.SILENT, UUID.randomUUID().toString());
  }

  /**
   * An agent that registers itself at the receptionist.
   *
   * @param instance by which it is known again if it comes back under another address
   */
  public static Behavior<AgentCommand> create(
      AgentSettings settings, AgentListener listener, String instance) {
    return create(settings, listener, instance, new Contact(settings.ticker()));
  }

  /**
   * @param contact told of every word of a coordinator
   */
  static Behavior<AgentCommand> create(
      AgentSettings settings, AgentListener listener, String instance, Contact contact) {
    var guarded = new GuardedListener(listener);
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
                      var presence = new Presence(settings, guarded, instance, contact);
                      return new AgentActor(context, timers, settings, guarded, presence).idle();
                    }));
    return agent.narrow();
  }

  private Behavior<AgentMessage> idle() {
    timers.cancelAll();
    return answering(Behaviors.receive(AgentMessage.class))
        .onMessage(Ping.class, ping -> stay(() -> presence.pong(ping)))
        .onMessage(Prepare.class, this::prepare)
        .onMessage(Started.class, AgentActor::abandoned)
        .onAnyMessage(ignored -> Behaviors.same())
        .build();
  }

  /** What is answered in every state. */
  private BehaviorBuilder<AgentMessage> answering(BehaviorBuilder<AgentMessage> state) {
    return state
        .onMessage(Introduce.class, asked -> stay(() -> presence.introduce(asked)))
        .onMessage(Refuse.class, refuse -> stay(() -> presence.refused(refuse)))
        .onMessage(FetchLog.class, asked -> stay(() -> sendLog(asked)));
  }

  private void sendLog(FetchLog asked) {
    RunLog log = lastLog;
    if (log != null && log.isOf(asked.runId())) {
      blocking.execute(() -> asked.replyTo().tell(log.piece(asked)));
    }
  }

  private Behavior<AgentMessage> prepare(Prepare order) {
    presence.heard(order.replyTo());
    var run = new Run(order, new Lease(settings.ticker()), listener);
    var obstacle = Preconditions.obstacle(order, settings.capabilities().get());
    if (obstacle.isPresent()) {
      run.failed(obstacle.get());
      return Behaviors.same();
    }
    run.preparing();
    var log = new RunLog(order);
    lastLog = log;
    context.watchWith(run.coordinator(), new CoordinatorGone(run));
    var starting =
        CompletableFuture.supplyAsync(() -> Load.start(settings, order, run.lease(), log), blocking)
            .whenComplete(
                (load, failure) -> {
                  if (failure != null) {
                    log.close();
                  }
                });
    context.pipeToSelf(starting, (load, failure) -> new Started(run, load, failure));
    awaitEndOf(run.lease());
    return preparing(run, starting);
  }

  /** The client is being made. */
  private Behavior<AgentMessage> preparing(Run run, CompletableFuture<Load> starting) {
    // A load that is given up meanwhile still comes, as Started of a run that is not ours any more.
    return inRun(run, () -> {})
        .onMessage(Started.class, started -> started.run() == run, s -> started(run, s))
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
    return new RunUnderLoad(this, context, timers, settings.reportEvery(), run, started.load())
        .begin();
  }

  /**
   * What is common to all states of a run: it is the only one, and it ends when its licence is over
   * or its coordinator is gone. The licence is looked at in front of every message, so that nothing
   * is done for a coordinator that has given this agent up already.
   *
   * @param giveUp stops the load that there is
   */
  BehaviorBuilder<AgentMessage> inRun(Run run, Runnable giveUp) {
    return answering(
            Behaviors.receive(AgentMessage.class)
                .onMessage(
                    AgentMessage.class, run::isForfeit, message -> forfeit(run, giveUp, message)))
        .onMessage(
            Ping.class,
            ping ->
                stay(
                    () -> {
                      run.renewBy(ping);
                      presence.pong(ping);
                    }))
        .onMessage(LeaseDue.class, due -> stay(() -> awaitEndOf(run.lease())))
        .onMessage(
            Prepare.class, other -> !run.isRepeated(other), o -> prepareAgain(run, giveUp, o))
        .onMessage(Started.class, other -> other.run() != run, AgentActor::abandoned)
        .onMessage(
            CoordinatorGone.class,
            gone -> gone.run() == run,
            gone -> lost(run, giveUp, "the coordinator has stopped"))
        .onMessage(
            NodeUnreachable.class,
            node -> run.isLostWith(node.node()),
            node -> lost(run, giveUp, "the coordinator is unreachable"));
  }

  /** Another run must wait; the same one under a new name means that the old one was given up. */
  private Behavior<AgentMessage> prepareAgain(Run run, Runnable giveUp, Prepare order) {
    if (run.is(order.runId())) {
      giveUp.run();
      context.getSelf().tell(order);
      return leave(run);
    }
    new Run(order, new Lease(settings.ticker()), AgentListener.SILENT)
        .interrupted("busy with run " + run.id());
    return Behaviors.same();
  }

  private void awaitEndOf(Lease lease) {
    timers.startSingleTimer(LEASE_TIMER, new LeaseDue(), lease.remaining().plus(JUST_AFTER));
  }

  private Behavior<AgentMessage> forfeit(Run run, Runnable giveUp, AgentMessage message) {
    // It may be anything, an answer to somebody else or a load that must be stopped: idle knows.
    context.getSelf().tell(message);
    return lost(
        run,
        giveUp,
        "nothing was heard of the coordinator for " + AgentCommand.LEASE.toMillis() / 1e3 + " s");
  }

  private Behavior<AgentMessage> lost(Run run, Runnable giveUp, String reason) {
    giveUp.run();
    context.getLog().warn("The load of run {} has stopped: {}", run.id(), reason);
    run.interrupted(reason);
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

  private static Behavior<AgentMessage> stay(Runnable action) {
    action.run();
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

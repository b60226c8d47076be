package dev.rundle.agent;

import dev.rundle.agent.Own.CoordinatorGone;
import dev.rundle.agent.Own.LoadEnded;
import dev.rundle.agent.Own.NodeUnreachable;
import dev.rundle.agent.Own.ReportDue;
import dev.rundle.agent.Own.Started;
import dev.rundle.agent.Own.WarmedUp;
import dev.rundle.agent.Own.WindowDue;
import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.CloseRung;
import dev.rundle.agent.protocol.AgentCommand.Finish;
import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentCommand.Release;
import dev.rundle.agent.protocol.AgentMessage;
import dev.rundle.model.measure.Interval;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
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
 * idle, one method per state. Commands of another run are ignored. When the coordinator stops or
 * becomes unreachable, the load ends at once and the agent is idle again.
 */
public final class AgentActor {
  /** Where agents are found. */
  public static final ServiceKey<AgentCommand> KEY =
      ServiceKey.create(AgentCommand.class, "rundle-agent");

  private static final Object REPORT_TIMER = "report";

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
        .onMessage(Started.class, this::abandoned)
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
    return inRun(run)
        .onMessage(Started.class, started -> run.is(started.runId()), s -> started(run, s))
        .onMessage(Finish.class, finish -> run.is(finish.runId()), finish -> finished(run, ""))
        .onMessage(
            CoordinatorGone.class, gone -> run.is(gone.runId()), gone -> lost(run, "has stopped"))
        .onMessage(
            NodeUnreachable.class,
            node -> run.isOrderedFrom(node.node()),
            node -> lost(run, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(
            PostStop.class,
            stop -> {
              starting.thenAccept(Load::abort);
              return Behaviors.same();
            })
        .build();
  }

  private Behavior<AgentMessage> started(Run run, Started started) {
    if (started.failure() != null) {
      run.failed(started.failure());
      return leave(run);
    }
    Load load = started.load();
    context.pipeToSelf(load.log(), (log, failure) -> new LoadEnded(run.id(), log, failure));
    if (run.order().warmUp().isZero()) {
      run.prepared(0, "");
    } else {
      ActorRef<AgentMessage> self = context.getSelf();
      load.warmUp(warm -> self.tell(new WarmedUp(run.id(), warm)));
    }
    return ready(run, load);
  }

  /** Warming up, holding, or waiting for the next rung. */
  private Behavior<AgentMessage> ready(Run run, Load load) {
    return inRun(run)
        .onMessage(
            WarmedUp.class, warm -> run.is(warm.runId()), warm -> warmedUp(run, warm.warmUp()))
        .onMessage(HoldRung.class, rung -> run.is(rung.runId()), rung -> hold(run, load, rung))
        .onMessage(WindowDue.class, due -> windowOpened(run, load, due.rung()))
        .onMessage(ReportDue.class, due -> report(run, load))
        .onMessage(
            CloseRung.class,
            close -> run.is(close.runId()),
            close -> {
              load.closeWindow(close.rung());
              return Behaviors.same();
            })
        .onMessage(
            Release.class,
            release -> run.is(release.runId()),
            release -> {
              load.release();
              return Behaviors.same();
            })
        .onMessage(Finish.class, finish -> run.is(finish.runId()), finish -> finish(run, load))
        .onMessage(LoadEnded.class, ended -> run.is(ended.runId()), ended -> died(run, load, ended))
        .onMessage(
            CoordinatorGone.class,
            gone -> run.is(gone.runId()),
            gone -> lost(run, load, "has stopped"))
        .onMessage(
            NodeUnreachable.class,
            node -> run.isOrderedFrom(node.node()),
            node -> lost(run, load, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stopped(load))
        .build();
  }

  private Behavior<AgentMessage> warmedUp(Run run, WarmUp warmUp) {
    run.prepared(warmUp.calls(), warmUp.failure());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> hold(Run run, Load load, HoldRung rung) {
    if (rung.share() > run.order().pool() || rung.share() < 0) {
      run.failed(
          "rung "
              + rung.rung()
              + " asks for "
              + rung.share()
              + " requests of a pool of "
              + run.order().pool());
      return Behaviors.same();
    }
    load.hold(rung);
    timers.startSingleTimer(new WindowDue(rung.rung()), rung.settle());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> windowOpened(Run run, Load load, int rung) {
    if (!load.isCounting(rung)) {
      return Behaviors.same();
    }
    run.windowOpened(rung, settings.clock().instant(), load.inFlight());
    timers.startTimerAtFixedRate(REPORT_TIMER, new ReportDue(), settings.reportEvery());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> report(Run run, Load load) {
    for (Interval interval : load.drain()) {
      run.counted(interval);
    }
    if (!load.isCounting()) {
      timers.cancel(REPORT_TIMER);
    }
    return Behaviors.same();
  }

  private Behavior<AgentMessage> finish(Run run, Load load) {
    timers.cancelAll();
    load.finish();
    return finishing(run, load);
  }

  /** No new requests; waiting for those in flight and for the log. */
  private Behavior<AgentMessage> finishing(Run run, Load load) {
    return inRun(run)
        .onMessage(
            LoadEnded.class,
            ended -> run.is(ended.runId()),
            ended -> {
              if (ended.failure() != null) {
                run.failed(ended.failure());
                return leave(run);
              }
              return finished(run, ended.log().toAbsolutePath().toString());
            })
        .onMessage(
            CoordinatorGone.class,
            gone -> run.is(gone.runId()),
            gone -> lost(run, load, "has stopped"))
        .onMessage(
            NodeUnreachable.class,
            node -> run.isOrderedFrom(node.node()),
            node -> lost(run, load, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stopped(load))
        .build();
  }

  private Behavior<AgentMessage> finished(Run run, String log) {
    run.finished(log);
    return leave(run);
  }

  private Behavior<AgentMessage> died(Run run, Load load, LoadEnded ended) {
    load.abort();
    if (ended.failure() == null) {
      run.failed("the load generator ended before the run did");
    } else {
      run.failed(ended.failure());
    }
    return leave(run);
  }

  private Behavior<AgentMessage> lost(Run run, Load load, String how) {
    load.abort();
    return lost(run, how);
  }

  private Behavior<AgentMessage> lost(Run run, String how) {
    context.getLog().warn("The coordinator of run {} {}: the load has stopped", run.id(), how);
    return leave(run);
  }

  private Behavior<AgentMessage> leave(Run run) {
    context.unwatch(run.coordinator());
    return idle();
  }

  /** The client of a run that was given up while it was being made. */
  private Behavior<AgentMessage> abandoned(Started started) {
    if (started.load() != null) {
      started.load().abort();
    }
    return Behaviors.same();
  }

  private static Behavior<AgentMessage> stopped(Load load) {
    load.abort();
    return Behaviors.same();
  }

  /** What is common to all states of a run: it is the only one. */
  private BehaviorBuilder<AgentMessage> inRun(Run run) {
    return Behaviors.receive(AgentMessage.class)
        .onMessage(
            Prepare.class,
            other -> !run.is(other.runId()),
            other -> {
              new Run(other).failed("busy with run " + run.id());
              return Behaviors.same();
            })
        .onMessage(Started.class, other -> !run.is(other.runId()), this::abandoned);
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

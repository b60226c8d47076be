package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentCommand.CloseRung;
import dev.rundle.agent.protocol.AgentCommand.Finish;
import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentCommand.Release;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentMessage;
import dev.rundle.model.failure.RundleException;
import dev.rundle.model.measure.Interval;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.Address;
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

  /** The private part of the mailbox. */
  private sealed interface Own extends AgentMessage {}

  private record Started(String runId, Load load, Throwable failure) implements Own {}

  private record WarmedUp(String runId, WarmUp warmUp) implements Own {}

  private record WindowDue(int rung) implements Own {}

  private record ReportDue() implements Own {}

  private record LoadEnded(String runId, Path log, Throwable failure) implements Own {}

  private record CoordinatorGone(String runId, String how) implements Own {}

  private record NodeUnreachable(Address node) implements Own {}

  /** One run from its preparation on. */
  private record Run(Prepare order) {
    String id() {
      return order.runId();
    }

    String agent() {
      return order.agentName();
    }

    ActorRef<AgentEvent> coordinator() {
      return order.replyTo();
    }

    void fail(String reason) {
      coordinator().tell(new AgentEvent.Failed(id(), agent(), reason));
    }
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
      run.fail(obstacle.get());
      return Behaviors.same();
    }
    context.watchWith(run.coordinator(), new CoordinatorGone(run.id(), "stopped"));
    context.pipeToSelf(
        CompletableFuture.supplyAsync(() -> Load.start(settings, order), blocking),
        (load, failure) -> new Started(run.id(), load, failure));
    return preparing(run);
  }

  /** The client is being made. */
  private Behavior<AgentMessage> preparing(Run run) {
    return inRun(run)
        .onMessage(Started.class, started -> run.id().equals(started.runId()), s -> started(run, s))
        .onMessage(Finish.class, finish -> isOf(run, finish), finish -> finished(run, ""))
        .onMessage(CoordinatorGone.class, gone -> isOf(run, gone), gone -> lost(run, gone.how()))
        .onMessage(
            NodeUnreachable.class, node -> isAt(run, node), node -> lost(run, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .build();
  }

  private Behavior<AgentMessage> started(Run run, Started started) {
    if (started.failure() != null) {
      run.fail(reason(started.failure()));
      return leave(run);
    }
    Load load = started.load();
    context.pipeToSelf(load.log(), (log, failure) -> new LoadEnded(run.id(), log, failure));
    if (run.order().warmUp().isZero()) {
      run.coordinator().tell(new AgentEvent.Prepared(run.id(), run.agent(), 0, ""));
    } else {
      ActorRef<AgentMessage> self = context.getSelf();
      load.warmUp(warm -> self.tell(new WarmedUp(run.id(), warm)));
    }
    return ready(run, load);
  }

  /** Warming up, holding, or waiting for the next rung. */
  private Behavior<AgentMessage> ready(Run run, Load load) {
    return inRun(run)
        .onMessage(WarmedUp.class, warm -> isOf(run, warm), warm -> warmedUp(run, warm.warmUp()))
        .onMessage(HoldRung.class, rung -> isOf(run, rung), rung -> hold(run, load, rung))
        .onMessage(WindowDue.class, due -> windowOpened(run, load, due.rung()))
        .onMessage(ReportDue.class, due -> report(run, load))
        .onMessage(
            CloseRung.class,
            close -> isOf(run, close),
            close -> {
              load.closeWindow(close.rung());
              return Behaviors.same();
            })
        .onMessage(
            Release.class,
            release -> isOf(run, release),
            release -> {
              load.release();
              return Behaviors.same();
            })
        .onMessage(Finish.class, finish -> isOf(run, finish), finish -> finish(run, load))
        .onMessage(LoadEnded.class, ended -> isOf(run, ended), ended -> died(run, load, ended))
        .onMessage(
            CoordinatorGone.class, gone -> isOf(run, gone), gone -> lost(run, load, gone.how()))
        .onMessage(
            NodeUnreachable.class,
            node -> isAt(run, node),
            node -> lost(run, load, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stopped(load))
        .build();
  }

  private Behavior<AgentMessage> warmedUp(Run run, WarmUp warmUp) {
    run.coordinator()
        .tell(new AgentEvent.Prepared(run.id(), run.agent(), warmUp.calls(), warmUp.failure()));
    return Behaviors.same();
  }

  private Behavior<AgentMessage> hold(Run run, Load load, HoldRung rung) {
    if (rung.share() > run.order().pool() || rung.share() < 0) {
      run.fail(
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
    run.coordinator()
        .tell(
            new AgentEvent.WindowOpened(
                run.id(), run.agent(), rung, settings.clock().instant(), load.inFlight()));
    timers.startTimerAtFixedRate(REPORT_TIMER, new ReportDue(), settings.reportEvery());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> report(Run run, Load load) {
    for (Interval interval : load.drain()) {
      run.coordinator().tell(AgentEvent.Counted.of(run.id(), interval));
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
            ended -> isOf(run, ended),
            ended -> {
              if (ended.failure() != null) {
                run.fail(reason(ended.failure()));
                return leave(run);
              }
              return finished(run, ended.log().toAbsolutePath().toString());
            })
        .onMessage(
            CoordinatorGone.class, gone -> isOf(run, gone), gone -> lost(run, load, gone.how()))
        .onMessage(
            NodeUnreachable.class,
            node -> isAt(run, node),
            node -> lost(run, load, "is unreachable"))
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stopped(load))
        .build();
  }

  private Behavior<AgentMessage> finished(Run run, String log) {
    run.coordinator().tell(new AgentEvent.Finished(run.id(), run.agent(), log));
    return leave(run);
  }

  private Behavior<AgentMessage> died(Run run, Load load, LoadEnded ended) {
    load.abort();
    run.fail(
        ended.failure() == null
            ? "the load generator ended before the run did"
            : reason(ended.failure()));
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
            other -> !other.runId().equals(run.id()),
            other -> {
              new Run(other).fail("busy with run " + run.id());
              return Behaviors.same();
            })
        .onMessage(Started.class, other -> !other.runId().equals(run.id()), this::abandoned);
  }

  private static boolean isOf(Run run, AgentCommand command) {
    return run.id().equals(command.runId());
  }

  private static boolean isOf(Run run, WarmedUp own) {
    return run.id().equals(own.runId());
  }

  private static boolean isOf(Run run, LoadEnded own) {
    return run.id().equals(own.runId());
  }

  private static boolean isOf(Run run, CoordinatorGone own) {
    return run.id().equals(own.runId());
  }

  private static boolean isAt(Run run, NodeUnreachable own) {
    return run.coordinator().path().address().equals(own.node());
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

  private static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RundleException told) {
      return told.what()
          + (told.why().isEmpty() ? "" : ": " + told.why())
          + (told.next().isEmpty() ? "" : "; " + told.next());
    }
    return cause.toString();
  }
}

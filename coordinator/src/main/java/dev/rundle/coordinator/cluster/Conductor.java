package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.ConductorMessage.AgentCame;
import dev.rundle.coordinator.cluster.ConductorMessage.AgentLost;
import dev.rundle.coordinator.cluster.ConductorMessage.CloseRung;
import dev.rundle.coordinator.cluster.ConductorMessage.Finish;
import dev.rundle.coordinator.cluster.ConductorMessage.FromAgent;
import dev.rundle.coordinator.cluster.ConductorMessage.Hold;
import dev.rundle.coordinator.cluster.ConductorMessage.Prepare;
import dev.rundle.coordinator.cluster.ConductorMessage.Release;
import dev.rundle.coordinator.cluster.ConductorMessage.StartRung;
import dev.rundle.coordinator.cluster.ConductorMessage.Tick;
import dev.rundle.model.ladder.RungOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.BehaviorBuilder;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Conducts a run: gathers agents, readies them, has them hold rungs and probes, ends the run. One
 * method per state. It splits and merges by {@link Split} and {@link RungInHand} and judges
 * nothing.
 *
 * <p>Agents that come after the run was prepared are not taken in.
 */
final class Conductor {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How long a probe is held at most; agents must not load an endpoint for ever. */
  private static final Duration LONGEST_PROBE = Duration.ofHours(6);

  private static final Duration REPORT_GRACE = Duration.ofSeconds(15);
  private static final Duration START_GRACE = Duration.ofSeconds(120);
  private static final Duration FINISH_GRACE = Duration.ofSeconds(60);

  private final TimerScheduler<ConductorMessage> timers;
  private final Timing timing;
  private final ActorRef<AgentEvent> agentEvents;
  private final Crew crew = new Crew();
  private int probes;

  private Conductor(
      ActorContext<ConductorMessage> context,
      TimerScheduler<ConductorMessage> timers,
      Timing timing) {
    this.timers = timers;
    this.timing = timing;
    this.agentEvents = context.messageAdapter(AgentEvent.class, FromAgent::new);
  }

  /**
   * A conductor that first waits for agents.
   *
   * @param want how many
   * @param joined called on the actor's thread
   * @param ready completed with their names when they are all there
   */
  static Behavior<ConductorMessage> create(
      int want, JoinListener joined, CompletableFuture<List<String>> ready, Timing timing) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new Conductor(context, timers, timing).gathering(want, joined, ready)));
  }

  private Behavior<ConductorMessage> gathering(
      int want, JoinListener joined, CompletableFuture<List<String>> ready) {
    return state()
        .onMessage(
            AgentCame.class,
            came -> {
              String name = crew.add(came.agent());
              joined.joined(name, came.address(), crew.size());
              if (crew.size() < want) {
                return Behaviors.same();
              }
              ready.complete(crew.names());
              return idle();
            })
        .onMessage(AgentLost.class, lost -> stay(() -> crew.lose(lost)))
        .build();
  }

  private Behavior<ConductorMessage> idle() {
    timers.cancelAll();
    return state()
        .onMessage(Prepare.class, this::prepare)
        .onMessage(StartRung.class, this::startRung)
        .onMessage(Hold.class, this::hold)
        .onMessage(Release.class, release -> stay(crew::release))
        .onMessage(Finish.class, this::finish)
        .onMessage(AgentLost.class, lost -> stay(() -> crew.lose(lost)))
        .onMessage(
            FromAgent.class,
            from ->
                stay(
                    () -> {
                      if (crew.isOfThisRun(from.event())
                          && from.event() instanceof AgentEvent.Failed failed) {
                        crew.drop(failed);
                      }
                    }))
        .build();
  }

  private Behavior<ConductorMessage> prepare(Prepare prepare) {
    if (crew.isEmpty()) {
      prepare.answer().completeExceptionally(crew.nobodyLeft());
      return Behaviors.same();
    }
    crew.prepare(prepare.plan(), agentEvents);
    timers.startTimerWithFixedDelay(new Tick(), SECOND);
    return awaiting(
        new Preparation(
            crew.names(),
            timing.deadlineIn(
                prepare.plan().warmUp().plus(crew.invocationLimit()).plus(START_GRACE)),
            prepare.answer()));
  }

  private Behavior<ConductorMessage> finish(Finish finish) {
    if (crew.isEmpty() || !crew.isPrepared()) {
      finish.answer().complete(List.of());
      return idle();
    }
    crew.finish();
    timers.startTimerWithFixedDelay(new Tick(), SECOND);
    return awaiting(
        new Ending(
            crew.names(),
            timing.deadlineIn(crew.invocationLimit().plus(FINISH_GRACE)),
            finish.answer()));
  }

  /** All agents were told the same and each is to answer once. */
  private Behavior<ConductorMessage> awaiting(RollCall call) {
    return state()
        .onMessage(
            FromAgent.class,
            from -> {
              if (crew.isOfThisRun(from.event())) {
                call.heard(from.event());
              }
              return call.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            AgentLost.class,
            lost -> {
              crew.lose(lost).ifPresent(name -> call.lost(name, lost.reason()));
              return call.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            Tick.class,
            tick -> {
              call.checkDeadline();
              return call.isOver() ? idle() : Behaviors.same();
            })
        .build();
  }

  private Behavior<ConductorMessage> startRung(StartRung start) {
    if (crew.isEmpty()) {
      start.answer().completeExceptionally(crew.nobodyLeft());
      return Behaviors.same();
    }
    RungOrder order = start.order();
    crew.hold(order.index(), order.concurrency(), order.settle(), order.measure(), start.group());
    timers.startTimerAtFixedRate(new Tick(), SECOND);
    return measuring(
        start,
        new RungInHand(order, crew.names(), timing, crew.invocationLimit().plus(REPORT_GRACE)));
  }

  private Behavior<ConductorMessage> measuring(StartRung start, RungInHand rung) {
    return state()
        .onMessage(
            FromAgent.class,
            from -> {
              if (crew.isOfThisRun(from.event())) {
                hear(from.event(), rung);
              }
              return proceed(start, rung);
            })
        .onMessage(
            AgentLost.class,
            lost -> {
              crew.lose(lost).ifPresent(name -> lostDuring(rung, name, lost.reason()));
              return proceed(start, rung);
            })
        .onMessage(CloseRung.class, close -> stay(() -> crew.close(rung.index())))
        .onMessage(Release.class, this::release)
        .onMessage(
            Tick.class,
            tick -> {
              rung.checkDeadline();
              start.progress().accept(rung.progress());
              return proceed(start, rung);
            })
        .build();
  }

  private void hear(AgentEvent event, RungInHand rung) {
    if (event instanceof AgentEvent.Counted counted) {
      rung.counted(counted.toInterval());
    } else if (event instanceof AgentEvent.WindowOpened opened) {
      rung.opened(opened.rung());
    } else if (event instanceof AgentEvent.Failed failed) {
      crew.drop(failed);
      lostDuring(rung, failed.agent(), failed.reason());
    }
  }

  /** The rung is void from here on; what it costs further is nobody's gain. */
  private void lostDuring(RungInHand rung, String agent, String reason) {
    rung.lost(agent, reason);
    crew.close(rung.index());
  }

  private Behavior<ConductorMessage> proceed(StartRung start, RungInHand rung) {
    if (crew.isEmpty()) {
      start.answer().completeExceptionally(crew.nobodyLeft());
      return idle();
    }
    if (rung.isComplete()) {
      start.answer().complete(rung.measurement());
      return idle();
    }
    return Behaviors.same();
  }

  private Behavior<ConductorMessage> hold(Hold hold) {
    if (crew.isEmpty()) {
      hold.listener().broken(crew.nobodyLeft().what());
      return Behaviors.same();
    }
    // Negative, so that a probe's late reports are never taken for a rung's.
    probes++;
    int number = -probes;
    crew.hold(number, hold.concurrency(), Duration.ZERO, LONGEST_PROBE, hold.group());
    timers.startTimerAtFixedRate(new Tick(), SECOND);
    return holding(new ProbeInHand(number, crew.names(), hold.listener(), timing));
  }

  private Behavior<ConductorMessage> holding(ProbeInHand probe) {
    return state()
        .onMessage(
            FromAgent.class,
            from ->
                stay(
                    () -> {
                      if (crew.isOfThisRun(from.event())) {
                        hear(from.event(), probe);
                      }
                    }))
        .onMessage(
            AgentLost.class,
            lost ->
                stay(
                    () ->
                        crew.lose(lost)
                            .ifPresent(name -> probe.breaks(name + " was lost: " + lost.reason()))))
        .onMessage(Tick.class, tick -> stay(probe::checkSilence))
        .onMessage(Release.class, this::release)
        .onMessage(Finish.class, this::finish)
        .build();
  }

  private void hear(AgentEvent event, ProbeInHand probe) {
    if (event instanceof AgentEvent.Counted counted) {
      probe.counted(counted.toInterval());
    } else if (event instanceof AgentEvent.Failed failed) {
      crew.drop(failed);
      probe.breaks(failed.agent() + " failed: " + failed.reason());
    }
  }

  private Behavior<ConductorMessage> release(Release release) {
    crew.release();
    return idle();
  }

  private static BehaviorBuilder<ConductorMessage> state() {
    return Behaviors.receive(ConductorMessage.class);
  }

  private static Behavior<ConductorMessage> stay(Runnable action) {
    action.run();
    return Behaviors.same();
  }
}

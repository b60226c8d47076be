package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
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
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final ActorContext<ConductorMessage> context;
  private final TimerScheduler<ConductorMessage> timers;
  private final Timing timing;
  private final ActorRef<AgentEvent> agentEvents;
  private final Crew crew = new Crew();
  private RunPlan plan;
  private int probes;
  private String lastLoss = "none has joined";

  private Conductor(
      ActorContext<ConductorMessage> context,
      TimerScheduler<ConductorMessage> timers,
      Timing timing) {
    this.context = context;
    this.timers = timers;
    this.timing = timing;
    this.agentEvents = context.messageAdapter(AgentEvent.class, FromAgent::new);
  }

  /** Hears who joined. */
  @FunctionalInterface
  interface JoinListener {
    void joined(String agent, String address, int have);
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
        .onMessage(AgentLost.class, lost -> stay(() -> lose(lost)))
        .build();
  }

  private Behavior<ConductorMessage> idle() {
    timers.cancelAll();
    return state()
        .onMessage(Prepare.class, this::prepare)
        .onMessage(StartRung.class, this::startRung)
        .onMessage(Hold.class, this::hold)
        .onMessage(Release.class, release -> stay(this::release))
        .onMessage(Finish.class, this::finish)
        .onMessage(AgentLost.class, lost -> stay(() -> lose(lost)))
        .onMessage(FromAgent.class, from -> stay(() -> dropIfFailed(from)))
        .build();
  }

  private Behavior<ConductorMessage> prepare(Prepare prepare) {
    plan = prepare.plan();
    int pool = Split.poolSurvivingOneLoss(plan.highestConcurrency(), crew.size());
    crew.tell(
        name ->
            new AgentCommand.Prepare(
                plan.runId(), name, plan.target(), pool, plan.warmUp(), agentEvents));
    timers.startTimerWithFixedDelay(new Tick(), SECOND);
    return preparing(
        new Preparation(
            crew.names(),
            timing.deadlineIn(
                plan.warmUp().plus(plan.target().invocationLimit()).plus(START_GRACE)),
            prepare.answer()));
  }

  private Behavior<ConductorMessage> preparing(Preparation preparation) {
    return state()
        .onMessage(
            FromAgent.class,
            from -> {
              if (isOfThisRun(from)) {
                preparation.heard(from.event());
              }
              return preparation.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            AgentLost.class,
            lost -> {
              lose(lost).ifPresent(name -> preparation.fail(name, lost.reason()));
              return preparation.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            Tick.class,
            tick -> {
              preparation.checkDeadline();
              return preparation.isOver() ? idle() : Behaviors.same();
            })
        .build();
  }

  private Behavior<ConductorMessage> startRung(StartRung start) {
    if (crew.isEmpty()) {
      start.answer().completeExceptionally(nobodyLeft());
      return Behaviors.same();
    }
    Map<String, Integer> shares = Split.evenly(start.order().concurrency(), crew.names());
    crew.tell(
        name ->
            new AgentCommand.HoldRung(
                plan.runId(),
                start.order().index(),
                shares.get(name),
                start.order().settle(),
                start.order().measure(),
                start.group()));
    timers.startTimerAtFixedRate(new Tick(), SECOND);
    return measuring(
        start,
        new RungInHand(
            start.order(),
            crew.names(),
            timing,
            plan.target().invocationLimit().plus(REPORT_GRACE)));
  }

  private Behavior<ConductorMessage> measuring(StartRung start, RungInHand rung) {
    return state()
        .onMessage(
            FromAgent.class,
            from -> {
              if (isOfThisRun(from)) {
                hear(from.event(), rung);
              }
              return proceed(start, rung);
            })
        .onMessage(
            AgentLost.class,
            lost -> {
              lose(lost).ifPresent(name -> lostDuring(rung, name, lost.reason()));
              return proceed(start, rung);
            })
        .onMessage(CloseRung.class, close -> stay(() -> closeRung(rung)))
        .onMessage(
            Release.class,
            release -> {
              release();
              return idle();
            })
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
      drop(failed);
      lostDuring(rung, failed.agent(), failed.reason());
    }
  }

  /** The rung is void from here on; what it costs further is nobody's gain. */
  private void lostDuring(RungInHand rung, String agent, String reason) {
    rung.lost(agent, reason);
    closeRung(rung);
  }

  private void closeRung(RungInHand rung) {
    crew.tell(name -> new AgentCommand.CloseRung(plan.runId(), rung.index()));
  }

  private Behavior<ConductorMessage> proceed(StartRung start, RungInHand rung) {
    if (crew.isEmpty()) {
      start.answer().completeExceptionally(nobodyLeft());
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
      hold.listener().broken(nobodyLeft().what());
      return Behaviors.same();
    }
    // Negative, so that a probe's late reports are never taken for a rung's.
    probes++;
    int number = -probes;
    Map<String, Integer> shares = Split.evenly(hold.concurrency(), crew.names());
    crew.tell(
        name ->
            new AgentCommand.HoldRung(
                plan.runId(), number, shares.get(name), Duration.ZERO, LONGEST_PROBE, hold.group()));
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
                      if (isOfThisRun(from)
                          && from.event() instanceof AgentEvent.Counted counted) {
                        probe.counted(counted.toInterval());
                      } else if (from.event() instanceof AgentEvent.Failed failed
                          && isOfThisRun(from)) {
                        drop(failed);
                        probe.breaks(failed.agent() + " failed: " + failed.reason());
                      }
                    }))
        .onMessage(
            AgentLost.class,
            lost ->
                stay(
                    () ->
                        lose(lost)
                            .ifPresent(
                                name -> probe.breaks(name + " was lost: " + lost.reason()))))
        .onMessage(Tick.class, tick -> stay(probe::checkSilence))
        .onMessage(
            Release.class,
            release -> {
              release();
              return idle();
            })
        .onMessage(Finish.class, this::finish)
        .build();
  }

  private Behavior<ConductorMessage> finish(Finish finish) {
    if (crew.isEmpty() || plan == null) {
      finish.answer().complete(List.of());
      return Behaviors.same();
    }
    crew.tell(name -> new AgentCommand.Finish(plan.runId()));
    timers.startTimerWithFixedDelay(new Tick(), SECOND);
    return finishing(
        new Ending(
            crew.names(),
            timing.deadlineIn(plan.target().invocationLimit().plus(FINISH_GRACE)),
            finish.answer()));
  }

  private Behavior<ConductorMessage> finishing(Ending ending) {
    return state()
        .onMessage(
            FromAgent.class,
            from -> {
              if (isOfThisRun(from)) {
                ending.heard(from.event());
              }
              return ending.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            AgentLost.class,
            lost -> {
              lose(lost).ifPresent(ending::without);
              return ending.isOver() ? idle() : Behaviors.same();
            })
        .onMessage(
            Tick.class,
            tick -> {
              ending.checkDeadline();
              return ending.isOver() ? idle() : Behaviors.same();
            })
        .build();
  }

  private static BehaviorBuilder<ConductorMessage> state() {
    return Behaviors.receive(ConductorMessage.class);
  }

  private static Behavior<ConductorMessage> stay(Runnable action) {
    action.run();
    return Behaviors.same();
  }

  private void release() {
    crew.tell(name -> new AgentCommand.Release(plan.runId()));
  }

  private boolean isOfThisRun(FromAgent from) {
    return plan != null
        && from.event().runId().equals(plan.runId())
        && crew.contains(from.event().agent());
  }

  private Optional<String> lose(AgentLost lost) {
    Optional<String> name = crew.remove(lost.agent());
    name.ifPresent(n -> lastLoss = n + " was lost: " + lost.reason());
    return name;
  }

  private void dropIfFailed(FromAgent from) {
    if (isOfThisRun(from) && from.event() instanceof AgentEvent.Failed failed) {
      drop(failed);
    }
  }

  private void drop(AgentEvent.Failed failed) {
    context.getLog().warn("{} failed: {}", failed.agent(), failed.reason());
    crew.remove(failed.agent());
    lastLoss = failed.agent() + " failed: " + failed.reason();
  }

  private RemoteFailure nobodyLeft() {
    return new RemoteFailure(
        "no agent is left to hold load: " + lastLoss,
        "the run cannot go on",
        "see the agent's own log, then run again");
  }
}

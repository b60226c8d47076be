package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import dev.rundle.coordinator.cluster.ConductorMessage.AgentCame;
import dev.rundle.coordinator.cluster.ConductorMessage.AgentLost;
import dev.rundle.coordinator.cluster.ConductorMessage.Asked;
import dev.rundle.coordinator.cluster.ConductorMessage.CloseRung;
import dev.rundle.coordinator.cluster.ConductorMessage.Finish;
import dev.rundle.coordinator.cluster.ConductorMessage.FromAgent;
import dev.rundle.coordinator.cluster.ConductorMessage.Hold;
import dev.rundle.coordinator.cluster.ConductorMessage.Leave;
import dev.rundle.coordinator.cluster.ConductorMessage.Prepare;
import dev.rundle.coordinator.cluster.ConductorMessage.Query;
import dev.rundle.coordinator.cluster.ConductorMessage.Release;
import dev.rundle.coordinator.cluster.ConductorMessage.Round;
import dev.rundle.coordinator.cluster.ConductorMessage.StartRung;
import dev.rundle.coordinator.cluster.ConductorMessage.TakeIn;
import dev.rundle.coordinator.cluster.logs.LogCollector;
import dev.rundle.model.failure.RundleException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.BehaviorBuilder;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Conducts a run: gathers agents, readies them, has them hold rungs and probes, ends the run. It
 * brings messages and a beat to those who decide: the {@link Company}, which knows where every
 * agent is, and the {@link Duty} in hand. It judges nothing.
 */
final class Conductor {
  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);

  /** Between two rounds of pings. */
  static final Duration ROUND = Duration.ofMillis(500);

  private static final Duration START_GRACE = Duration.ofSeconds(120);
  private static final Duration FINISH_GRACE = Duration.ofSeconds(60);

  /** Logs are brought here all the time; this is for what is left of them at the end. */
  private static final Duration LOGS_WITHIN = Duration.ofSeconds(120);

  private final ActorContext<ConductorMessage> context;
  private final TimerScheduler<ConductorMessage> timers;
  private final Company company;
  private final Admission admission;
  private Optional<CollectedLogs> logs = Optional.empty();
  private int probes;

  private Conductor(
      ActorContext<ConductorMessage> context,
      TimerScheduler<ConductorMessage> timers,
      Admission admission,
      int connectionsPerSecond,
      CompanyListener listener,
      Timing timing) {
    this.context = context;
    this.admission = admission;
    this.company =
        new Company(
            admission,
            timing,
            listener,
            context.messageAdapter(AgentEvent.class, FromAgent::new),
            connectionsPerSecond);
    this.timers = timers;
    nextRound();
  }

  /**
   * A conductor that first waits for agents.
   *
   * @param want how many
   * @param connectionsPerSecond opened over the whole cluster, at most
   * @param listener called on the actor's thread
   * @param ready completed with their names when they are all there
   */
  static Behavior<ConductorMessage> create(
      int want,
      Admission admission,
      int connectionsPerSecond,
      CompanyListener listener,
      CompletableFuture<List<String>> ready,
      Timing timing) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var conductor =
                      new Conductor(
                          context, timers, admission, connectionsPerSecond, listener, timing);
                  return conductor.on(new Gathering(conductor.company, want, ready));
                }));
  }

  private Behavior<ConductorMessage> idle() {
    return on(Duty.NONE);
  }

  /** Busy with a duty; whatever is ordered meanwhile takes its place. */
  private Behavior<ConductorMessage> on(Duty duty) {
    return commands(duty)
        .onMessage(AgentCame.class, this::ask)
        .onMessage(
            Asked.class,
            asked ->
                guarded(
                    duty,
                    Optional.empty(),
                    () ->
                        asked
                            .answer()
                            .ifPresentOrElse(
                                who ->
                                    company.introduced(asked.agent(), asked.address(), who, duty),
                                () -> company.unanswered(asked.agent(), asked.address()))))
        .onMessage(
            AgentLost.class,
            lost ->
                guarded(
                    duty, Optional.empty(), () -> company.lost(lost.agent(), lost.reason(), duty)))
        .onMessage(
            FromAgent.class,
            from -> guarded(duty, sender(from.event()), () -> company.hear(from.event(), duty)))
        .onMessage(
            Round.class,
            round -> {
              company.round(duty);
              company.toBeAskedAgain().forEach(this::askAgain);
              nextRound();
              return after(duty);
            })
        .build();
  }

  /** One by one: rounds that pile up in the mailbox would count as unanswered all at once. */
  private void nextRound() {
    timers.startSingleTimer(new Round(), ROUND);
  }

  private BehaviorBuilder<ConductorMessage> commands(Duty duty) {
    return Behaviors.receive(ConductorMessage.class)
        .onMessage(Prepare.class, this::prepare)
        .onMessage(TakeIn.class, takeIn -> begin(new TakingIn(company, takeIn.answer())))
        .onMessage(StartRung.class, this::startRung)
        .onMessage(
            CloseRung.class,
            close -> {
              if (duty instanceof Measuring measuring) {
                measuring.close();
              }
              return Behaviors.same();
            })
        .onMessage(Hold.class, this::hold)
        .onMessage(
            Release.class,
            release -> {
              company.orders().release();
              return idle();
            })
        .onMessage(Finish.class, this::finish)
        .onMessage(Leave.class, this::leave)
        .onMessage(
            Query.class,
            query -> {
              query.question().accept(company);
              return Behaviors.same();
            });
  }

  private Behavior<ConductorMessage> begin(Duty duty) {
    return duty.isOver() ? idle() : on(duty);
  }

  private Behavior<ConductorMessage> after(Duty duty) {
    return duty.isOver() ? idle() : Behaviors.same();
  }

  /** One bad message costs the rung in hand, never the run. */
  private Behavior<ConductorMessage> guarded(Duty duty, Optional<String> agent, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("A message of {} could not be taken in", agent.orElse("an agent"), e);
      duty.cannotHear(agent, "a message could not be taken in: " + e);
    }
    return after(duty);
  }

  private static Optional<String> sender(AgentEvent event) {
    return event instanceof AgentEvent.OfRun ofRun
        ? Optional.ofNullable(ofRun.agent())
        : Optional.empty();
  }

  private void askAgain(Agent agent) {
    if (agent.link() instanceof AgentLink link) {
      ask(new AgentCame(link, agent.address()));
    }
  }

  private Behavior<ConductorMessage> ask(AgentCame came) {
    company.came(came.agent());
    context.ask(
        AgentEvent.class,
        came.agent().ref(),
        Introductions.PATIENCE,
        replyTo -> new AgentCommand.Introduce(admission.own().productVersion(), replyTo),
        (answer, failure) ->
            new Asked(
                came.agent(),
                came.address(),
                answer instanceof AgentEvent.Introduced who ? Optional.of(who) : Optional.empty()));
    return Behaviors.same();
  }

  private Behavior<ConductorMessage> prepare(Prepare prepare) {
    Crew crew = company.crew();
    if (crew.isEmpty()) {
      prepare.answer().completeExceptionally(crew.nobodyLeft());
      return idle();
    }
    RunPlan plan = prepare.plan();
    var book = collectLogs(plan);
    logs = Optional.of(book);
    return begin(
        new Preparation(
            company,
            company.begin(plan, book),
            (hand, obstacle) -> Optional.of(obstacle),
            company
                .timing()
                .deadlineIn(plan.warmUp().plus(plan.target().invocationLimit()).plus(START_GRACE)),
            prepare.answer()));
  }

  private CollectedLogs collectLogs(RunPlan plan) {
    return new CollectedLogs(
        context.spawnAnonymous(
            LogCollector.create(
                plan.runId(),
                plan.workFolder(),
                company.timing().ticker(),
                company.listener()::warning),
            DispatcherSelector.blocking()));
  }

  private Behavior<ConductorMessage> startRung(StartRung start) {
    try {
      return on(
          new Measuring(company, start.order(), start.group(), start.progress(), start.answer()));
    } catch (RundleException nobody) {
      start.answer().completeExceptionally(nobody);
      return idle();
    }
  }

  private Behavior<ConductorMessage> hold(Hold hold) {
    probes++;
    try {
      return on(new Holding(company, -probes, hold.concurrency(), hold.group(), hold.listener()));
    } catch (RundleException nobody) {
      hold.listener().broken(nobody.what());
      return idle();
    }
  }

  private Behavior<ConductorMessage> finish(Finish finish) {
    Crew crew = company.crew();
    if (logs.isEmpty()) {
      finish.answer().complete(List.of());
      return idle();
    }
    crew.finish();
    var closed = new CompletableFuture<Map<String, Path>>();
    closed.thenAccept(here -> logs.orElseThrow().finish(here, LOGS_WITHIN, finish.answer()));
    return begin(
        new Ending(
            crew.ready(),
            company.timing().deadlineIn(crew.plan().target().invocationLimit().plus(FINISH_GRACE)),
            closed));
  }

  private Behavior<ConductorMessage> leave(Leave leave) {
    company.crew().finish();
    leave.answer().complete(null);
    return idle();
  }
}

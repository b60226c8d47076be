package dev.rundle.agent;

import dev.rundle.agent.Own.LoadEnded;
import dev.rundle.agent.Own.ReportDue;
import dev.rundle.agent.Own.RungBegun;
import dev.rundle.agent.Own.WarmedUp;
import dev.rundle.agent.Own.WindowOpen;
import dev.rundle.agent.protocol.AgentCommand.CloseRung;
import dev.rundle.agent.protocol.AgentCommand.Finish;
import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Release;
import dev.rundle.agent.protocol.AgentMessage;
import dev.rundle.model.measure.Interval;
import java.time.Duration;
import java.time.Instant;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/** The two states of an {@link AgentActor} in which its run has a load: ready, then finishing. */
final class RunUnderLoad {
  private static final Object REPORT_TIMER = "report";

  private final AgentActor agent;
  private final ActorContext<AgentMessage> context;
  private final TimerScheduler<AgentMessage> timers;
  private final Duration reportEvery;
  private final Run run;
  private final Load load;

  RunUnderLoad(
      AgentActor agent,
      ActorContext<AgentMessage> context,
      TimerScheduler<AgentMessage> timers,
      Duration reportEvery,
      Run run,
      Load load) {
    this.agent = agent;
    this.context = context;
    this.timers = timers;
    this.reportEvery = reportEvery;
    this.run = run;
    this.load = load;
  }

  /** Warms up, or is prepared at once where no warm-up was ordered. */
  Behavior<AgentMessage> begin() {
    context.pipeToSelf(load.ended(), (log, failure) -> new LoadEnded(run, log, failure));
    if (run.order().warmUp().isZero()) {
      run.prepared(0, "");
    } else {
      // The context is the actor's own; the warm-up ends on a thread of the load generator.
      ActorRef<AgentMessage> self = context.getSelf();
      load.warmUp(warm -> self.tell(new WarmedUp(run, warm)));
    }
    return ready();
  }

  /** Warming up, holding, or waiting for the next rung. */
  private Behavior<AgentMessage> ready() {
    return agent
        .inRun(run, load::abort)
        .onMessage(WarmedUp.class, warm -> warm.run() == run, w -> warmedUp(w.warmUp()))
        .onMessage(HoldRung.class, rung -> run.is(rung.runId()), this::hold)
        .onMessage(RungBegun.class, begun -> begun.run() == run, this::begun)
        .onMessage(WindowOpen.class, open -> open.run() == run, this::windowOpen)
        .onMessage(ReportDue.class, due -> report())
        .onMessage(
            CloseRung.class,
            close -> run.is(close.runId()),
            close -> stay(() -> load.closeWindow(close.rung())))
        .onMessage(Release.class, release -> run.is(release.runId()), release -> release())
        .onMessage(Finish.class, finish -> run.is(finish.runId()), finish -> finish())
        .onMessage(LoadEnded.class, ended -> ended.run() == run, this::endedUnasked)
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stay(load::abort))
        .build();
  }

  private Behavior<AgentMessage> warmedUp(WarmUp warmUp) {
    run.prepared(warmUp.calls(), warmUp.failure());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> hold(HoldRung rung) {
    var obstacle = Preconditions.obstacle(rung, run.order());
    if (obstacle.isPresent()) {
      load.abort();
      run.failed(obstacle.get());
      return agent.leave(run);
    }
    load.hold(rung, toSelf());
    return Behaviors.same();
  }

  /** What happens on the timer's threads comes back as messages. */
  private Load.RungListener toSelf() {
    ActorRef<AgentMessage> self = context.getSelf();
    return new Load.RungListener() {
      @Override
      public void begun(HoldRung rung, long startedNanos) {
        self.tell(new RungBegun(run, rung, startedNanos));
      }

      @Override
      public void windowOpen(int rung, Instant at, int inFlight) {
        self.tell(new WindowOpen(run, rung, at, inFlight));
      }
    };
  }

  private Behavior<AgentMessage> begun(RungBegun begun) {
    run.begun(begun.rung(), begun.startedNanos());
    return Behaviors.same();
  }

  private Behavior<AgentMessage> windowOpen(WindowOpen open) {
    if (load.isCounting(open.rung())) {
      load.beginReports(open.rung());
      timers.startTimerAtFixedRate(REPORT_TIMER, new ReportDue(), reportEvery);
      run.windowOpened(open.rung(), open.at(), open.inFlight());
    }
    return Behaviors.same();
  }

  private Behavior<AgentMessage> report() {
    for (Interval interval : load.drain()) {
      run.counted(interval);
    }
    if (!load.isCounting()) {
      timers.cancel(REPORT_TIMER);
    }
    return Behaviors.same();
  }

  private Behavior<AgentMessage> release() {
    load.release();
    run.released();
    return Behaviors.same();
  }

  private Behavior<AgentMessage> endedUnasked(LoadEnded ended) {
    load.abort();
    if (ended.failure() == null) {
      run.failed("the load generator ended before the run did");
    } else {
      run.failed(ended.failure());
    }
    return agent.leave(run);
  }

  private Behavior<AgentMessage> finish() {
    timers.cancel(REPORT_TIMER);
    load.finish();
    return finishing();
  }

  /** No new requests; waiting for those in flight and for the log. */
  private Behavior<AgentMessage> finishing() {
    return agent
        .inRun(run, load::abort)
        .onMessage(LoadEnded.class, ended -> ended.run() == run, this::endedAsAsked)
        .onAnyMessage(ignored -> Behaviors.same())
        .onSignal(PostStop.class, stop -> stay(load::abort))
        .build();
  }

  private Behavior<AgentMessage> endedAsAsked(LoadEnded ended) {
    if (ended.failure() == null) {
      run.finished(ended.log().toAbsolutePath().toString());
    } else {
      run.failed(ended.failure());
    }
    return agent.leave(run);
  }

  private static Behavior<AgentMessage> stay(Runnable action) {
    action.run();
    return Behaviors.same();
  }
}

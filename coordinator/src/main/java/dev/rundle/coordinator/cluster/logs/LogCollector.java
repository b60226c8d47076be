package dev.rundle.coordinator.cluster.logs;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentEvent.LogChunk;
import dev.rundle.model.time.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Brings the agents' logs of one run to this host's disk while the run goes on, as {@link
 * LogCollection} decides. It waits for the disk, and therefore runs on a dispatcher for blocking
 * work, away from whoever must answer in time. A log that cannot be written is given up with a
 * warning; the run never is.
 */
public final class LogCollector {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final TimerScheduler<Message> timers;
  private final LogCollection collection;
  private final LogFolder folder;
  private final Ticker ticker;
  private final Consumer<String> warnings;
  private final ActorRef<AgentEvent> chunks;
  private final Map<String, ActorRef<AgentCommand>> agents = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final String runId;

  private LogCollector(
      ActorContext<Message> context,
      TimerScheduler<Message> timers,
      String runId,
      LogFolder folder,
      Ticker ticker,
      Consumer<String> warnings) {
    this.timers = timers;
    this.runId = runId;
    this.collection = new LogCollection(runId);
    this.folder = folder;
    this.ticker = ticker;
    this.warnings = warnings;
    this.chunks = context.messageAdapter(AgentEvent.class, FromAgent::new);
  }

  /** What it hears. */
  public sealed interface Message {}

  /** An agent was readied under this name, and has begun a log. */
  public record Begin(String agent, ActorRef<AgentCommand> from) implements Message {}

  /** An agent is gone: what is here of its log is all there will be. */
  public record Lost(String agent) implements Message {}

  /**
   * The run is over: bring what is left, then stop.
   *
   * @param within when to be content with what is here
   * @param answer one for each agent of whose log at least a byte came, in the order of their
   *     beginning; never fails
   */
  public record Finish(Duration within, CompletableFuture<List<CollectedLog>> answer)
      implements Message {}

  private record FromAgent(AgentEvent event) implements Message {}

  private record Look() implements Message {}

  private record TimeIsUp() implements Message {}

  /**
   * A collector for one run. To be spawned on a dispatcher for blocking work.
   *
   * @param workFolder logs go to {@code logs/<runId>/<agent>.log} below it
   * @param warnings hears what was given up, on the actor's own thread
   */
  public static Behavior<Message> create(
      String runId, Path workFolder, Ticker ticker, Consumer<String> warnings) {
    return create(
        runId, new LogFolder(workFolder.resolve("logs").resolve(runId)), ticker, warnings);
  }

  static Behavior<Message> create(
      String runId, LogFolder folder, Ticker ticker, Consumer<String> warnings) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(new Look(), LOOK_EVERY);
                  return new LogCollector(context, timers, runId, folder, ticker, warnings)
                      .following();
                }));
  }

  private Behavior<Message> following() {
    return Behaviors.receive(Message.class)
        .onMessage(Begin.class, begin -> same(() -> begin(begin)))
        .onMessage(Lost.class, lost -> same(() -> collection.lost(lost.agent())))
        .onMessage(FromAgent.class, from -> same(() -> hear(from.event())))
        .onMessage(Look.class, look -> same(this::ask))
        .onMessage(Finish.class, this::finish)
        .build();
  }

  private Behavior<Message> finish(Finish finish) {
    collection.hurry(ticker.nanos());
    timers.startSingleTimer(new TimeIsUp(), finish.within());
    ask();
    return overOr(finishing(finish), finish);
  }

  /** The agents have ended their logs or are about to. */
  private Behavior<Message> finishing(Finish finish) {
    return Behaviors.receive(Message.class)
        .onMessage(
            Lost.class,
            lost -> {
              collection.lost(lost.agent());
              return overOr(Behaviors.same(), finish);
            })
        .onMessage(
            FromAgent.class,
            from -> {
              hear(from.event());
              return overOr(Behaviors.same(), finish);
            })
        .onMessage(
            Look.class,
            look -> {
              collection.standstills(ticker.nanos()).forEach(this::warnOfStandstill);
              ask();
              return overOr(Behaviors.same(), finish);
            })
        .onMessage(TimeIsUp.class, up -> timeIsUp(finish))
        .onAnyMessage(late -> Behaviors.same())
        .build();
  }

  private Behavior<Message> timeIsUp(Finish finish) {
    for (String agent : collection.missing()) {
      warnings.accept(
          "the log of %s has not come to its end within %d s"
              .formatted(agent, finish.within().toSeconds()));
      collection.lost(agent);
    }
    return overOr(Behaviors.same(), finish);
  }

  private void warnOfStandstill(String agent) {
    warnings.accept(
        "the log of %s has not grown for %d s, nor come to its end"
            .formatted(agent, LogCollection.LONGEST_STANDSTILL.toSeconds()));
  }

  private Behavior<Message> overOr(Behavior<Message> goOn, Finish finish) {
    if (!collection.isOver()) {
      return goOn;
    }
    finish.answer().complete(settled());
    return Behaviors.stopped();
  }

  private void begin(Begin begin) {
    agents.put(begin.agent(), begin.from());
    collection.begin(begin.agent(), ticker.nanos());
  }

  private void ask() {
    for (LogCollection.Ask ask : collection.due(ticker.nanos())) {
      agents
          .get(ask.agent())
          .tell(new AgentCommand.FetchLog(runId, ask.offset(), ask.mostBytes(), chunks));
    }
  }

  private void hear(AgentEvent event) {
    if (event instanceof LogChunk chunk && collection.takes(chunk, ticker.nanos())) {
      write(chunk);
      ask();
    }
  }

  private void write(LogChunk chunk) {
    if (chunk.bytes().length == 0) {
      return;
    }
    try {
      folder.append(chunk.agent(), chunk.bytes(), !begun.contains(chunk.agent()));
      begun.add(chunk.agent());
    } catch (IOException | RuntimeException e) {
      // Whatever it is: one log is lost by it, and not whoever waits for all of them.
      giveUp(chunk.agent(), folder.part(chunk.agent()) + " cannot be written", e);
    }
  }

  private List<CollectedLog> settled() {
    List<CollectedLog> logs = new ArrayList<>();
    for (String agent : collection.agents()) {
      if (begun.contains(agent)) {
        try {
          folder
              .settle(agent)
              .ifPresent(
                  path -> logs.add(new CollectedLog(agent, path, collection.isWhole(agent))));
        } catch (IOException | RuntimeException e) {
          giveUp(agent, folder.part(agent) + " cannot be given its name", e);
        }
      }
    }
    return logs;
  }

  private void giveUp(String agent, String what, Exception why) {
    collection.unwritable(agent);
    warnings.accept("the log of %s is given up: %s: %s".formatted(agent, what, why));
  }

  private static Behavior<Message> same(Runnable action) {
    action.run();
    return Behaviors.same();
  }
}

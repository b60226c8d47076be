package dev.rundle.coordinator.cluster;

import dev.rundle.coordinator.cluster.logs.CollectedLog;
import dev.rundle.coordinator.cluster.logs.LogCollector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;

/** The logs of a run: those of agents elsewhere are brought here by a collector. */
final class CollectedLogs implements LogBook {
  static final Duration ANSWER_GRACE = Duration.ofSeconds(30);

  private final ActorRef<LogCollector.Message> collector;
  private final Map<String, Duration> ahead = new HashMap<>();
  private final Map<String, String> lastNameByInstance = new HashMap<>();

  CollectedLogs(ActorRef<LogCollector.Message> collector) {
    this.collector = collector;
  }

  @Override
  public void begins(Crew.Hand hand, Duration aheadBy) {
    ahead.put(hand.name(), aheadBy);
    if (hand.agent().link() instanceof AgentLink link && !link.isLocal()) {
      lastNameByInstance.put(hand.agent().instance(), hand.name());
      collector.tell(new LogCollector.Begin(hand.name(), link.ref()));
    }
  }

  @Override
  public void ends(Agent agent) {
    String last = lastNameByInstance.remove(agent.instance());
    if (last != null) {
      collector.tell(new LogCollector.Lost(last));
    }
  }

  /**
   * Brings the rest of all logs here.
   *
   * @param here those that need not be brought, by agent
   * @param within when to be content with what is here
   */
  void finish(Map<String, Path> here, Duration within, CompletableFuture<List<AgentLog>> answer) {
    Map<String, Duration> aheadByName = Map.copyOf(ahead);
    // A collector that does not answer must not hold up the run's end.
    var brought =
        new CompletableFuture<List<CollectedLog>>()
            .completeOnTimeout(
                List.of(), within.plus(ANSWER_GRACE).toMillis(), TimeUnit.MILLISECONDS);
    brought.thenAccept(
        collected -> {
          List<AgentLog> logs = new ArrayList<>();
          here.forEach((agent, path) -> logs.add(new AgentLog(agent, path, Duration.ZERO, true)));
          collected.forEach(
              log ->
                  logs.add(
                      new AgentLog(
                          log.agent(),
                          log.path(),
                          aheadByName.getOrDefault(log.agent(), Duration.ZERO),
                          log.whole())));
          answer.complete(List.copyOf(logs));
        });
    collector.tell(new LogCollector.Finish(within, brought));
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Waiting for every agent to close its log. Only logs on this host's disk are given: others are not
 * brought here.
 */
final class Ending implements RollCall {
  private final TreeSet<String> missing;
  private final Map<String, Path> logs = new TreeMap<>();
  private final Timing.Deadline deadline;
  private final CompletableFuture<List<Path>> answer;

  Ending(
      Collection<String> agents, Timing.Deadline deadline, CompletableFuture<List<Path>> answer) {
    this.missing = new TreeSet<>(agents);
    this.deadline = deadline;
    this.answer = answer;
  }

  @Override
  public void heard(AgentEvent event) {
    if (event instanceof AgentEvent.Finished finished) {
      if (!finished.logPath().isEmpty() && Files.isRegularFile(Path.of(finished.logPath()))) {
        logs.put(finished.agent(), Path.of(finished.logPath()));
      }
      without(finished.agent());
    } else if (event instanceof AgentEvent.Failed failed) {
      without(failed.agent());
    }
  }

  @Override
  public void lost(String agent, String reason) {
    without(agent);
  }

  /** Does not wait for this agent. */
  private void without(String agent) {
    missing.remove(agent);
    if (missing.isEmpty()) {
      answer.complete(List.copyOf(logs.values()));
    }
  }

  @Override
  public void checkDeadline() {
    if (deadline.isOver()) {
      answer.complete(List.copyOf(logs.values()));
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

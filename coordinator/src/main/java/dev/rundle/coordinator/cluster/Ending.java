package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Waiting for every agent to close its log. */
final class Ending implements Duty {
  private final TreeSet<String> missing = new TreeSet<>();
  private final TreeSet<String> local = new TreeSet<>();
  private final Map<String, Path> here = new HashMap<>();
  private final Timing.Deadline deadline;
  private final CompletableFuture<Map<String, Path>> answer;

  /**
   * @param answer the logs of agents in this JVM by their names; those of others are not here
   */
  Ending(
      List<Crew.Hand> hands,
      Timing.Deadline deadline,
      CompletableFuture<Map<String, Path>> answer) {
    this.deadline = deadline;
    this.answer = answer;
    for (Crew.Hand hand : hands) {
      missing.add(hand.name());
      if (hand.agent().link().isLocal()) {
        local.add(hand.name());
      }
    }
    completeIfAllAreIn();
  }

  @Override
  public void heard(AgentEvent.OfRun event) {
    if (event instanceof AgentEvent.Finished finished) {
      if (local.contains(finished.agent())
          && !finished.logPath().isEmpty()
          && Files.isRegularFile(Path.of(finished.logPath()))) {
        here.put(finished.agent(), Path.of(finished.logPath()));
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
    completeIfAllAreIn();
  }

  @Override
  public void tick() {
    if (deadline.isOver()) {
      missing.clear();
      completeIfAllAreIn();
    }
  }

  private void completeIfAllAreIn() {
    if (missing.isEmpty() && !answer.isDone()) {
      answer.complete(Map.copyOf(here));
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * The agents of a run under the names that it gave them, in the order of joining: who is still
 * there, and telling them all what to do. An agent that was lost is not taken in again.
 */
final class Crew {
  private final Map<String, ActorRef<AgentCommand>> byName = new LinkedHashMap<>();
  private int named;
  private RunPlan plan;
  private String lastLoss = "none has joined";

  /** Takes an agent in and names it. */
  String add(ActorRef<AgentCommand> agent) {
    named++;
    String name = "agent-" + named;
    byName.put(name, agent);
    return name;
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  int size() {
    return byName.size();
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  /** True once a run was begun. */
  boolean isPrepared() {
    return plan != null;
  }

  /** Longest time that one request may take. */
  Duration invocationLimit() {
    return plan.target().invocationLimit();
  }

  /** Begins a run. */
  void prepare(RunPlan newPlan, ActorRef<AgentEvent> replyTo) {
    plan = newPlan;
    int pool = Split.poolSurvivingOneLoss(plan.highestConcurrency(), size());
    tell(
        name ->
            new AgentCommand.Prepare(
                plan.runId(), name, plan.target(), pool, plan.warmUp(), replyTo));
  }

  /** Each agent holds its share from now on. */
  void hold(int rung, int concurrency, Duration settle, Duration measure, String group) {
    Map<String, Integer> shares = Split.evenly(concurrency, names());
    tell(
        name ->
            new AgentCommand.HoldRung(
                plan.runId(), rung, shares.get(name), settle, measure, group));
  }

  void close(int rung) {
    tell(name -> new AgentCommand.CloseRung(plan.runId(), rung));
  }

  void release() {
    tell(name -> new AgentCommand.Release(plan.runId()));
  }

  void finish() {
    tell(name -> new AgentCommand.Finish(plan.runId()));
  }

  /** False if it is of another run, or of an agent that was lost already. */
  boolean isOfThisRun(AgentEvent event) {
    return plan != null && event.runId().equals(plan.runId()) && byName.containsKey(event.agent());
  }

  /** Drops an agent that is gone; its name is not given again. */
  Optional<String> lose(ConductorMessage.AgentLost lost) {
    Optional<String> name =
        byName.entrySet().stream()
            .filter(entry -> entry.getValue().equals(lost.agent()))
            .map(Map.Entry::getKey)
            .findFirst();
    name.ifPresent(
        n -> {
          byName.remove(n);
          lastLoss = n + " was lost: " + lost.reason();
        });
    return name;
  }

  /** Drops an agent that cannot go on. */
  void drop(AgentEvent.Failed failed) {
    byName.remove(failed.agent());
    lastLoss = failed.agent() + " failed: " + failed.reason();
  }

  RemoteFailure nobodyLeft() {
    return new RemoteFailure(
        "no agent is left to hold load: " + lastLoss,
        "the run cannot go on",
        "see the agent's own log, then run again");
  }

  private void tell(Function<String, AgentCommand> commandFor) {
    byName.forEach((name, agent) -> agent.tell(commandFor.apply(name)));
  }
}

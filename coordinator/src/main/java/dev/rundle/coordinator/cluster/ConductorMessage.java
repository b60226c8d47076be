package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What the {@link Conductor} hears. All of it stays in this JVM. */
sealed interface ConductorMessage {
  /** From the roster. */
  record AgentCame(AgentLink agent, String address) implements ConductorMessage {}

  /** From the roster. */
  record AgentLost(AgentLink agent, String reason) implements ConductorMessage {}

  /**
   * An agent was asked who it is.
   *
   * @param answer empty if none came in time
   */
  record Asked(AgentLink agent, String address, Optional<AgentEvent.Introduced> answer)
      implements ConductorMessage {}

  /** From an agent. */
  record FromAgent(AgentEvent event) implements ConductorMessage {}

  /** About twice a second. */
  record Round() implements ConductorMessage {}

  record Prepare(RunPlan plan, CompletableFuture<Void> answer) implements ConductorMessage {}

  record TakeIn(CompletableFuture<Void> answer) implements ConductorMessage {}

  record StartRung(
      RungOrder order,
      String group,
      Consumer<RungProgress> progress,
      CompletableFuture<RungMeasurement> answer)
      implements ConductorMessage {}

  /** The rung in hand is certain: close its window. */
  record CloseRung() implements ConductorMessage {}

  record Hold(int concurrency, String group, ProbeListener listener) implements ConductorMessage {}

  record Release() implements ConductorMessage {}

  record Finish(CompletableFuture<List<AgentLog>> answer) implements ConductorMessage {}

  /** End all load, because this node is about to leave. */
  record Leave(CompletableFuture<Void> answer) implements ConductorMessage {}

  /** Something to know of the agents; the question must change nothing and not throw. */
  record Query(Consumer<Company> question) implements ConductorMessage {}
}

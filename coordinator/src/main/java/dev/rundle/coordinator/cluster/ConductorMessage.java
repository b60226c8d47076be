package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;

/** What the {@link Conductor} hears. All of it stays in this JVM. */
sealed interface ConductorMessage {
  /** From the roster. */
  record AgentCame(ActorRef<AgentCommand> agent, String address) implements ConductorMessage {}

  /** From the roster. */
  record AgentLost(ActorRef<AgentCommand> agent, String reason) implements ConductorMessage {}

  /** From an agent. */
  record FromAgent(AgentEvent event) implements ConductorMessage {}

  record Prepare(RunPlan plan, CompletableFuture<Void> answer) implements ConductorMessage {}

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

  record Finish(CompletableFuture<List<Path>> answer) implements ConductorMessage {}

  /** Once a second while a rung is held or an answer is awaited. */
  record Tick() implements ConductorMessage {}
}

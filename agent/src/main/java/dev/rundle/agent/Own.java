package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentMessage;
import java.nio.file.Path;
import org.apache.pekko.actor.Address;

/** The private part of an agent's mailbox. */
sealed interface Own extends AgentMessage {
  /** The client was made, or could not be; one of the two is null. */
  record Started(String runId, Load load, Throwable failure) implements Own {}

  record WarmedUp(String runId, WarmUp warmUp) implements Own {}

  /** The rung has settled. */
  record WindowDue(int rung) implements Own {}

  record ReportDue() implements Own {}

  /** The load generator ended, asked to or not; one of log and failure is null. */
  record LoadEnded(String runId, Path log, Throwable failure) implements Own {}

  record CoordinatorGone(String runId) implements Own {}

  record NodeUnreachable(Address node) implements Own {}
}

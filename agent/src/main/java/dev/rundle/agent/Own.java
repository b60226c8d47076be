package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentMessage;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.pekko.actor.Address;

/**
 * The private part of an agent's mailbox. What belongs to a run carries that very {@link Run}: the
 * same run may be prepared a second time on the same agent, and what is left of the first must not
 * be taken for it.
 */
sealed interface Own extends AgentMessage {
  /** The client was made, or could not be; one of the two is null. */
  record Started(Run run, Load load, Throwable failure) implements Own {}

  record WarmedUp(Run run, WarmUp warmUp) implements Own {}

  /** The gate began to move to a rung's share. */
  record RungBegun(Run run, HoldRung rung, long startedNanos) implements Own {}

  /** The rung has settled: its window is open. */
  record WindowOpen(Run run, int rung, Instant at, int inFlight) implements Own {}

  record ReportDue() implements Own {}

  /** It is time to look whether the run's licence is over. */
  record LeaseDue() implements Own {}

  /** The load generator ended, asked to or not; one of log and failure is null. */
  record LoadEnded(Run run, Path log, Throwable failure) implements Own {}

  record CoordinatorGone(Run run) implements Own {}

  record NodeUnreachable(Address node) implements Own {}
}

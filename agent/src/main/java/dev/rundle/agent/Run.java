package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.failure.RundleException;
import dev.rundle.model.measure.Interval;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;

/** One run, and what this agent tells its coordinator about it. */
record Run(Prepare order) {
  String id() {
    return order.runId();
  }

  boolean is(String runId) {
    return id().equals(runId);
  }

  ActorRef<AgentEvent> coordinator() {
    return order.replyTo();
  }

  /** True if the coordinator of this run lives there. */
  boolean isOrderedFrom(Address node) {
    return coordinator().path().address().equals(node);
  }

  void prepared(long warmUpCalls, String warmUpFailure) {
    tell(new AgentEvent.Prepared(id(), order.agentName(), warmUpCalls, warmUpFailure));
  }

  void windowOpened(int rung, Instant at, int inFlight) {
    tell(new AgentEvent.WindowOpened(id(), order.agentName(), rung, at, inFlight));
  }

  void counted(Interval interval) {
    tell(AgentEvent.Counted.of(id(), interval));
  }

  void finished(String logPath) {
    tell(new AgentEvent.Finished(id(), order.agentName(), logPath));
  }

  void failed(String reason) {
    tell(new AgentEvent.Failed(id(), order.agentName(), reason));
  }

  void failed(Throwable failure) {
    failed(reason(failure));
  }

  private void tell(AgentEvent event) {
    coordinator().tell(event);
  }

  private static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RundleException told) {
      return told.what()
          + (told.why().isEmpty() ? "" : ": " + told.why())
          + (told.next().isEmpty() ? "" : "; " + told.next());
    }
    return cause.toString();
  }
}

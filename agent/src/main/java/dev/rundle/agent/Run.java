package dev.rundle.agent;

import dev.rundle.agent.protocol.AgentCommand.HoldRung;
import dev.rundle.agent.protocol.AgentCommand.Ping;
import dev.rundle.agent.protocol.AgentCommand.Prepare;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.AgentMessage;
import dev.rundle.model.failure.RundleException;
import dev.rundle.model.measure.Interval;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;

/** One run, and what this agent tells its coordinator, and its own watcher, about it. */
final class Run {
  private final Prepare order;
  private final Lease lease;
  private final AgentListener listener;
  private int lastRung;

  Run(Prepare order, Lease lease, AgentListener listener) {
    this.order = order;
    this.lease = lease;
    this.listener = listener;
  }

  Prepare order() {
    return order;
  }

  Lease lease() {
    return lease;
  }

  String id() {
    return order.runId();
  }

  boolean is(String runId) {
    return id().equals(runId);
  }

  /** True if that is the order for this very run, come twice. */
  boolean isRepeated(Prepare other) {
    return is(other.runId()) && order.agentName().equals(other.agentName());
  }

  ActorRef<AgentEvent> coordinator() {
    return order.replyTo();
  }

  private boolean isOrderedFrom(Address node) {
    return coordinator().path().address().equals(node);
  }

  /**
   * True if an unreachable node is that of this run's coordinator, and not heard of here either.
   * The cluster calls a node unreachable as soon as one member, maybe another agent, has lost it.
   */
  boolean isLostWith(Address node) {
    return isOrderedFrom(node) && !lease.isFresh();
  }

  /** Goes on if the ping is of this run and from its coordinator's node. */
  void renewBy(Ping ping) {
    if (is(ping.runId()) && isOrderedFrom(ping.replyTo().path().address())) {
      lease.renew();
    }
  }

  /** Takes every message of a run whose licence is over. */
  boolean isForfeit(AgentMessage anything) {
    return lease.isOver();
  }

  void preparing() {
    listener.preparing(id(), order.agentName(), order.target().endpoint());
  }

  void prepared(long warmUpCalls, String warmUpFailure) {
    listener.ready(id());
    tell(new AgentEvent.Prepared(id(), order.agentName(), warmUpCalls, warmUpFailure));
  }

  void begun(HoldRung rung, long startedNanos) {
    lastRung = rung.rung();
    listener.holding(id(), lastRung, rung.share());
    tell(new AgentEvent.RungStarted(id(), order.agentName(), rung.rung(), startedNanos));
  }

  void windowOpened(int rung, Instant at, int inFlight) {
    tell(new AgentEvent.WindowOpened(id(), order.agentName(), rung, at, inFlight));
  }

  void counted(Interval interval) {
    tell(AgentEvent.Counted.of(id(), interval));
  }

  /** Holds nothing until the next rung. */
  void released() {
    listener.holding(id(), lastRung, 0);
  }

  void finished(String logPath) {
    listener.finished(id());
    tell(new AgentEvent.Finished(id(), order.agentName(), logPath));
  }

  /** This host cannot do it; asking again would not help. */
  void failed(String reason) {
    stopped(reason, false);
  }

  /** This host cannot do it; asking again would not help. */
  void failed(Throwable failure) {
    failed(reason(failure));
  }

  /** The load has stopped for a reason that may pass. */
  void interrupted(String reason) {
    stopped(reason, true);
  }

  private void stopped(String reason, boolean mayReturn) {
    listener.stopped(id(), reason);
    tell(new AgentEvent.Failed(id(), order.agentName(), reason, mayReturn));
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

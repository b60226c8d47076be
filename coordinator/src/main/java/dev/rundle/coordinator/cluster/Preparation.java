package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.outcome.Outcome;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Waiting for every agent to be ready. One that cannot fails the run before its first rung. */
final class Preparation implements RollCall {
  private static final Set<Outcome> WITHIN_THE_MODEL =
      EnumSet.of(Outcome.TRUNCATED, Outcome.STREAM_ERROR, Outcome.TIMEOUT);

  private final TreeSet<String> missing;
  private final Timing.Deadline deadline;
  private final CompletableFuture<Void> answer;

  Preparation(Collection<String> agents, Timing.Deadline deadline, CompletableFuture<Void> answer) {
    this.missing = new TreeSet<>(agents);
    this.deadline = deadline;
    this.answer = answer;
  }

  @Override
  public void heard(AgentEvent event) {
    if (event instanceof AgentEvent.Prepared prepared) {
      if (!prepared.warmUpFailure().isEmpty()) {
        answer.completeExceptionally(
            new RemoteFailure(
                "no request of the warm-up was answered: " + reason(prepared),
                "all of its "
                    + prepared.warmUpCalls()
                    + " calls from "
                    + prepared.agent()
                    + " failed, so every rung would",
                advice(prepared.warmUpFailure())));
      }
      missing.remove(prepared.agent());
      if (missing.isEmpty()) {
        answer.complete(null);
      }
    } else if (event instanceof AgentEvent.Failed failed) {
      lost(failed.agent(), failed.reason());
    }
  }

  /** Clients end some of their messages with a full stop, which is not the end of ours. */
  private static String reason(AgentEvent.Prepared prepared) {
    return prepared.warmUpFailure().strip().replaceFirst("\\.+$", "");
  }

  private static String advice(String failure) {
    boolean reachedTheModel =
        WITHIN_THE_MODEL.stream().map(Outcome::name).anyMatch(failure::contains);
    return reachedTheModel
        ? "see the endpoint's own log: it took the requests, and did not answer them to the end"
        : "check the request body, region and credentials with one call of your own";
  }

  @Override
  public void lost(String agent, String reason) {
    answer.completeExceptionally(
        new RemoteFailure(
            agent + " cannot take part: " + reason,
            "the run has not begun",
            "repair that agent, or start with fewer"));
  }

  @Override
  public void checkDeadline() {
    if (deadline.isOver()) {
      answer.completeExceptionally(
          new RemoteFailure(
              "not ready after %d s: %s"
                  .formatted(deadline.elapsed().toSeconds(), String.join(", ", missing)),
              "their warm-up should long be over",
              "see the agent's own log"));
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.model.outcome.Outcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Waiting for agents to be ready. One that is busy, as with the run of a coordinator that died, is
 * asked again.
 */
final class Preparation implements Duty {
  /** For a process that was warm in this run already. */
  static final Duration SHORT_WARM_UP = Duration.ofSeconds(5);

  private static final Set<Outcome> WITHIN_THE_MODEL =
      EnumSet.of(Outcome.TRUNCATED, Outcome.STREAM_ERROR, Outcome.TIMEOUT);

  /** About once a second. */
  private static final int TICKS_BETWEEN_TRIES = 2;

  private static final int MOST_TRIES = 15;

  private final Company company;
  private final Obstacles obstacles;
  private final Timing.Deadline deadline;
  private final CompletableFuture<Void> answer;
  private final Map<String, Crew.Hand> missing = new LinkedHashMap<>();
  private final Map<String, Integer> tries = new LinkedHashMap<>();
  private final Set<String> busy = new LinkedHashSet<>();
  private int ticks;

  /** What to do with an agent that cannot take part. */
  @FunctionalInterface
  interface Obstacles {
    /**
     * Hears of one.
     *
     * @return what ends the preparation; empty to go on without this agent
     */
    Optional<RemoteFailure> met(Crew.Hand hand, RemoteFailure obstacle);
  }

  Preparation(
      Company company,
      List<Crew.Hand> hands,
      Obstacles obstacles,
      Timing.Deadline deadline,
      CompletableFuture<Void> answer) {
    this.company = company;
    this.obstacles = obstacles;
    this.deadline = deadline;
    this.answer = answer;
    hands.forEach(hand -> missing.put(hand.name(), hand));
    completeIfAllAreIn();
  }

  @Override
  public void heard(AgentEvent.OfRun event) {
    Crew.Hand hand = missing.get(event.agent());
    if (hand == null) {
      return;
    }
    if (event instanceof AgentEvent.Prepared prepared) {
      prepared(hand, prepared);
    } else if (event instanceof AgentEvent.Failed failed) {
      failed(hand, failed);
    }
    completeIfAllAreIn();
  }

  private void prepared(Crew.Hand hand, AgentEvent.Prepared prepared) {
    if (prepared.warmUpFailure().isEmpty()) {
      missing.remove(hand.name());
      company.isReady(hand);
    } else {
      obstacle(hand, unanswered(prepared));
    }
  }

  private void failed(Crew.Hand hand, AgentEvent.Failed failed) {
    if (failed.mayReturn() && tries.merge(hand.name(), 1, Integer::sum) < MOST_TRIES) {
      busy.add(hand.name());
    } else {
      obstacle(
          hand,
          new RemoteFailure(
              hand.name() + " cannot take part: " + failed.reason(),
              "it could not be made ready",
              "repair that agent, or start with fewer"));
    }
  }

  @Override
  public void lost(String agent, String reason) {
    missing.remove(agent);
    busy.remove(agent);
    completeIfAllAreIn();
  }

  @Override
  public void tick() {
    ticks++;
    if (ticks % TICKS_BETWEEN_TRIES == 0) {
      busy.forEach(name -> company.prepare(missing.get(name)));
      busy.clear();
    }
    if (deadline.isOver()) {
      for (Crew.Hand hand : List.copyOf(missing.values())) {
        obstacle(
            hand,
            new RemoteFailure(
                "%s at %s was not ready after %d s"
                    .formatted(hand.name(), hand.agent().address(), deadline.elapsed().toSeconds()),
                "its warm-up should long be over",
                "see the agent's own log"));
      }
      completeIfAllAreIn();
    }
  }

  private void obstacle(Crew.Hand hand, RemoteFailure why) {
    missing.remove(hand.name());
    busy.remove(hand.name());
    obstacles.met(hand, why).ifPresent(answer::completeExceptionally);
  }

  private void completeIfAllAreIn() {
    if (missing.isEmpty() && !answer.isDone()) {
      answer.complete(null);
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }

  private static RemoteFailure unanswered(AgentEvent.Prepared prepared) {
    return new RemoteFailure(
        "no request of the warm-up was answered: " + reason(prepared),
        "all of its "
            + prepared.warmUpCalls()
            + " calls from "
            + prepared.agent()
            + " failed, so every rung would",
        advice(prepared.warmUpFailure()));
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
}

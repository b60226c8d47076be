package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.failure.RemoteFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * The agents of a run under the names that it gave them, in the order of joining: those that are
 * ready to hold load, and those that are getting ready. A name is never given twice.
 */
final class Crew {
  private final Map<String, Hand> hands = new LinkedHashMap<>();
  private final Set<Link> links = new HashSet<>();
  private int named;
  private RunPlan plan;
  private String lastLoss = "none has joined";

  /** One of them. Changed by its crew alone. */
  static final class Hand {
    private final String name;
    private final Agent agent;
    private int pool;
    private int opened;
    private boolean ready;

    private Hand(String name, Agent agent) {
      this.name = name;
      this.agent = agent;
    }

    String name() {
      return name;
    }

    Agent agent() {
      return agent;
    }

    /** Requests that it can hold at once: of its host, and of what it made ready. */
    int room() {
      return pool == 0 ? agent.room() : Math.min(pool, agent.room());
    }
  }

  /** Takes an agent in and names it. */
  Hand add(Agent agent) {
    named++;
    var hand = new Hand("agent-" + named, agent);
    hands.put(hand.name, hand);
    links.add(agent.link());
    return hand;
  }

  /** Those that hold load, or will from the next order on. */
  List<Hand> ready() {
    return hands.values().stream().filter(hand -> plan == null || hand.ready).toList();
  }

  List<String> names() {
    return ready().stream().map(Hand::name).toList();
  }

  boolean isEmpty() {
    return ready().isEmpty();
  }

  /** True once a run was begun. */
  boolean isPrepared() {
    return plan != null;
  }

  RunPlan plan() {
    return plan;
  }

  /** The run in hand; empty if there is none. */
  String runId() {
    return plan == null ? "" : plan.runId();
  }

  /** The run that an agent takes part in; empty if in none. */
  String runId(Agent agent) {
    return links.contains(agent.link()) ? runId() : "";
  }

  Optional<Hand> find(String name) {
    return Optional.ofNullable(hands.get(name));
  }

  Optional<Hand> find(Link link) {
    return hands.values().stream().filter(hand -> hand.agent.link().equals(link)).findFirst();
  }

  /** Begins a run; all who are there are to get ready. */
  List<Hand> begin(RunPlan newPlan) {
    plan = newPlan;
    return List.copyOf(hands.values());
  }

  /** Tells one to get ready. Its pool is as large as it can be, so that it can stand in for all. */
  void prepare(Hand hand, Duration warmUp, ActorRef<AgentEvent> replyTo) {
    hand.pool = Math.min(hand.agent.room(), plan.highestConcurrency());
    // The warm-up's one.
    hand.opened = 1;
    hand.agent
        .link()
        .tell(
            new AgentCommand.Prepare(
                plan.runId(), hand.name, plan.target(), hand.pool, warmUp, replyTo));
  }

  void isReady(Hand hand) {
    hand.ready = true;
  }

  /** Divides by cores, within everybody's room. */
  Map<String, Integer> split(int concurrency) {
    return Split.byWeight(
        concurrency,
        ready().stream()
            .map(
                hand -> new Split.Bearer(hand.name, hand.agent.capabilities().cores(), hand.room()))
            .toList());
  }

  /** Connections never open before that these shares need. */
  int newConnections(Map<String, Integer> shares) {
    return shares.entrySet().stream()
        .mapToInt(share -> Math.max(0, share.getValue() - hands.get(share.getKey()).opened))
        .sum();
  }

  /** Tells everybody who is ready its share. */
  void hold(Map<String, Integer> shares, Function<Hand, AgentCommand.HoldRung> orderFor) {
    for (Hand hand : ready()) {
      hand.opened = Math.max(hand.opened, shares.get(hand.name));
      hand.agent.link().tell(orderFor.apply(hand));
    }
  }

  /** Whatever was open has been closed for want of use. */
  void connectionsClosed() {
    hands.values().forEach(hand -> hand.opened = 0);
  }

  void close(int rung) {
    tell(new AgentCommand.CloseRung(runId(), rung));
  }

  void release() {
    tell(new AgentCommand.Release(runId()));
  }

  void finish() {
    tell(new AgentCommand.Finish(runId()));
  }

  /** False if it is of another run, or of an agent that was lost already. */
  boolean isOfThisRun(AgentEvent.OfRun event) {
    return plan != null && event.runId().equals(plan.runId()) && hands.containsKey(event.agent());
  }

  /** Drops one; its name is not given again. */
  void drop(Hand hand, String reason) {
    hands.remove(hand.name);
    links.remove(hand.agent.link());
    lastLoss = hand.name + " " + reason;
  }

  RemoteFailure nobodyLeft() {
    return new RemoteFailure(
        "no agent is left to hold load: " + lastLoss,
        "the run cannot go on",
        "see the agent's own log, then run again");
  }

  private void tell(AgentCommand command) {
    if (plan != null) {
      hands.values().forEach(hand -> hand.agent.link().tell(command));
    }
  }
}

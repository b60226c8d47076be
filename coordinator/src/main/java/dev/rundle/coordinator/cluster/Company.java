package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentCommand;
import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.pekko.actor.typed.ActorRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All agents that this coordinator knows and where each of them is: asked who it is, admitted, in
 * the crew, or on the bench. Everything that comes from an agent passes here first, and is dropped
 * unless it is of this run and of an agent that takes part in it. Not thread-safe.
 */
final class Company {
  private static final Logger LOG = LoggerFactory.getLogger(Company.class);

  /** Beyond that a standstill of this host may have hidden one of an agent's. */
  private static final Duration LONGEST_UNWATCHED = Duration.ofSeconds(2);

  private final Introductions introductions;
  private final Timing timing;
  private final CompanyListener listener;
  private final ActorRef<AgentEvent> replyTo;
  private final Orders orders;
  private final Clocks clocks;
  private final Crew crew = new Crew();
  private final CrewClocks crewClocks;
  private final Bench bench = new Bench();
  private final Map<String, Agent> admitted = new LinkedHashMap<>();
  private final Set<String> announced = new HashSet<>();
  private LogBook logs = LogBook.CLOSED;
  private Timing.Deadline lastRound;
  private long dropped;

  /**
   * @param replyTo where agents' events are to go
   * @param connectionsPerSecond opened over the whole cluster, at most
   */
  Company(
      Admission admission,
      Timing timing,
      CompanyListener listener,
      ActorRef<AgentEvent> replyTo,
      int connectionsPerSecond) {
    this.introductions = new Introductions(admission, timing, listener);
    this.timing = timing;
    this.listener = listener;
    this.replyTo = replyTo;
    this.clocks = new Clocks(timing);
    this.crewClocks = new CrewClocks(crew, clocks);
    this.orders = new Orders(crew, clocks, timing, connectionsPerSecond);
    this.lastRound = timing.deadlineIn(LONGEST_UNWATCHED);
  }

  Crew crew() {
    return crew;
  }

  Orders orders() {
    return orders;
  }

  CrewClocks clocks() {
    return crewClocks;
  }

  Timing timing() {
    return timing;
  }

  CompanyListener listener() {
    return listener;
  }

  /** An agent is there and will be asked who it is. */
  void came(Link link) {
    introductions.came(link);
  }

  /** It has said so. */
  void introduced(Link link, String address, AgentEvent.Introduced introduced, Duty duty) {
    Optional<Agent> admittedNow = introductions.introduced(link, address, introduced);
    if (admittedNow.isEmpty()) {
      return;
    }
    Agent agent = admittedNow.get();
    Agent earlier = admitted.get(agent.instance());
    if (earlier != null && !earlier.link().equals(link)) {
      lost(earlier.link(), "it came back at " + address, duty);
    }
    admitted.put(agent.instance(), agent);
    introductions.arrives(agent);
    clocks.add(agent.instance());
    ping(agent);
  }

  /** It has not said so in time. */
  void unanswered(Link link, String address) {
    introductions.unanswered(link, address);
  }

  /** Something came from an agent. */
  void hear(AgentEvent event, Duty duty) {
    if (event instanceof AgentEvent.Pong pong) {
      answered(pong, duty);
    } else if (event instanceof AgentEvent.OfRun ofRun && crew.isOfThisRun(ofRun)) {
      hearOfRun(ofRun, duty);
    } else {
      drop(event);
    }
  }

  private void answered(AgentEvent.Pong pong, Duty duty) {
    if (!clocks.heard(pong)) {
      drop(pong);
      return;
    }
    Agent agent = admitted.get(pong.instance());
    if (!introductions.isArriving(agent)) {
      return;
    }
    if (!clocks.isKnown(agent.instance())) {
      ping(agent);
      return;
    }
    introductions.arrived(agent);
    if (crew.isPrepared()) {
      toBench(agent);
    } else {
      announce(crew.add(agent));
    }
    duty.came();
  }

  /** Says once that it is there. */
  private void announce(Crew.Hand hand) {
    if (announced.add(hand.name())) {
      listener.joined(hand.name(), hand.agent().address(), crew.ready().size());
    }
  }

  private void hearOfRun(AgentEvent.OfRun event, Duty duty) {
    Crew.Hand hand = crew.find(event.agent()).orElseThrow();
    if (event instanceof AgentEvent.Failed failed && crew.ready().contains(hand)) {
      leave(hand, "failed: " + failed.reason(), failed.reason());
      if (failed.mayReturn()) {
        toBench(hand.agent());
      }
      duty.lost(hand.name(), failed.reason());
    } else {
      duty.heard(event);
    }
  }

  /** An agent is gone, whatever it was doing. */
  void lost(Link link, String reason, Duty duty) {
    introductions.gone(link);
    List<Agent> gone =
        admitted.values().stream().filter(agent -> agent.link().equals(link)).toList();
    for (Agent agent : gone) {
      admitted.remove(agent.instance());
      introductions.arrived(agent);
      clocks.remove(agent.instance());
      bench.remove(agent);
      logs.ends(agent);
    }
    crew.find(link)
        .ifPresent(
            hand -> {
              leave(hand, "was lost: " + reason, reason);
              duty.lost(hand.name(), reason);
            });
  }

  /** An agent that is there does not do its part: it is told to end, and may be taken in anew. */
  void giveUp(Crew.Hand hand, String reason) {
    leave(hand, "was given up: " + reason, reason);
    hand.agent().link().tell(new AgentCommand.Finish(crew.runId()));
    toBench(hand.agent());
  }

  /** An agent cannot take part. */
  void leaveOut(Crew.Hand hand, String reason) {
    crew.drop(hand, "was left out: " + reason);
    hand.agent().link().tell(new AgentCommand.Finish(crew.runId()));
    listener.warning(
        "%s at %s is left out: %s".formatted(hand.name(), hand.agent().address(), reason));
  }

  private void leave(Crew.Hand hand, String how, String reason) {
    crew.drop(hand, how);
    listener.lost(hand.name(), reason);
  }

  private void toBench(Agent agent) {
    if (!bench.add(agent)) {
      agent.link().tell(new AgentCommand.Finish(crew.runId()));
      listener.warning(
          "the agent at %s was taken in %d times and is left out from now on"
              .formatted(agent.address(), Bench.MOST_TIMES));
    }
  }

  /** Those that did not answer a minute ago and are to be asked once more who they are. */
  List<Agent> toBeAskedAgain() {
    return introductions.toBeAskedAgain();
  }

  /** Pings everybody who was admitted. To be called about twice a second. */
  void round(Duty duty) {
    if (lastRound.isOver()) {
      clocks.pardon();
      duty.stoodStill(lastRound.elapsed());
    }
    lastRound = timing.deadlineIn(LONGEST_UNWATCHED);
    clocks.nextRound();
    admitted.values().forEach(this::ping);
    for (Agent agent : introductions.overdue(admitted.values())) {
      lost(agent.link(), "it did not answer", duty);
      introductions.unheard(agent);
    }
    duty.tick();
  }

  private void ping(Agent agent) {
    agent
        .link()
        .tell(new AgentCommand.Ping(crew.runId(agent), clocks.ping(agent.instance()), replyTo));
  }

  /**
   * Begins a run with all who are there.
   *
   * @return those who are to get ready
   */
  List<Crew.Hand> begin(RunPlan plan, LogBook newLogs) {
    logs = newLogs;
    List<Crew.Hand> hands = crew.begin(plan);
    hands.forEach(this::prepare);
    return hands;
  }

  boolean isAnybodyWaiting() {
    return !answeringOnBench().isEmpty();
  }

  /** All from the bench who answer are to get ready. */
  List<Crew.Hand> takeFromBench() {
    List<Agent> answering = answeringOnBench();
    bench.take(answering);
    List<Crew.Hand> hands = answering.stream().map(crew::add).toList();
    hands.forEach(this::prepare);
    return hands;
  }

  private List<Agent> answeringOnBench() {
    return bench.waiting().stream()
        .filter(agent -> clocks.silence(agent.instance()).isEmpty())
        .toList();
  }

  void prepare(Crew.Hand hand) {
    logs.ends(hand.agent());
    crew.prepare(hand, warmUp(hand.agent()), replyTo);
  }

  /** How long it warms up; one that was warm before needs not so long. */
  Duration warmUp(Agent agent) {
    Duration whole = crew.plan().warmUp();
    return bench.isWarm(agent) && whole.compareTo(Preparation.SHORT_WARM_UP) > 0
        ? Preparation.SHORT_WARM_UP
        : whole;
  }

  void isReady(Crew.Hand hand) {
    crew.isReady(hand);
    announce(hand);
    bench.wasWarm(hand.agent());
    logs.begins(hand, crewClocks.ahead(hand.name()));
  }

  private void drop(AgentEvent event) {
    dropped++;
    LOG.debug("Dropped what is not of this run, {} by now: {}", dropped, event.getClass());
  }
}

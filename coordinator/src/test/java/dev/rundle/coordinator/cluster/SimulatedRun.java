package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.agent.protocol.Capabilities;
import dev.rundle.coordinator.LoadTarget;
import dev.rundle.coordinator.ManualTime;
import dev.rundle.coordinator.Models;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;

/** Everything of a coordinator but the actors, with simulated agents in simulated time. */
final class SimulatedRun {
  static final String RUN = "b8fa8ef48043";

  private static final Duration STEP = Duration.ofMillis(100);
  private static final int STEPS_A_ROUND = 5;

  final ManualTime time = ManualTime.atNoon();
  final HeardCompany heard = new HeardCompany();
  final List<SimulatedAgent> agents = new ArrayList<>();

  /** Requests at the endpoint, sampled ten times a second. */
  final TreeMap<Instant, Integer> loads = new TreeMap<>();

  final Company company =
      new Company(
          new Admission(SimulatedAgent.capabilities(1, 10_000)),
          time.timing(),
          heard,
          TestInbox.<AgentEvent>create().getRef(),
          200);

  Duration invocationLimit = Duration.ofSeconds(60);

  private final Random random;
  private final int bearable;
  private Duty duty = Duty.NONE;
  private int steps;
  private Instant standsUntil = Instant.MIN;

  /**
   * @param bearable most requests that the endpoint answers in time
   */
  SimulatedRun(Random random, int bearable) {
    this.random = random;
    this.bearable = bearable;
  }

  /** Another agent starts. */
  SimulatedAgent start(String instance, int cores) {
    return start(instance, SimulatedAgent.capabilities(cores, 10_000));
  }

  SimulatedAgent start(String instance, Capabilities capabilities) {
    var agent =
        new SimulatedAgent(
            instance,
            capabilities,
            time,
            random.nextLong() >> 8,
            Duration.ofMillis(1 + random.nextInt(10)),
            this::hear,
            () -> load() - bearable);
    agents.add(agent);
    welcome(agent);
    return agent;
  }

  /** The roster has found it, and it has said who it is. */
  void welcome(SimulatedAgent agent) {
    company.came(agent);
    company.introduced(
        agent,
        "10.0.0." + (agents.indexOf(agent) + 1) + ":25520",
        new AgentEvent.Introduced(agent.instance, agent.capabilities),
        duty);
  }

  /** The roster has lost it. */
  void lose(SimulatedAgent agent, String reason) {
    company.lost(agent, reason, duty);
    endDuty();
  }

  void hear(AgentEvent event) {
    company.hear(event, duty);
    endDuty();
  }

  /** Something came from an agent that could not be taken in. */
  void hearGarbage(String agent) {
    duty.cannotHear(Optional.of(agent), "a message could not be taken in");
    endDuty();
  }

  int load() {
    return agents.stream().mapToInt(SimulatedAgent::load).sum();
  }

  void prepare() {
    var answer = new CompletableFuture<Void>();
    var plan =
        new RunPlan(
            RUN,
            new LoadTarget("eu-west-1", "", "", "any", List.of("Good morning."), invocationLimit)
                .forAgents(Models.kokoro()),
            1_000,
            Duration.ofSeconds(10),
            Path.of("target"));
    duty =
        new Preparation(
            company,
            company.begin(plan, LogBook.CLOSED),
            (hand, obstacle) -> Optional.of(obstacle),
            time.timing().deadlineIn(Duration.ofMinutes(3)),
            answer);
    await(answer);
  }

  void takeIn() {
    var answer = new CompletableFuture<Void>();
    duty = new TakingIn(company, answer);
    await(answer);
  }

  RungMeasurement measure(RungOrder order) {
    var answer = new CompletableFuture<RungMeasurement>();
    duty = new Measuring(company, order, "rung", progress -> {}, answer);
    return await(answer);
  }

  /** The coordinator's own host does nothing for a while. */
  void standStill(Duration duration) {
    standsUntil = time.now().plus(duration);
  }

  void pass(Duration duration) {
    Instant until = time.now().plus(duration);
    while (time.now().isBefore(until)) {
      step();
    }
  }

  private <T> T await(CompletableFuture<T> answer) {
    endDuty();
    while (!answer.isDone()) {
      step();
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void step() {
    time.advance(STEP);
    loads.put(time.now(), load());
    steps++;
    if (steps % STEPS_A_ROUND == 0 && time.now().isAfter(standsUntil)) {
      company.round(duty);
      endDuty();
    }
  }

  private void endDuty() {
    if (duty.isOver()) {
      duty = Duty.NONE;
    }
  }
}

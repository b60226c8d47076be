package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What may happen to a cluster, at random, and what its membership then makes of it. */
final class Faults {
  private static final Duration UNREACHABLE_AFTER = Duration.ofSeconds(6);
  private static final Duration DOWNED_AFTER = Duration.ofSeconds(14);

  private final SimulatedRun run;
  private final Random random;
  private int started;

  Faults(SimulatedRun run, Random random) {
    this.run = run;
    this.random = random;
  }

  /** So many faults within the time to come. */
  void schedule(Duration within, int many) {
    for (int i = 0; i < many; i++) {
      run.time.after(
          Duration.ofMillis(random.nextInt((int) within.toMillis())),
          () -> strike(run.agents.get(random.nextInt(run.agents.size()))));
    }
  }

  private void strike(SimulatedAgent agent) {
    if (agent.dead || agent.standsStill()) {
      return;
    }
    switch (random.nextInt(6)) {
      case 0 -> kill(agent);
      case 1 -> standStill(agent, Duration.ofMillis(1_500 + random.nextInt(4_000)));
      case 2 -> standStill(agent, Duration.ofMillis(6_500 + random.nextInt(20_000)));
      case 3 -> agent.copiesOfNextReport = 0;
      case 4 -> agent.copiesOfNextReport = 2;
      default -> lateReport(agent);
    }
  }

  private void kill(SimulatedAgent agent) {
    agent.kill();
    run.time.after(UNREACHABLE_AFTER, () -> run.lose(agent, "its host is unreachable"));
    if (random.nextBoolean()) {
      started++;
      String instance = "restarted-" + started;
      run.time.after(
          Duration.ofSeconds(2 + random.nextInt(20)),
          () -> run.start(instance, agent.capabilities));
    }
  }

  private void standStill(SimulatedAgent agent, Duration duration) {
    agent.standStill(duration);
    if (duration.compareTo(UNREACHABLE_AFTER) <= 0) {
      return;
    }
    run.time.after(UNREACHABLE_AFTER, () -> run.lose(agent, "its host is unreachable"));
    if (duration.compareTo(DOWNED_AFTER) < 0) {
      run.time.after(duration.plusMillis(200), () -> run.welcome(agent));
    } else {
      // It finds itself thrown out, and joins anew from another port.
      run.time.after(
          duration.plusSeconds(3),
          () -> {
            agent.kill();
            run.start(agent.instance, agent.capabilities);
          });
    }
  }

  /** One that was sent before comes again, much later, or one of another run. */
  private void lateReport(SimulatedAgent agent) {
    AgentEvent.Counted report = agent.lastReport;
    if (report != null) {
      List.of(report, ofAnotherRun(report))
          .forEach(
              late ->
                  run.time.after(
                      Duration.ofMillis(1_100 + random.nextInt(40_000)), () -> run.hear(late)));
    }
  }

  private static AgentEvent.Counted ofAnotherRun(AgentEvent.Counted report) {
    return AgentEvent.Counted.of("0123456789ab", report.toInterval());
  }
}

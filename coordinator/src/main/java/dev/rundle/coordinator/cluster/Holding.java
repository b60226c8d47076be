package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Having a probe held, until something else is ordered. */
final class Holding implements Duty {
  /** How long a probe is held at most; agents must not load an endpoint for ever. */
  private static final Duration LONGEST = Duration.ofHours(6);

  private final Company company;
  private final ProbeInHand probe;

  /**
   * Orders the probe.
   *
   * @param number negative, so that a probe's late reports are never taken for a rung's
   * @throws dev.rundle.model.failure.RemoteFailure if there is nobody to hold it
   */
  Holding(Company company, int number, int concurrency, String group, ProbeListener listener) {
    this.company = company;
    Orders.Ordered ordered =
        company.orders().hold(number, concurrency, Duration.ZERO, LONGEST, group);
    this.probe =
        new ProbeInHand(
            number, ordered.shares().keySet(), ordered.startsIn(), listener, company.timing());
  }

  @Override
  public void heard(AgentEvent.OfRun event) {
    if (event instanceof AgentEvent.Counted counted) {
      try {
        probe.counted(counted.toInterval());
      } catch (IllegalArgumentException | NullPointerException e) {
        probe.breaks("a report of " + counted.agent() + " cannot be read: " + e.getMessage());
      }
    }
  }

  @Override
  public void lost(String agent, String reason) {
    probe.breaks(agent + " was lost: " + reason);
  }

  @Override
  public void cannotHear(Optional<String> agent, String reason) {
    probe.breaks(agent.map(name -> name + ": ").orElse("") + reason);
  }

  @Override
  public void stoodStill(Duration duration) {
    probe.pardon();
  }

  @Override
  public void tick() {
    for (Crew.Hand hand : company.clocks().silent()) {
      company
          .clocks()
          .silence(hand.name())
          .ifPresent(
              silence ->
                  probe.breaks(
                      String.format(
                          Locale.ROOT,
                          "%s did not answer for %.1f s: its host or its network stood still",
                          hand.name(),
                          silence.toMillis() / 1e3)));
    }
    probe.checkSilence();
  }

  @Override
  public boolean isOver() {
    return false;
  }
}

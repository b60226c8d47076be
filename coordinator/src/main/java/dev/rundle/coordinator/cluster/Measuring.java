package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.model.ladder.RungOrder;
import dev.rundle.model.measure.RungMeasurement;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Having a rung held. As soon as it cannot become good any more its window is closed, because what
 * it costs further is nobody's gain.
 */
final class Measuring implements Duty {
  private static final Duration REPORT_GRACE = Duration.ofSeconds(15);

  private final Company company;
  private final RungInHand rung;
  private final Consumer<RungProgress> progress;
  private final CompletableFuture<RungMeasurement> answer;
  private int ticks;

  /**
   * Orders the rung.
   *
   * @throws dev.rundle.model.failure.RemoteFailure if there is nobody to hold it
   */
  Measuring(
      Company company,
      RungOrder order,
      String group,
      Consumer<RungProgress> progress,
      CompletableFuture<RungMeasurement> answer) {
    this.company = company;
    this.progress = progress;
    this.answer = answer;
    Orders.Ordered ordered =
        company
            .orders()
            .hold(order.index(), order.concurrency(), order.settle(), order.measure(), group);
    this.rung =
        new RungInHand(
            order,
            ordered,
            company.timing(),
            company.crew().plan().target().invocationLimit().plus(REPORT_GRACE));
  }

  /** The verdict is certain. */
  void close() {
    company.crew().close(rung.index());
  }

  @Override
  public void heard(AgentEvent.OfRun event) {
    if (event instanceof AgentEvent.Counted counted) {
      counted(counted);
    } else if (event instanceof AgentEvent.RungStarted started) {
      company
          .clocks()
          .start(started)
          .ifPresent(start -> rung.started(started.agent(), started.rung(), start));
    } else if (event instanceof AgentEvent.WindowOpened opened) {
      rung.opened(
          opened.agent(), opened.rung(), opened.at().minus(company.clocks().ahead(opened.agent())));
    }
    completeIfAllIsIn();
  }

  private void counted(AgentEvent.Counted counted) {
    try {
      rung.counted(counted.toInterval());
    } catch (IllegalArgumentException | NullPointerException e) {
      isVoid(counted.agent(), "a report of it cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void lost(String agent, String reason) {
    isVoid(agent, reason);
    completeIfAllIsIn();
  }

  @Override
  public void cannotHear(Optional<String> agent, String reason) {
    agent.ifPresentOrElse(
        name -> isVoid(name, reason),
        () -> {
          rung.voidBecause(reason);
          close();
        });
    completeIfAllIsIn();
  }

  @Override
  public void stoodStill(Duration duration) {
    rung.voidBecause(
        String.format(
            Locale.ROOT,
            "the coordinator stood still for %.1f s, in which nobody watched the agents",
            duration.toMillis() / 1e3));
    rung.pardon();
    close();
  }

  @Override
  public void tick() {
    ticks++;
    for (String agent : rung.holding()) {
      company.clocks().silence(agent).ifPresent(silence -> isVoid(agent, silent(silence)));
    }
    for (String agent : rung.silent()) {
      String reason =
          "it has not reported for %d s".formatted(RungInHand.LONGEST_SILENCE.toSeconds());
      isVoid(agent, reason);
      company.crew().find(agent).ifPresent(hand -> company.giveUp(hand, reason));
    }
    rung.checkDeadline();
    if (ticks % 2 == 0) {
      progress.accept(rung.progress());
    }
    completeIfAllIsIn();
  }

  private static String silent(Duration silence) {
    return String.format(
        Locale.ROOT,
        "it did not answer for %.1f s: its host or its network stood still",
        silence.toMillis() / 1e3);
  }

  private void isVoid(String agent, String reason) {
    boolean first = !rung.isVoid();
    rung.lost(agent, reason);
    if (first) {
      close();
    }
  }

  private void completeIfAllIsIn() {
    if (rung.isComplete() && !answer.isDone()) {
      answer.complete(rung.measurement());
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

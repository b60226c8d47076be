package dev.rundle.coordinator.cluster;

import dev.rundle.agent.protocol.AgentEvent;
import dev.rundle.coordinator.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Between two rungs: waits until the crew answers again or is known to be lost, readies those who
 * wait on the bench, and where nobody is left waits for somebody to come.
 */
final class TakingIn implements Duty {
  /** Who is silent for so long is found to be unreachable before. */
  static final Duration FOR_THE_SILENT = Duration.ofSeconds(10);

  /** Long enough for an agent to be started again. */
  static final Duration FOR_ANYBODY = Duration.ofSeconds(60);

  private static final Duration READY_GRACE = Duration.ofSeconds(30);

  private final Company company;
  private final CompletableFuture<Void> answer;
  private final Timing.Deadline forTheSilent;
  private final Timing.Deadline forAnybody;
  private Optional<Preparation> preparation = Optional.empty();
  private String told = "";

  TakingIn(Company company, CompletableFuture<Void> answer) {
    this.company = company;
    this.answer = answer;
    this.forTheSilent = company.timing().deadlineIn(FOR_THE_SILENT);
    this.forAnybody = company.timing().deadlineIn(FOR_ANYBODY);
    proceed();
  }

  @Override
  public void came() {
    proceed();
  }

  @Override
  public void heard(AgentEvent.OfRun event) {
    preparation.ifPresent(p -> p.heard(event));
    proceed();
  }

  @Override
  public void lost(String agent, String reason) {
    preparation.ifPresent(p -> p.lost(agent, reason));
    proceed();
  }

  @Override
  public void tick() {
    preparation.ifPresent(Preparation::tick);
    proceed();
  }

  private void proceed() {
    if (preparation.isPresent() && !preparation.get().isOver()) {
      return;
    }
    List<String> silent = company.silent();
    if (!silent.isEmpty() && !forTheSilent.isOver()) {
      tell(String.join(", ", silent) + " to answer again", FOR_THE_SILENT);
    } else if (company.isAnybodyWaiting()) {
      prepare();
    } else if (!company.crew().isEmpty()) {
      answer.complete(null);
    } else if (forAnybody.isOver()) {
      answer.completeExceptionally(company.crew().nobodyLeft());
    } else {
      tell("an agent to come: none is left", FOR_ANYBODY);
    }
  }

  private void prepare() {
    List<Crew.Hand> hands = company.takeFromBench();
    Duration warmUp =
        hands.stream()
            .map(hand -> company.warmUp(hand.agent()))
            .max(Duration::compareTo)
            .orElseThrow();
    tell(
        String.join(", ", hands.stream().map(hand -> hand.name() + " to be ready").toList()),
        warmUp);
    preparation =
        Optional.of(
            new Preparation(
                company,
                hands,
                (hand, why) -> {
                  company.leaveOut(hand, why.what());
                  return Optional.empty();
                },
                company
                    .timing()
                    .deadlineIn(
                        warmUp
                            .plus(company.crew().plan().target().invocationLimit())
                            .plus(READY_GRACE)),
                new CompletableFuture<>()));
  }

  private void tell(String whom, Duration atMost) {
    if (!told.equals(whom)) {
      told = whom;
      company.listener().waitingFor(whom, atMost);
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

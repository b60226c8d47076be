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
  private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

  private final Company company;
  private final CompletableFuture<Void> answer;
  private Timing.Deadline forTheSilent;
  private final Timing.Deadline forAnybody;
  private Optional<Preparation> preparation = Optional.empty();
  private boolean released;
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
    if (preparation.isPresent()) {
      if (!preparation.get().isOver()) {
        return;
      }
      preparation = Optional.empty();
      forTheSilent = company.timing().deadlineIn(FOR_THE_SILENT);
    }
    List<Crew.Hand> silent = company.clocks().silent();
    if (!silent.isEmpty() && !forTheSilent.isOver()) {
      releaseOnce();
      tell(
          String.join(", ", silent.stream().map(Crew.Hand::name).toList()) + " to answer again",
          FOR_THE_SILENT);
      return;
    }
    silent.forEach(
        hand ->
            company.giveUp(
                hand, "it did not answer for %d s".formatted(FOR_THE_SILENT.toSeconds())));
    if (company.isAnybodyWaiting()) {
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
    releaseOnce();
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
                company.timing().deadlineIn(warmUp.plus(lastWarmUpCall()).plus(READY_GRACE)),
                new CompletableFuture<>()));
  }

  /** The others' load is off meanwhile: one that is slow beyond all measure is not waited for. */
  private Duration lastWarmUpCall() {
    Duration limit = company.crew().plan().target().invocationLimit();
    return limit.compareTo(LONGEST_CALL) > 0 ? LONGEST_CALL : limit;
  }

  /** Nobody measures while somebody is waited for, so nobody loads the endpoint. */
  private void releaseOnce() {
    if (!released) {
      released = true;
      company.orders().release();
    }
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

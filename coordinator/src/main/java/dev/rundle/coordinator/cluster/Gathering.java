package dev.rundle.coordinator.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waiting for agents to come. */
final class Gathering implements Duty {
  private final Company company;
  private final int want;
  private final CompletableFuture<List<String>> answer;

  /**
   * @param want how many
   * @param answer completed with their names when they are all there
   */
  Gathering(Company company, int want, CompletableFuture<List<String>> answer) {
    this.company = company;
    this.want = want;
    this.answer = answer;
  }

  @Override
  public void came() {
    List<String> names = company.crew().names();
    if (names.size() >= want) {
      answer.complete(names);
    }
  }

  @Override
  public boolean isOver() {
    return answer.isDone();
  }
}

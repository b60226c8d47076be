package dev.rundle.coordinator.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides a concurrency over agents. */
final class Split {
  private Split() {}

  /**
   * Even shares that sum to exactly {@code concurrency}; the first agents take one more where it
   * does not divide. With more agents than requests the last ones hold nothing.
   *
   * @throws IllegalArgumentException without agents
   */
  static Map<String, Integer> evenly(int concurrency, List<String> agents) {
    if (agents.isEmpty()) {
      throw new IllegalArgumentException("there is no agent to hold " + concurrency);
    }
    int each = concurrency / agents.size();
    int oneMore = concurrency % agents.size();
    Map<String, Integer> shares = new LinkedHashMap<>();
    for (int i = 0; i < agents.size(); i++) {
      shares.put(agents.get(i), each + (i < oneMore ? 1 : 0));
    }
    return shares;
  }

  /** Users that each agent must have ready so that the others can hold all if one is lost. */
  static int poolSurvivingOneLoss(int concurrency, int agents) {
    int remaining = Math.max(1, agents - 1);
    return (concurrency + remaining - 1) / remaining;
  }
}

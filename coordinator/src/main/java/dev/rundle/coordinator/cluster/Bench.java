package dev.rundle.coordinator.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Agents that wait to be taken into a run that has begun: newcomers and those that come back. The
 * same process is taken in a few times only; one that keeps failing must not hold up the others for
 * ever.
 */
final class Bench {
  /** Times that one process is taken into a run after its beginning. */
  static final int MOST_TIMES = 3;

  private final Map<String, Agent> waiting = new LinkedHashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();
  private final Set<String> warm = new HashSet<>();

  /** One more waits; false if it was taken in too often already. */
  boolean add(Agent agent) {
    if (taken.getOrDefault(agent.instance(), 0) >= MOST_TIMES) {
      return false;
    }
    waiting.put(agent.instance(), agent);
    return true;
  }

  void remove(Agent agent) {
    waiting.remove(agent.instance(), agent);
  }

  List<Agent> waiting() {
    return List.copyOf(waiting.values());
  }

  /** These stand up. */
  void take(List<Agent> agents) {
    for (Agent agent : agents) {
      remove(agent);
      taken.merge(agent.instance(), 1, Integer::sum);
    }
  }

  /** This process has been warm in this run: the next time a short warm-up will do. */
  void wasWarm(Agent agent) {
    warm.add(agent.instance());
  }

  boolean isWarm(Agent agent) {
    return warm.contains(agent.instance());
  }
}

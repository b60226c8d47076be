package dev.rundle.coordinator.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides a concurrency over agents. */
final class Split {
  private Split() {}

  /**
   * What an agent can bear.
   *
   * @param weight its share goes by this, at least 1
   * @param room most that it can hold, at least 0
   */
  record Bearer(String agent, int weight, int room) {
    Bearer {
      if (weight < 1 || room < 0) {
        throw new IllegalArgumentException(
            agent + " bears nothing: weight " + weight + ", room " + room);
      }
    }
  }

  /**
   * Shares in proportion to the weights, none above its room, that sum to exactly {@code
   * concurrency}. What does not divide goes to the largest remainders (Hamilton's method), among
   * equals to the first. An agent whose proportional share is more than its room holds its room,
   * and the others divide the rest. With more agents than requests some hold nothing.
   *
   * @throws IllegalArgumentException if all together have no room for it
   */
  static Map<String, Integer> byWeight(int concurrency, List<Bearer> bearers) {
    long room = bearers.stream().mapToLong(Bearer::room).sum();
    if (room < concurrency) {
      throw new IllegalArgumentException(
          "there is room for " + room + " requests, not for " + concurrency);
    }
    Map<String, Integer> shares = new LinkedHashMap<>();
    bearers.forEach(bearer -> shares.put(bearer.agent(), 0));
    List<Bearer> open = new ArrayList<>(bearers);
    int rest = concurrency;
    List<Bearer> full = full(rest, open);
    while (!full.isEmpty()) {
      for (Bearer bearer : full) {
        shares.put(bearer.agent(), bearer.room());
        rest -= bearer.room();
      }
      open.removeAll(full);
      full = full(rest, open);
    }
    divide(rest, open, shares);
    return shares;
  }

  /** Those whose proportional share would be their room or more. */
  private static List<Bearer> full(int concurrency, List<Bearer> open) {
    long weights = weights(open);
    return open.stream()
        .filter(b -> (long) concurrency * b.weight() >= b.room() * weights)
        .toList();
  }

  private static void divide(int concurrency, List<Bearer> open, Map<String, Integer> shares) {
    long weights = weights(open);
    int rest = concurrency;
    for (Bearer bearer : open) {
      int whole = (int) ((long) concurrency * bearer.weight() / weights);
      shares.put(bearer.agent(), whole);
      rest -= whole;
    }
    open.stream()
        .sorted(
            Comparator.comparingLong((Bearer b) -> (long) concurrency * b.weight() % weights)
                .reversed())
        .limit(rest)
        .forEach(bearer -> shares.merge(bearer.agent(), 1, Integer::sum));
  }

  private static long weights(List<Bearer> bearers) {
    return bearers.stream().mapToLong(Bearer::weight).sum();
  }
}

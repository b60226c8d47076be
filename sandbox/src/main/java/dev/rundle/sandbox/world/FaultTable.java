package dev.rundle.sandbox.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** Decides which requests are hit by which fault. Guarded by the engine's lock. */
final class FaultTable {
  private final RandomGenerator random;
  private final Map<String, List<FaultRule>> rules = new HashMap<>();
  private int added;

  FaultTable(RandomGenerator random) {
    this.random = random;
  }

  FaultRule add(String endpoint, Fault fault, double share, OptionalInt count) {
    var rule = new FaultRule("fault-" + ++added, endpoint, fault, share, count);
    of(endpoint).add(rule);
    return rule;
  }

  List<FaultRule> list(String endpoint) {
    return List.copyOf(of(endpoint));
  }

  boolean remove(String id) {
    boolean isRemoved = false;
    for (List<FaultRule> list : rules.values()) {
      isRemoved |= list.removeIf(rule -> rule.id().equals(id));
    }
    return isRemoved;
  }

  void clear(String endpoint) {
    rules.remove(endpoint);
  }

  void clear() {
    rules.clear();
  }

  /** The fault of the next request; the first rule that hits decides. */
  Optional<Fault> draw(String endpoint) {
    List<FaultRule> list = rules.getOrDefault(endpoint, List.of());
    for (int i = 0; i < list.size(); i++) {
      FaultRule rule = list.get(i);
      if (random.nextDouble() < rule.share()) {
        useUp(list, i);
        return Optional.of(rule.fault());
      }
    }
    return Optional.empty();
  }

  private static void useUp(List<FaultRule> list, int i) {
    FaultRule rule = list.get(i);
    if (rule.remaining().isEmpty()) {
      return;
    }
    int left = rule.remaining().getAsInt() - 1;
    if (left <= 0) {
      list.remove(i);
    } else {
      list.set(
          i,
          new FaultRule(
              rule.id(), rule.endpoint(), rule.fault(), rule.share(), OptionalInt.of(left)));
    }
  }

  private List<FaultRule> of(String endpoint) {
    return rules.computeIfAbsent(endpoint, unused -> new ArrayList<>());
  }
}

package dev.rundle.planner.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Copies of lists with one element changed. */
final class Changed {
  private Changed() {}

  /** The list with its one matching element changed. */
  static <T> List<T> one(List<T> list, Predicate<T> which, UnaryOperator<T> change) {
    if (list.stream().filter(which).count() != 1) {
      throw new IllegalArgumentException("not exactly one matches in " + list);
    }
    return list.stream().map(x -> which.test(x) ? change.apply(x) : x).toList();
  }

  static <T> List<T> plus(List<T> list, T element) {
    var longer = new ArrayList<>(list);
    longer.add(element);
    return longer;
  }

  static <T> List<T> without(List<T> list, Predicate<T> which) {
    return list.stream().filter(which.negate()).toList();
  }
}

package dev.rundle.planner.check;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Copies of records with one component changed. */
final class Changed {
  private Changed() {}

  static <R extends Record> R with(R original, String component, Object value) {
    RecordComponent[] components = original.getClass().getRecordComponents();
    if (Arrays.stream(components).noneMatch(c -> c.getName().equals(component))) {
      throw new IllegalArgumentException(original.getClass() + " has no " + component);
    }
    try {
      Object[] values = new Object[components.length];
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] =
            components[i].getName().equals(component)
                ? value
                : components[i].getAccessor().invoke(original);
      }
      @SuppressWarnings("unchecked")
      R changed = (R) original.getClass().getDeclaredConstructor(types).newInstance(values);
      return changed;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

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

package dev.rundle.planner;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies of records with one component changed, for tests that spoil one figure of many. */
public final class RecordCopy {
  private RecordCopy() {}

  /**
   * A copy with another value.
   *
   * @throws IllegalArgumentException if the record has no component of that name or type
   */
  public static <R extends Record> R with(R original, String component, Object value) {
    RecordComponent[] components = original.getClass().getRecordComponents();
    if (Arrays.stream(components).noneMatch(c -> c.getName().equals(component))) {
      throw new IllegalArgumentException(original.getClass() + " has no " + component);
    }
    try {
      var types = new Class<?>[components.length];
      var values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] =
            components[i].getName().equals(component)
                ? value
                : components[i].getAccessor().invoke(original);
      }
      @SuppressWarnings("unchecked")
      var copy = (R) original.getClass().getDeclaredConstructor(types).newInstance(values);
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(component + " cannot be " + value, e);
    }
  }
}

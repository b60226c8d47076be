package dev.rundle.planner.plan;

import java.util.Locale;

/** Numbers in texts look the same on every machine. */
final class Texts {
  private Texts() {}

  static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}

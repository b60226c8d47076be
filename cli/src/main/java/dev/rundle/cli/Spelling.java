package dev.rundle.cli;

import java.util.Locale;

/** Whether a word may be a mistyped name. */
final class Spelling {
  private static final int MOST_EDITS = 2;
  private static final int SHORTEST_BEGINNING = 3;

  private Spelling() {}

  /** True if few letters differ, or if one is the beginning of the other. */
  static boolean isNear(String typed, String name) {
    String a = bare(typed);
    String b = bare(name);
    boolean begins = a.startsWith(b) || b.startsWith(a);
    return edits(a, b) <= MOST_EDITS
        || (begins && Math.min(a.length(), b.length()) >= SHORTEST_BEGINNING);
  }

  /** Without dashes in front and without a value. */
  private static String bare(String word) {
    return word.replaceFirst("^-+", "").replaceFirst("=.*$", "").toLowerCase(Locale.ROOT);
  }

  /** Fewest letters to insert, remove or replace that make one word of the other. */
  static int edits(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}

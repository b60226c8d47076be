package dev.rundle.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text that has to fit a terminal's line. */
public final class Words {
  private static final String BETWEEN = " · ";
  private static final char ESCAPE = '\u001B';
  private static final String PLAIN_AGAIN = "\u001B[0m";

  private Words() {}

  /** Columns that a text takes; colour codes take none. */
  public static int width(String text) {
    String shown = Style.strip(text);
    return shown.codePointCount(0, shown.length());
  }

  /** A text cut to some columns, with an ellipsis where something is missing. */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    boolean coloured = false;
    int used = 0;
    for (int at = 0; at < text.length() && used < columns - 1; ) {
      int code = text.codePointAt(at);
      if (code == ESCAPE) {
        int end = text.indexOf('m', at) + 1;
        kept.append(text, at, end);
        coloured = true;
        at = end;
      } else {
        kept.appendCodePoint(code);
        used++;
        at += Character.charCount(code);
      }
    }
    return kept.append(coloured ? "…" + PLAIN_AGAIN : "…").toString();
  }

  /** As many of the pieces as fit in some columns, the first one in any case. */
  public static String fitting(int columns, List<String> pieces) {
    List<String> kept = new ArrayList<>(pieces);
    while (kept.size() > 1 && width(String.join(BETWEEN, kept)) > columns) {
      kept.remove(kept.size() - 1);
    }
    return cut(String.join(BETWEEN, kept), columns);
  }

  /** Words of another host without what a terminal would take for commands, 8-bit ones included. */
  public static String harmless(String text) {
    return text.replaceAll("\\p{Cc}", "?");
  }

  /** The same of several lines; the further ones are set in, so that none passes for ours. */
  public static String harmlessLines(String text) {
    return text.lines().map(Words::harmless).collect(Collectors.joining("\n  "));
  }

  /** {@code agent-lost} for {@code AGENT_LOST}. */
  public static String kebab(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package dev.rundle.cli.output;

import java.util.Map;

/** How much a terminal shows. */
public record TerminalSize(int columns, int rows) {
  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;
  private static final int MOST = 1_000;

  public TerminalSize {
    if (columns < 1 || rows < 1) {
      throw new IllegalArgumentException("no terminal has " + columns + " × " + rows + " cells");
    }
  }

  /** The size that {@code COLUMNS} and {@code LINES} tell, or else the usual 80 × 24. */
  public static TerminalSize of(Map<String, String> environment) {
    return new TerminalSize(
        told(environment.get("COLUMNS"), USUAL_COLUMNS),
        told(environment.get("LINES"), USUAL_ROWS));
  }

  private static int told(String text, int usual) {
    if (text == null || !text.matches("[1-9]\\d{0,3}")) {
      return usual;
    }
    return Math.min(MOST, Integer.parseInt(text));
  }
}

package dev.rundle.cli.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An aligned table of text: numbers to the right, words to the left, two blanks between. */
public final class Table {
  /** Where a column's cells stand. */
  public enum Align {
    LEFT,
    RIGHT
  }

  private record Column(String heading, Align align) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a column of words. */
  public Table words(String heading) {
    columns.add(new Column(heading, Align.LEFT));
    return this;
  }

  /** Adds a column of figures. */
  public Table figures(String heading) {
    columns.add(new Column(heading, Align.RIGHT));
    return this;
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException unless there is one cell for each column
   */
  public Table row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + columns.size() + " columns");
    }
    rows.add(List.copyOf(Arrays.asList(cells)));
    return this;
  }

  /** The table as lines, without blanks at their ends. */
  public List<String> lines() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Math.max(
              Words.width(columns.get(i).heading()),
              rows.stream().mapToInt(row -> Words.width(row.get(column))).max().orElse(0));
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::heading).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String blanks = " ".repeat(widths[i] - Words.width(cells.get(i)));
      line.append(i == 0 ? "" : "  ");
      line.append(
          columns.get(i).align() == Align.LEFT ? cells.get(i) + blanks : blanks + cells.get(i));
    }
    return line.toString().stripTrailing();
  }

  /** Prints the lines. */
  public void printTo(PrintStream out) {
    lines().forEach(out::println);
  }
}

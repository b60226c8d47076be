package dev.rundle.coordinator.cluster.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints figures in columns, to the right. */
final class Table {
  private Table() {}

  static void print(String title, List<String> head, List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, head.size())
            .mapToObj(
                column ->
                    Stream.concat(Stream.of(head), rows.stream())
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
            .toList();
    PrintStream out = System.out;
    out.println();
    out.println(title);
    out.println(line(head, widths));
    rows.forEach(row -> out.println(line(row, widths)));
  }

  /** With thousands separators. */
  static String number(double n, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", n);
  }

  private static String line(List<String> cells, List<Integer> widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> " ".repeat(widths.get(i) - cells.get(i).length()) + cells.get(i))
        .collect(Collectors.joining("  ", "  ", ""));
  }
}

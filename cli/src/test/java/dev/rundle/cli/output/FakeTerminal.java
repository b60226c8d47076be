package dev.rundle.cli.output;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a terminal would show: knows line ends, carriage returns, cursor up, clearing and cutting of
 * long lines. Any other command of a terminal is a mistake.
 */
public final class FakeTerminal {
  private static final Pattern COMMAND = Pattern.compile("\u001B\\[([?\\d;]*)([A-Za-z])");

  private final int columns;
  private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
  private final PrintStream stream;
  private int row;
  private int column;
  private boolean wraps = true;

  public FakeTerminal(int columns) {
    this.columns = columns;
    this.stream =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int octet) {
                throw new AssertionError("texts are written as a whole");
              }

              @Override
              public void write(byte[] bytes, int from, int length) {
                take(new String(bytes, from, length, StandardCharsets.UTF_8));
              }
            },
            true,
            StandardCharsets.UTF_8);
  }

  public PrintStream stream() {
    return stream;
  }

  /** The lines from the first one on, without blanks at their ends. */
  public synchronized List<String> lines() {
    List<String> lines =
        new ArrayList<>(rows.stream().map(line -> line.toString().stripTrailing()).toList());
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  private synchronized void take(String text) {
    for (int at = 0; at < text.length(); ) {
      char next = text.charAt(at);
      if (next == '\u001B') {
        Matcher command = COMMAND.matcher(text).region(at, text.length());
        if (!command.lookingAt()) {
          throw new AssertionError("half a command");
        }
        obey(command.group(1), command.group(2));
        at = command.end();
      } else {
        show(next);
        at++;
      }
    }
  }

  private void show(char next) {
    if (next == '\n') {
      row++;
      column = 0;
      if (row == rows.size()) {
        rows.add(new StringBuilder());
      }
    } else if (next == '\r') {
      column = 0;
    } else {
      if (column == columns) {
        if (!wraps) {
          return;
        }
        show('\n');
      }
      StringBuilder line = rows.get(row);
      while (line.length() <= column) {
        line.append(' ');
      }
      line.setCharAt(column, next);
      column++;
    }
  }

  private void obey(String parameters, String command) {
    switch (parameters + command) {
      case "K" -> clearLine();
      case "J" -> {
        clearLine();
        while (rows.size() > row + 1) {
          rows.remove(rows.size() - 1);
        }
      }
      case "?7l" -> wraps = false;
      case "?7h" -> wraps = true;
      default -> {
        if (command.equals("A")) {
          row = Math.max(0, row - Integer.parseInt(parameters));
        } else if (!command.equals("m")) {
          throw new AssertionError("unknown command " + parameters + command);
        }
      }
    }
  }

  private void clearLine() {
    rows.get(row).setLength(Math.min(rows.get(row).length(), column));
  }
}

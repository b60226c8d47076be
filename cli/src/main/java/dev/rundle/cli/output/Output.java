package dev.rundle.cli.output;

import dev.rundle.cli.process.Surroundings;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where a command puts its result: a table for people, or the same record as JSON. */
public final class Output {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,=@%+-]+");

  private final Surroundings surroundings;
  private final boolean json;

  public Output(Surroundings surroundings, boolean json) {
    this.surroundings = surroundings;
    this.json = json;
  }

  /**
   * Prints the command's result.
   *
   * @param result the record that the table is printed from; this is the JSON
   * @param table prints it for people
   * @param next the command to type next; empty where the chain ends
   */
  public void result(Object result, Consumer<PrintStream> table, Optional<List<String>> next) {
    Optional<String> line = next.map(Output::commandLine);
    PrintStream out = surroundings.out();
    if (json) {
      out.println(Json.print(result, line));
    } else {
      table.accept(out);
      line.ifPresent(text -> out.println("\nNext: " + text));
    }
    out.flush();
  }

  /** Something to know that is no failure; on stderr. */
  public void warn(String text) {
    if (json) {
      new JsonLines(surroundings.err(), surroundings.clock())
          .event("warning", new JsonLines.Text(text));
    } else {
      surroundings.err().println("warning: " + Words.harmless(text));
    }
  }

  public Style style() {
    return new Style(surroundings.isColoured() && !json);
  }

  /** The words of a command as one would type them, quoted where a shell needs it. */
  public static String commandLine(List<String> words) {
    return words.stream().map(Output::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

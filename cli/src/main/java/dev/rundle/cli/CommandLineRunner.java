package dev.rundle.cli;

import dev.rundle.cli.output.FailurePrinter;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Parses and runs one command line; every way it can end is one of {@link ExitCodes}. */
public final class CommandLineRunner {
  private CommandLineRunner() {}

  /** Runs a command line to its end and returns its exit code; never throws. */
  public static int run(String[] args, Surroundings surroundings, Interrupts interrupts) {
    FailurePrinter failures =
        new FailurePrinter(
            surroundings, isGiven("--json", args), isGiven("--debug", args), interrupts);
    try {
      int code = commandLine(surroundings, interrupts, failures).execute(args);
      // A failure has been told on stderr; a result that never arrived must not pass for one.
      return code <= ExitCodes.FINDING && surroundings.out().checkError()
          ? failures.printLostResult()
          : code;
    } catch (RuntimeException | LinkageError e) {
      return failures.print(e);
    }
  }

  /** The parser with all commands, as {@link #run} uses it. */
  static CommandLine commandLine(
      Surroundings surroundings, Interrupts interrupts, FailurePrinter failures) {
    CommandLine line =
        new CommandLine(new RundleCommand(), new CommandFactory(surroundings, interrupts));
    line.setOut(new PrintWriter(surroundings.out(), true));
    line.setErr(new PrintWriter(surroundings.err(), true));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            surroundings.isColoured() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    line.setUsageHelpAutoWidth(surroundings.outIsTerminal());
    line.setAbbreviatedOptionsAllowed(false);
    line.setParameterExceptionHandler((e, arguments) -> failures.print(WrongUsage.explain(e), e));
    line.setExecutionExceptionHandler((e, commandLine, parsed) -> failures.print(e));
    return line;
  }

  private static boolean isGiven(String option, String[] args) {
    List<String> all = Arrays.asList(args);
    int end = all.indexOf("--");
    return (end < 0 ? all : all.subList(0, end)).contains(option);
  }
}

package dev.rundle.cli;

import dev.rundle.cli.output.Failure;
import dev.rundle.cli.process.ExitCodes;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains a command line that cannot be understood: what, did you mean, short usage. */
final class WrongUsage {
  private WrongUsage() {}

  static Failure explain(ParameterException e) {
    if (e.getCause() instanceof dev.rundle.model.failure.RundleException ours) {
      return Failure.of(ours);
    }
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName(" ");
    return new Failure(
        firstLine(e.getMessage()),
        why(e),
        synopsis(command) + "; all options: " + name + " --help",
        ExitCodes.USAGE);
  }

  private static String why(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String typed = unmatched.getUnmatched().get(0);
      List<String> meant =
          unmatched.getSuggestions().stream().filter(name -> Spelling.isNear(typed, name)).toList();
      if (!meant.isEmpty()) {
        return meant.stream().limit(3).collect(Collectors.joining(" or ", "did you mean ", "?"));
      }
    }
    return "";
  }

  private static String synopsis(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName(" ");
    return command.getSubcommands().isEmpty()
        ? "use " + name + " [OPTIONS]"
        : "use "
            + name
            + " COMMAND, one of "
            + command.getSubcommands().keySet().stream().collect(Collectors.joining(", "));
  }

  private static String firstLine(String message) {
    String line = message.lines().findFirst().orElse("wrong usage");
    return line.replaceFirst(" is not an? (int|long)$", " is not a whole number")
        .replaceFirst(" is not an? (double|float)$", " is not a number");
  }
}

package dev.rundle.cli;

import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;

/** The process: runs the command line and ends with its exit code. */
public final class Main {
  private Main() {}

  /** Starts Rundle. */
  public static void main(String[] args) {
    Surroundings surroundings = Surroundings.ofProcess();
    Interrupts interrupts = Interrupts.ofProcess(surroundings.err());
    int code = ExitCodes.FAILURE;
    try {
      code = CommandLineRunner.run(args, surroundings, interrupts);
    } finally {
      surroundings.out().flush();
      interrupts.commandHasEnded(code);
    }
    // Client libraries keep threads of their own; the command is over all the same.
    System.exit(code);
  }
}

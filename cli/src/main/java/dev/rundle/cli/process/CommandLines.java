package dev.rundle.cli.process;

/** Runs a command line inside another command, as {@code demo} does with the chain's steps. */
@FunctionalInterface
public interface CommandLines {
  /** Runs to the end and returns the exit code; never throws. */
  int run(Surroundings surroundings, Interrupts interrupts, String... arguments);
}

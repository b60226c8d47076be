package dev.rundle.cli;

import dev.rundle.cli.command.AgentCommand;
import dev.rundle.cli.command.CertsCommand;
import dev.rundle.cli.command.DemoCommand;
import dev.rundle.cli.command.DriftCommand;
import dev.rundle.cli.command.PlanCommand;
import dev.rundle.cli.command.QmaxCommand;
import dev.rundle.cli.command.SandboxCommand;
import dev.rundle.cli.command.ThawCommand;
import dev.rundle.cli.command.TtotalCommand;
import dev.rundle.cli.command.ValidateCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rundle}: the root of all commands; by itself it only asks for one. */
@Command(
    name = "rundle",
    versionProvider = Version.class,
    description = {
      "Measures how much concurrency one instance of a streaming SageMaker endpoint holds (Q_max)"
          + " and how long new capacity takes to arrive (T_total), and derives the auto scaling"
          + " policy from the two.",
      ""
    },
    commandListHeading = "%nCommands, in the order in which they are used:%n",
    footer = {
      "",
      "Example: the whole chain against a sandbox on this machine",
      "  rundle demo",
      "",
      "Exit codes: 0 fine, 1 a finding or a failed check, 2 wrong usage, 3 refused (nothing was"
          + " changed), 4 AWS, network or cluster failure, 130 interrupted (all was put back)."
    },
    subcommands = {
      DemoCommand.class,
      DriftCommand.class,
      QmaxCommand.class,
      TtotalCommand.class,
      PlanCommand.class,
      ValidateCommand.class,
      ThawCommand.class,
      SandboxCommand.class,
      CertsCommand.class,
      AgentCommand.class
    })
final class RundleCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }
}

package dev.rundle.cli.command;

import dev.rundle.cli.demo.Demo;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.process.CommandLines;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rundle demo}: the whole chain against a sandbox. */
@Command(
    name = "demo",
    description = {
      "Shows the whole chain on this machine in about five minutes: starts a sandbox, deploys a"
          + " guessed policy, measures Q_max and T_total, plans, deploys the plan and checks it."
          + " Needs no AWS account and calls none.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  rundle demo",
      "",
      "Artifacts and reports stay in a new folder rundle-demo-<time> that it names."
    })
public final class DemoCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommandLines commandLines;

  public DemoCommand(Surroundings surroundings, Interrupts interrupts, CommandLines commandLines) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.commandLines = commandLines;
  }

  @Override
  public Integer call() {
    return new Demo(surroundings, interrupts, commandLines, common).run();
  }
}

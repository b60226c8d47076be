package dev.rundle.cli.command;

import dev.rundle.cli.live.AgentJob;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.options.JoinOptions;
import dev.rundle.cli.options.MetricsOptions;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rundle agent}: lends this host's load to a coordinator. */
@Command(
    name = "agent",
    description = {
      "Makes load for a coordinator on another host: joins `rundle qmax --listen` or `rundle ttotal"
          + " --listen`, before or after they start, holds its share of every rung, and stays for"
          + " the next run. Ctrl-C or SIGTERM ends it.",
      "",
      "With --json it prints one JSON object a line on stdout, each with `at` and `event`: starting,"
          + " waiting, joined, refused, preparing, ready, holding, finished, stopped, alone,"
          + " warning, metrics, interrupted.",
      ""
    },
    footer = {
      "",
      "Example: on each host that makes load",
      "  rundle agent --join 10.0.0.5:25520 --certs node-certs"
    })
public final class AgentCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private JoinOptions join;
  @Mixin private MetricsOptions metrics;

  private final Surroundings surroundings;
  private final Interrupts interrupts;

  public AgentCommand(Surroundings surroundings, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
  }

  @Override
  public Integer call() {
    return new AgentJob(surroundings, interrupts, common).run(join.joining(), metrics.address());
  }
}

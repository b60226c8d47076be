package dev.rundle.cli.command;

import dev.rundle.cli.live.AgentJob;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle agent}: lends this host's load to a coordinator. */
@Command(
    name = "agent",
    description = {
      "Makes load for a coordinator on another host: joins `rundle qmax --listen` or `rundle ttotal"
          + " --listen`, holds its share of every rung, and waits for the next run.",
      ""
    },
    footer = {
      "",
      "Example: on each host that makes load",
      "  rundle agent --join 10.0.0.5:25520 --host 10.0.0.6 --insecure"
    })
public final class AgentCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where the coordinator listens.")
  private String join;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "This host's address as the coordinator reaches it (default: 127.0.0.1).")
  private String host;

  @Option(
      names = "--insecure",
      description = "Allow plain connections between hosts, in a network that you trust.")
  private boolean insecure;

  private final Surroundings surroundings;
  private final Interrupts interrupts;

  public AgentCommand(Surroundings surroundings, Interrupts interrupts) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
  }

  @Override
  public Integer call() {
    return new AgentJob(surroundings, interrupts, common).run(join, host, insecure);
  }
}

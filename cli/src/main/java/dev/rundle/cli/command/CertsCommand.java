package dev.rundle.cli.command;

import dev.rundle.cli.certs.CertsJob;
import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.process.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rundle certs}: certificates for a cluster. */
@Command(
    name = "certs",
    description = {
      "Makes the certificates with which coordinator and agents know each other: a CA for the"
          + " cluster, once, and a folder for each node. Calls nobody.",
      ""
    },
    footer = {
      "",
      "Example: a coordinator and two agents; later a third agent of the same cluster",
      "  rundle certs --nodes coordinator,agent-1,agent-2",
      "  rundle certs --nodes agent-3"
    })
public final class CertsCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "Folder of the CA and the nodes (default: ./certs).")
  private Path out;

  @Option(
      names = "--nodes",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "coordinator,agent-1,agent-2",
      description =
          "Nodes to make certificates for, separated by commas (default:"
              + " coordinator,agent-1,agent-2).")
  private List<String> nodes;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the nodes' certificates are valid (default: 365).")
  private int days;

  @Option(
      names = "--replace",
      description = "Make new certificates for nodes that have some, in place of the old ones.")
  private boolean replace;

  private final Surroundings surroundings;

  public CertsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return new CertsJob(surroundings, common).run(out, nodes, days, replace);
  }
}

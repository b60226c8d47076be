package dev.rundle.cli.options;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.Security;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whom an agent joins, and as whom. */
public final class JoinOptions {
  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      description = "Where the coordinator listens, or will (default: RUNDLE_JOIN).")
  private String join;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "This host's address as the coordinator reaches it (default: RUNDLE_HOST, or the address"
              + " from which this host reaches the coordinator).")
  private String host;

  @Mixin private SecurityOptions security;

  private final Variables variables;

  public JoinOptions(Surroundings surroundings) {
    this.variables = new Variables(surroundings);
  }

  /**
   * Whom to join.
   *
   * @param host this host's address; empty for the one from which it reaches the coordinator
   */
  public record Joining(HostAndPort coordinator, Optional<String> host, Security security) {}

  /**
   * What was asked for, by option or else by environment.
   *
   * @throws BadInput if nobody was named to join, or what was given cannot be used
   */
  public Joining joining() {
    return new Joining(
        Optional.ofNullable(join)
            .or(() -> variables.find(Variables.JOIN))
            .map(HostAndPort::parse)
            .orElseThrow(JoinOptions::nobodyToJoin),
        Optional.ofNullable(host).or(() -> variables.find(Variables.HOST)),
        security.security());
  }

  private static BadInput nobodyToJoin() {
    return new BadInput(
        "no coordinator to join",
        "neither --join nor the environment variable RUNDLE_JOIN names one",
        "give --join HOST:PORT, the address that `rundle qmax --listen` or `rundle ttotal --listen`"
            + " waits on");
  }
}

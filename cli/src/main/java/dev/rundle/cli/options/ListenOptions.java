package dev.rundle.cli.options;

import dev.rundle.agent.NodeSettings.HostAndPort;
import dev.rundle.agent.security.Security;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the load comes from: this process, or agents on other hosts. */
public final class ListenOptions {
  private static final HostAndPort DEFAULT_ADDRESS = new HostAndPort("127.0.0.1", 25_520);
  private static final int DEFAULT_AGENTS = 1;
  private static final int MOST_AGENTS = 1_000;
  private static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(5);
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]", "*");

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Wait here for agents instead of making the load in this process; the address by which"
              + " they call this host (default: RUNDLE_LISTEN; with --agents alone"
              + " 127.0.0.1:25520).")
  private String listen;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description =
          "Agents that must have joined before the run (default: RUNDLE_AGENTS; with --listen"
              + " alone 1).")
  private Integer agents;

  @Option(
      names = "--agents-within",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "With --agents or --listen: how long to wait for them (default: 5m).")
  private Duration patience;

  @Mixin private SecurityOptions security;

  private final Variables variables;

  public ListenOptions(Surroundings surroundings) {
    this.variables = new Variables(surroundings);
  }

  /**
   * Agents to wait for.
   *
   * @param address that they join
   * @param agents how many
   * @param patience how long to wait for them
   */
  public record Listening(HostAndPort address, int agents, Duration patience, Security security) {}

  /**
   * What was asked for, by option or else by environment; empty if this process makes the load.
   *
   * @throws BadInput if it cannot be done, or an option would have no effect
   */
  public Optional<Listening> listening() {
    Optional<String> where = Optional.ofNullable(listen).or(() -> variables.find(Variables.LISTEN));
    Optional<Integer> howMany =
        Optional.ofNullable(agents).or(() -> variables.findInt(Variables.AGENTS));
    if (where.isEmpty() && howMany.isEmpty()) {
      refuseWhatHasNoEffect();
      return Optional.empty();
    }
    return Optional.of(
        new Listening(
            where.map(ListenOptions::address).orElse(DEFAULT_ADDRESS),
            howMany.map(ListenOptions::checked).orElse(DEFAULT_AGENTS),
            patience == null ? DEFAULT_PATIENCE : patience,
            security.security()));
  }

  /** Who gives options about agents does not mean this process. */
  private void refuseWhatHasNoEffect() {
    Optional<String> given = patience == null ? security.given() : Optional.of("--agents-within");
    if (given.isPresent()) {
      throw new BadInput(
          given.get() + " without --agents or --listen",
          "without them this process makes the load itself and waits for no agent",
          "add --agents N or --listen HOST:PORT, or leave " + given.get() + " out");
    }
  }

  private static HostAndPort address(String text) {
    HostAndPort address = HostAndPort.parse(text);
    if (EVERYWHERE.contains(address.host())) {
      throw new BadInput(
          "--listen " + text + " names no host",
          "agents call the coordinator by the very address that it listens on",
          "give this host's own address or name, e.g. --listen 10.0.0.5:" + address.port());
    }
    return address;
  }

  private static int checked(int agents) {
    if (agents < 1 || agents > MOST_AGENTS) {
      throw new BadInput("--agents " + agents, "", "give a whole number from 1 to " + MOST_AGENTS);
    }
    return agents;
  }
}

package dev.rundle.cli.options;

import dev.rundle.model.failure.BadInput;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the load comes from: this process, or agents on other hosts. */
public final class ListenOptions {
  private static final int DEFAULT_AGENTS = 1;
  private static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(5);

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Wait here for agents instead of making the load in this process.")
  private String listen;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "With --listen: agents that must have joined before the run (default: 1).")
  private Integer agents;

  @Option(
      names = "--agents-within",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "With --listen: how long to wait for them (default: 5m).")
  private Duration patience;

  @Option(
      names = "--insecure",
      description =
          "With --listen: allow plain connections between hosts, in a network that you trust.")
  private boolean insecure;

  /**
   * Refuses options that would have no effect: who asks for agents does not mean this process.
   *
   * @throws BadInput if an option about agents was given without {@code --listen}
   */
  public void requireListen() {
    if (listen == null && (agents != null || patience != null || insecure)) {
      String given =
          agents != null ? "--agents" : patience != null ? "--agents-within" : "--insecure";
      throw new BadInput(
          given + " without --listen",
          "without --listen this process makes the load itself and waits for no agent",
          "add --listen HOST:PORT, or leave " + given + " out");
    }
  }

  public Optional<String> listen() {
    return Optional.ofNullable(listen);
  }

  public int agents() {
    return agents == null ? DEFAULT_AGENTS : agents;
  }

  public Duration patience() {
    return patience == null ? DEFAULT_PATIENCE : patience;
  }

  public boolean insecure() {
    return insecure;
  }
}

package dev.rundle.cli.options;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the load comes from: this process, or agents on other hosts. */
public final class ListenOptions {
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Wait here for agents instead of making the load in this process.")
  private String listen;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "1",
      description = "With --listen: agents that must have joined before the run (default: 1).")
  private int agents;

  @Option(
      names = "--agents-within",
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationConverter.class,
      description = "With --listen: how long to wait for them (default: 5m).")
  private Duration patience;

  @Option(
      names = "--insecure",
      description =
          "With --listen: allow plain connections between hosts, in a network that you trust.")
  private boolean insecure;

  public Optional<String> listen() {
    return Optional.ofNullable(listen);
  }

  public int agents() {
    return agents;
  }

  public Duration patience() {
    return patience;
  }

  public boolean insecure() {
    return insecure;
  }
}

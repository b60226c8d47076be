package dev.rundle.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which model of which configuration file. */
public final class ModelOptions {
  private static final String DEFAULT_CONFIG = "rundle.yaml";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = DEFAULT_CONFIG,
      description = "Configuration of the models (default: ./rundle.yaml).")
  private Path config;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model's entry in the configuration (default: the only one).")
  private String model;

  /** The configuration file, not yet resolved against the current directory. */
  public Path config() {
    return config;
  }

  public Optional<String> model() {
    return Optional.ofNullable(model);
  }

  /** The given options as they would be typed again, for the next command's line. */
  public List<String> asTyped() {
    List<String> typed = new ArrayList<>();
    if (!config.toString().equals(DEFAULT_CONFIG)) {
      typed.addAll(List.of("--config", config.toString()));
    }
    model().ifPresent(name -> typed.addAll(List.of("--model", name)));
    return typed;
  }
}

package dev.rundle.cli.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What both measurements of a live endpoint are told, whatever they measure. */
public final class MeasurementOptions {
  @Mixin private ModelOptions model;
  @Mixin private AwsOptions aws;
  @Mixin private ListenOptions listen;
  @Mixin private MetricsOptions metrics;
  @Mixin private OutputFileOptions file;

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "At concurrency 1 before the measurement, not counted (default: 60s).")
  private Duration warmUp;

  @Option(
      names = "--texts",
      paramLabel = "FILE",
      description = "What to speak, one text per line (default: a built-in mix of lengths).")
  private Path texts;

  public ModelOptions model() {
    return model;
  }

  public AwsOptions aws() {
    return aws;
  }

  public ListenOptions listen() {
    return listen;
  }

  public MetricsOptions metrics() {
    return metrics;
  }

  public OutputFileOptions file() {
    return file;
  }

  public Duration warmUp() {
    return warmUp;
  }

  /** Not yet resolved against the current directory. */
  public Optional<Path> texts() {
    return Optional.ofNullable(texts);
  }

  /** Model and AWS options as they would be typed again, for the next command's line. */
  public List<String> asTyped() {
    List<String> typed = new ArrayList<>(model.asTyped());
    typed.addAll(aws.asTyped());
    return typed;
  }
}

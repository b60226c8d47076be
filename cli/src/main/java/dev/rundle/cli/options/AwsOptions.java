package dev.rundle.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where AWS is, with the AWS CLI's names; what is not given comes from its environment. */
public final class AwsOptions {
  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "AWS region (default: AWS_REGION, or the profile's).")
  private String region;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Profile of the AWS configuration (default: AWS_PROFILE).")
  private String profile;

  @Option(
      names = "--endpoint-url",
      paramLabel = "URL",
      description =
          "Address used for every AWS service, e.g. a sandbox's (default: AWS_ENDPOINT_URL).")
  private String endpointUrl;

  public Optional<String> region() {
    return given(region);
  }

  public Optional<String> profile() {
    return given(profile);
  }

  public Optional<String> endpointUrl() {
    return given(endpointUrl);
  }

  private static Optional<String> given(String text) {
    return Optional.ofNullable(text).filter(value -> !value.isBlank());
  }

  /** The given options as they would be typed again, for the next command's line. */
  public List<String> asTyped() {
    List<String> typed = new ArrayList<>();
    region().ifPresent(value -> typed.addAll(List.of("--region", value)));
    profile().ifPresent(value -> typed.addAll(List.of("--profile", value)));
    endpointUrl().ifPresent(value -> typed.addAll(List.of("--endpoint-url", value)));
    return typed;
  }
}

package dev.rundle.cli.live;

import dev.rundle.cli.options.AwsOptions;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.coordinator.Ports;
import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.Refused;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sagemaker.control.DeployedStateReader;
import java.util.List;
import java.util.Optional;

/** The clients of one command, opened from its options. */
public final class AwsSession implements AutoCloseable {
  private final AwsPorts aws;
  private final String profile;
  private final String endpointUrl;
  private final Ports ports;

  private AwsSession(AwsPorts aws, String profile, String endpointUrl) {
    this.aws = aws;
    this.profile = profile;
    this.endpointUrl = endpointUrl;
    this.ports = new Ports(aws.endpoints(), aws.scaling(), aws.metrics(), aws.logs(), aws.quotas());
  }

  /** Resolves region and credentials; calls nothing yet. */
  static AwsSession open(AwsOptions options, Surroundings surroundings) {
    Optional<String> url =
        options
            .endpointUrl()
            .or(() -> Optional.ofNullable(surroundings.environment().get("AWS_ENDPOINT_URL")));
    return open(options.region().orElse(""), options.profile().orElse(""), url.orElse(""));
  }

  /** The same from plain values; empty means not given. */
  public static AwsSession open(String region, String profile, String endpointUrl) {
    return new AwsSession(
        AwsPorts.open(AwsTarget.of(region, profile, endpointUrl)), profile, endpointUrl);
  }

  public Ports ports() {
    return ports;
  }

  String region() {
    return aws.region();
  }

  String profile() {
    return profile;
  }

  String endpointUrl() {
    return endpointUrl;
  }

  DeployedStateReader deployedState() {
    return aws.deployedState();
  }

  /**
   * The model's endpoint.
   *
   * @throws Refused if there is none of that name, naming those that there are
   */
  public EndpointState requireEndpoint(ModelConfig model) {
    return ports
        .endpoints()
        .findEndpoint(model.endpoint())
        .orElseThrow(() -> noEndpoint(model.endpoint()));
  }

  private Refused noEndpoint(String endpoint) {
    List<String> known = ports.endpoints().listEndpoints();
    String there =
        known.isEmpty()
            ? "there are no endpoints at all there"
            : "endpoints there: " + String.join(", ", known.subList(0, Math.min(8, known.size())));
    return new Refused(
        "there is no endpoint "
            + endpoint
            + " in region "
            + region()
            + (endpointUrl.isEmpty() ? "" : " at " + endpointUrl),
        there,
        "check --region and --profile, or the endpoint's name in rundle.yaml");
  }

  @Override
  public void close() {
    aws.close();
  }
}

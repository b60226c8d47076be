package dev.rundle.sagemaker.control;

import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.Refused;
import dev.rundle.sagemaker.access.AwsClients;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sagemaker.model.ContainerDefinition;
import software.amazon.awssdk.services.sagemaker.model.DeployedImage;
import software.amazon.awssdk.services.sagemaker.model.DescribeEndpointResponse;
import software.amazon.awssdk.services.sagemaker.model.DescribeModelResponse;
import software.amazon.awssdk.services.sagemaker.model.ProductionVariant;
import software.amazon.awssdk.services.sagemaker.model.ProductionVariantSummary;

/** Reads an endpoint's variants together with their configuration and model. */
final class VariantReader {
  private static final Pattern DIGEST = Pattern.compile("@sha256:([0-9a-fA-F]{64})");

  private final AwsClients clients;

  VariantReader(AwsClients clients) {
    this.clients = clients;
  }

  /** Names and counts alone, from the endpoint's own description. */
  List<EndpointState.Variant> counts(DescribeEndpointResponse endpoint) {
    return endpoint.productionVariants().stream()
        .map(
            v ->
                new EndpointState.Variant(
                    v.variantName(),
                    orZero(v.currentInstanceCount()),
                    orZero(v.desiredInstanceCount()),
                    "",
                    "",
                    "",
                    Optional.empty(),
                    Map.of(),
                    routing(v, null)))
        .toList();
  }

  /** The variants with instance type, image and environment. */
  List<EndpointState.Variant> read(String endpointName, DescribeEndpointResponse endpoint) {
    String configName = endpoint.endpointConfigName();
    Map<String, ProductionVariant> configured =
        clients
            .failures()
            .call(
                "sagemaker:DescribeEndpointConfig",
                "endpoint configuration " + configName,
                () ->
                    clients
                        .sageMaker()
                        .describeEndpointConfig(r -> r.endpointConfigName(configName)))
            .productionVariants()
            .stream()
            .collect(Collectors.toMap(ProductionVariant::variantName, v -> v));
    return endpoint.productionVariants().stream()
        .map(v -> variant(endpointName, v, configured.get(v.variantName())))
        .toList();
  }

  private EndpointState.Variant variant(
      String endpointName, ProductionVariantSummary live, ProductionVariant configured) {
    checkKind(endpointName, live, configured);
    DescribeModelResponse model = describeModel(configured.modelName());
    List<ContainerDefinition> containers = containers(model);
    return new EndpointState.Variant(
        live.variantName(),
        orZero(live.currentInstanceCount()),
        orZero(live.desiredInstanceCount()),
        configured.instanceTypeAsString(),
        configured.modelName(),
        image(containers, live.deployedImages()),
        digest(containers, live.deployedImages()),
        environment(containers),
        routing(live, configured));
  }

  private static void checkKind(
      String endpoint, ProductionVariantSummary live, ProductionVariant configured) {
    String name = "variant " + live.variantName() + " of endpoint " + endpoint;
    if (configured == null) {
      throw new Refused(
          name + " is not in the endpoint's configuration",
          "its instance type and model cannot be read while the endpoint changes configuration",
          "wait until the endpoint is InService and run it again");
    }
    if (configured.serverlessConfig() != null || live.currentServerlessConfig() != null) {
      throw new Refused(
          name + " is serverless",
          "it has no instances, so there is no Q_max per instance",
          "choose a variant that runs on instances");
    }
    if (configured.modelName() == null || configured.instanceType() == null) {
      throw new Refused(
          name + " hosts inference components",
          "their copies are scaled one by one and not as instances of the variant",
          "choose a variant with a model of its own");
    }
  }

  private DescribeModelResponse describeModel(String name) {
    return clients
        .failures()
        .call(
            "sagemaker:DescribeModel",
            "model " + name,
            () -> clients.sageMaker().describeModel(r -> r.modelName(name)));
  }

  private static List<ContainerDefinition> containers(DescribeModelResponse model) {
    return model.primaryContainer() != null
        ? List.of(model.primaryContainer())
        : model.containers();
  }

  private static String image(List<ContainerDefinition> containers, List<DeployedImage> deployed) {
    String specified =
        containers.stream()
            .map(ContainerDefinition::image)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(","));
    // A model from a model package names no image; the variant still tells which one runs.
    return !specified.isEmpty()
        ? specified
        : deployed.stream()
            .map(DeployedImage::specifiedImage)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(","));
  }

  /**
   * The digest of the image that runs. With several containers it is the SHA-256 of their digests
   * in order, so that a change of any one changes it; empty where one of them is not known, for its
   * change would go unseen.
   */
  static Optional<String> digest(
      List<ContainerDefinition> containers, List<DeployedImage> deployed) {
    return digest(deployed.stream().map(DeployedImage::resolvedImage).toList())
        .or(() -> digest(containers.stream().map(ContainerDefinition::image).toList()));
  }

  private static Optional<String> digest(List<String> images) {
    List<String> found =
        images.stream()
            .filter(Objects::nonNull)
            .map(DIGEST::matcher)
            .filter(Matcher::find)
            .map(m -> m.group(1).toLowerCase(Locale.ROOT))
            .toList();
    if (found.isEmpty() || found.size() < images.size()) {
      return Optional.empty();
    }
    return Optional.of(found.size() == 1 ? found.get(0) : combined(found));
  }

  private static String combined(List<String> digests) {
    try {
      byte[] all = String.join(",", digests).getBytes(StandardCharsets.US_ASCII);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** All containers' variables; where two disagree, the later one's carries its host name. */
  private static Map<String, String> environment(List<ContainerDefinition> containers) {
    var all = new LinkedHashMap<String, String>();
    for (ContainerDefinition container : containers) {
      container
          .environment()
          .forEach(
              (key, value) -> {
                String before = all.putIfAbsent(key, value);
                if (before != null && !before.equals(value)) {
                  all.put(container.containerHostname() + "/" + key, value);
                }
              });
    }
    return all;
  }

  private static Optional<String> routing(
      ProductionVariantSummary live, ProductionVariant configured) {
    return Optional.ofNullable(live.routingConfig())
        .or(() -> Optional.ofNullable(configured).map(ProductionVariant::routingConfig))
        .map(r -> r.routingStrategyAsString());
  }

  private static int orZero(Integer count) {
    return count == null ? 0 : count;
  }
}

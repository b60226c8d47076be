package dev.rundle.sagemaker.control;

import dev.rundle.model.control.CapacityChangeRejected;
import dev.rundle.model.control.CapacityChangeRejected.Reason;
import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sagemaker.access.AwsFailures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.sagemaker.model.DescribeEndpointResponse;
import software.amazon.awssdk.services.sagemaker.model.DesiredWeightAndCapacity;
import software.amazon.awssdk.services.sagemaker.model.EndpointSummary;
import software.amazon.awssdk.services.sagemaker.model.SageMakerException;
import software.amazon.awssdk.services.sagemaker.model.Tag;

/** Endpoints through the SageMaker API. */
public final class SageMakerEndpoints implements EndpointControl {
  private final AwsClients clients;
  private final VariantReader variants;

  public SageMakerEndpoints(AwsClients clients) {
    this.clients = clients;
    this.variants = new VariantReader(clients);
  }

  /**
   * {@inheritDoc}
   *
   * @throws dev.rundle.model.failure.Refused if a variant is serverless or hosts inference
   *     components, so that it has no instance count or model of its own
   */
  @Override
  public Optional<EndpointState> findEndpoint(String endpoint) {
    return describe(endpoint)
        .map(found -> state(found, variants.read(endpoint, found), listTags(found.endpointArn())));
  }

  @Override
  public Optional<EndpointState> findEndpointStatus(String endpoint) {
    return describe(endpoint).map(found -> state(found, variants.counts(found), Map.of()));
  }

  @Override
  public List<String> listEndpoints() {
    return call(
        "sagemaker:ListEndpoints",
        "",
        () ->
            clients.sageMaker().listEndpointsPaginator().endpoints().stream()
                .map(EndpointSummary::endpointName)
                .toList());
  }

  @Override
  public void setDesiredInstanceCount(String endpoint, String variant, int count) {
    String action = "sagemaker:UpdateEndpointWeightsAndCapacities";
    DesiredWeightAndCapacity desired =
        DesiredWeightAndCapacity.builder().variantName(variant).desiredInstanceCount(count).build();
    try {
      clients
          .sageMaker()
          .updateEndpointWeightsAndCapacities(
              r -> r.endpointName(endpoint).desiredWeightsAndCapacities(List.of(desired)));
    } catch (SdkException e) {
      Optional<CapacityChangeRejected> rejected =
          e instanceof SdkServiceException answered ? rejection(answered) : Optional.empty();
      throw rejected
          .<RuntimeException>map(r -> r)
          .orElseGet(() -> clients.failures().translate(action, "endpoint " + endpoint, e));
    }
  }

  @Override
  public void addTags(String endpointArn, Map<String, String> tags) {
    List<Tag> asked =
        tags.entrySet().stream()
            .map(t -> Tag.builder().key(t.getKey()).value(t.getValue()).build())
            .toList();
    call(
        "sagemaker:AddTags",
        endpointArn,
        () -> clients.sageMaker().addTags(r -> r.resourceArn(endpointArn).tags(asked)));
  }

  @Override
  public void removeTags(String endpointArn, List<String> keys) {
    call(
        "sagemaker:DeleteTags",
        endpointArn,
        () -> clients.sageMaker().deleteTags(r -> r.resourceArn(endpointArn).tagKeys(keys)));
  }

  /**
   * Why a change of capacity was not accepted; empty if the failure says nothing about the change
   * itself (credentials, permissions, a failing service).
   */
  static Optional<CapacityChangeRejected> rejection(SdkServiceException e) {
    String code = AwsFailures.code(e);
    String text = AwsFailures.text(e);
    Reason reason;
    if (code.startsWith("ResourceLimitExceeded")) {
      reason = Reason.QUOTA;
    } else if (e.isThrottlingException()) {
      reason = Reason.THROTTLED;
    } else if (code.startsWith("Conflict") || isInProgress(text)) {
      reason = Reason.UPDATE_IN_PROGRESS;
    } else if (code.startsWith("Validation")) {
      reason = Reason.OTHER;
    } else {
      return Optional.empty();
    }
    return Optional.of(new CapacityChangeRejected(reason, code + ": " + text, e));
  }

  private static boolean isInProgress(String text) {
    return text.contains("Cannot update in-progress endpoint") || text.contains("in progress");
  }

  private Optional<DescribeEndpointResponse> describe(String endpoint) {
    return call(
        "sagemaker:DescribeEndpoint",
        "endpoint " + endpoint,
        () -> {
          try {
            return Optional.of(clients.sageMaker().describeEndpoint(r -> r.endpointName(endpoint)));
          } catch (SageMakerException e) {
            if (AwsFailures.text(e).contains("Could not find")) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private Map<String, String> listTags(String arn) {
    return call(
        "sagemaker:ListTags",
        arn,
        () ->
            clients.sageMaker().listTagsPaginator(r -> r.resourceArn(arn)).tags().stream()
                .collect(Collectors.toMap(Tag::key, Tag::value, (a, b) -> b)));
  }

  private static EndpointState state(
      DescribeEndpointResponse found,
      List<EndpointState.Variant> variants,
      Map<String, String> tags) {
    return new EndpointState(
        found.endpointName(),
        found.endpointArn(),
        found.endpointStatusAsString(),
        found.endpointConfigName(),
        variants,
        tags);
  }

  private <T> T call(String action, String resource, Supplier<T> call) {
    return clients.failures().call(action, resource, call);
  }
}

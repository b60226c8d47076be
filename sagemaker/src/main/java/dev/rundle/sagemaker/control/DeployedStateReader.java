package dev.rundle.sagemaker.control;

import dev.rundle.model.control.EndpointControl;
import dev.rundle.model.control.MetricsSource;
import dev.rundle.model.control.QuotaSource;
import dev.rundle.model.control.ScalingControl;
import dev.rundle.model.deployed.Alarm;
import dev.rundle.model.deployed.DeployedState;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.ScalingPolicy;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.access.AwsClients;
import dev.rundle.sagemaker.access.AwsFailures;
import dev.rundle.sagemaker.metrics.CloudWatchMetrics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads everything that drift and validate compare for one endpoint's variant. */
public final class DeployedStateReader {
  private final EndpointControl endpoints;
  private final ScalingControl scaling;
  private final MetricsSource metrics;
  private final QuotaSource quotas;
  private final Clock clock;

  public DeployedStateReader(
      EndpointControl endpoints,
      ScalingControl scaling,
      MetricsSource metrics,
      QuotaSource quotas,
      Clock clock) {
    this.endpoints = endpoints;
    this.scaling = scaling;
    this.metrics = metrics;
    this.quotas = quotas;
    this.clock = clock;
  }

  /** A reader over AWS. */
  public static DeployedStateReader of(AwsClients clients) {
    return new DeployedStateReader(
        new SageMakerEndpoints(clients),
        new ApplicationScaling(clients),
        new CloudWatchMetrics(clients),
        new ServiceQuotas(clients),
        Clock.systemUTC());
  }

  /**
   * What was read.
   *
   * @param notRead what lies outside the endpoint and was denied to the caller: information, the
   *     lists concerned are then short
   */
  public record Reading(DeployedState state, List<String> notRead) {
    public Reading {
      notRead = List.copyOf(notRead);
    }
  }

  /**
   * Reads the state of one variant and what lives beside it.
   *
   * @throws RemoteFailure if the endpoint's own part cannot be read
   */
  public Reading read(String endpoint, String variant) {
    var notRead = new ArrayList<String>();
    String resourceId = ScalableTarget.resourceId(endpoint, variant);
    Optional<EndpointState> state = endpoints.findEndpoint(endpoint);
    Optional<ScalableTarget> target = scaling.findTarget(resourceId);
    List<ScalingPolicy> policies = scaling.listPolicies(resourceId);
    var deployed =
        new DeployedState(
            clock.instant(),
            state,
            target,
            policies,
            alarms(endpoint, variant, policies),
            without(
                resourceId, ScalableTarget::resourceId, ifAllowed(notRead, scaling::listTargets)),
            without(
                resourceId,
                ScalingPolicy::resourceId,
                ifAllowed(notRead, scaling::listAllPolicies)),
            publishedMetrics(endpoint, variant),
            quota(state, variant),
            ifAllowed(notRead, endpoints::listEndpoints));
    return new Reading(deployed, notRead);
  }

  private List<Alarm> alarms(String endpoint, String variant, List<ScalingPolicy> policies) {
    Map<String, Alarm> byName = new LinkedHashMap<>();
    List<String> driving = policies.stream().flatMap(p -> p.alarmNames().stream()).toList();
    if (!driving.isEmpty()) {
      scaling.listAlarms(driving).forEach(a -> byName.put(a.name(), a));
    }
    scaling.listAlarmsOfVariant(endpoint, variant).forEach(a -> byName.put(a.name(), a));
    return List.copyOf(byName.values());
  }

  private List<String> publishedMetrics(String endpoint, String variant) {
    Map<String, String> dimensions = Map.of("EndpointName", endpoint, "VariantName", variant);
    return Stream.of("AWS/SageMaker", "/aws/sagemaker/Endpoints")
        .map(namespace -> metrics.listMetricNames(namespace, dimensions))
        .flatMap(Collection::stream)
        .collect(java.util.stream.Collectors.toCollection(TreeSet::new))
        .stream()
        .toList();
  }

  private OptionalInt quota(Optional<EndpointState> endpoint, String variant) {
    return endpoint
        .flatMap(e -> e.findVariant(variant))
        .map(v -> quotas.findEndpointUsageQuota(v.instanceType()))
        .orElse(OptionalInt.empty());
  }

  private static <T> List<T> without(
      String resourceId, java.util.function.Function<T, String> idOf, List<T> all) {
    return all.stream().filter(x -> !idOf.apply(x).equals(resourceId)).toList();
  }

  private static <T> List<T> ifAllowed(List<String> notRead, Supplier<List<T>> list) {
    try {
      return list.get();
    } catch (RemoteFailure e) {
      if (!AwsFailures.isAccessDenied(e)) {
        throw e;
      }
      notRead.add(e.what() + ": " + e.why());
      return List.of();
    }
  }
}

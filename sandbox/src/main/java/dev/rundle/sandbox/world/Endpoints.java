package dev.rundle.sandbox.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SageMaker's endpoints, their configurations, models and tags, and their administration. */
public final class Endpoints {
  private static final int MOST_TAGS = 50;

  private final Engine engine;
  private final SandboxSettings settings;
  private final Account account;
  private final Arns arns;
  private final CapacityUpdates updates;
  private final Launcher launcher;

  Endpoints(
      Engine engine,
      SandboxSettings settings,
      Account account,
      Arns arns,
      CapacityUpdates updates,
      Launcher launcher) {
    this.engine = engine;
    this.settings = settings;
    this.account = account;
    this.arns = arns;
    this.updates = updates;
    this.launcher = launcher;
  }

  /**
   * DescribeEndpoint.
   *
   * @throws WorldError ValidationException if there is no such endpoint
   */
  public EndpointDescription describe(String endpoint) {
    return engine.call(() -> account.endpoint(endpoint).describe());
  }

  /** All endpoints, by name. */
  public List<EndpointDescription> list() {
    return engine.call(
        () -> {
          var all = new ArrayList<EndpointDescription>();
          account.endpoints().forEach(endpoint -> all.add(endpoint.describe()));
          all.sort(Comparator.comparing(EndpointDescription::name));
          return all;
        });
  }

  /**
   * DescribeEndpointConfig.
   *
   * @throws WorldError ValidationException if there is no such configuration
   */
  public EndpointConfigDescription describeConfig(String config) {
    return engine.call(
        () -> {
          for (Endpoint endpoint : account.endpoints()) {
            if (endpoint.configName().equals(config)) {
              return describeConfig(endpoint);
            }
          }
          throw WorldError.validation(
              "Could not find endpoint configuration \"" + arns.endpointConfig(config) + "\".");
        });
  }

  private EndpointConfigDescription describeConfig(Endpoint endpoint) {
    var variants = new ArrayList<EndpointConfigDescription.Variant>();
    for (Variant variant : endpoint.variants()) {
      variants.add(
          new EndpointConfigDescription.Variant(
              variant.name(),
              variant.modelName(),
              variant.profile().instanceType(),
              variant.initialInstances(),
              variant.initialWeight(),
              variant.profile().routing()));
    }
    return new EndpointConfigDescription(
        endpoint.configName(),
        arns.endpointConfig(endpoint.configName()),
        endpoint.createdAt(),
        variants);
  }

  /**
   * DescribeModel.
   *
   * @throws WorldError ValidationException if there is no such model
   */
  public ModelDescription describeModel(String model) {
    return engine.call(
        () -> {
          for (Endpoint endpoint : account.endpoints()) {
            for (Variant variant : endpoint.variants()) {
              if (variant.modelName().equals(model)) {
                return new ModelDescription(
                    model,
                    arns.model(model),
                    variant.profile().image(),
                    variant.profile().environment(),
                    arns.executionRole(),
                    endpoint.createdAt());
              }
            }
          }
          throw WorldError.validation("Could not find model \"" + arns.model(model) + "\".");
        });
  }

  /**
   * UpdateEndpointWeightsAndCapacities: the endpoint is Updating until the new counts are reached
   * or given up.
   *
   * @return the endpoint's ARN
   * @throws WorldError ValidationException if there is no such endpoint or variant, it is being
   *     updated, or a count is below 1; ResourceLimitExceeded over the quota
   */
  public String updateWeightsAndCapacities(String endpoint, List<CapacityChange> changes) {
    return engine.call(
        () -> {
          updates.begin(endpoint, changes, failure -> {});
          return account.endpoint(endpoint).arn();
        });
  }

  /**
   * AddTags.
   *
   * @return all tags afterwards
   * @throws WorldError ValidationException if there is nothing with this ARN or there would be more
   *     than 50 tags
   */
  public Map<String, String> addTags(String arn, Map<String, String> tags) {
    return engine.call(
        () -> {
          Endpoint endpoint = byArn(arn);
          var all = new TreeMap<>(endpoint.tags());
          all.putAll(tags);
          if (all.size() > MOST_TAGS) {
            throw WorldError.validation("Tag limit exceeded: at most 50 tags per resource");
          }
          endpoint.tags().putAll(tags);
          return Map.copyOf(all);
        });
  }

  /** DeleteTags; keys that are not there are no error. */
  public void removeTags(String arn, List<String> keys) {
    engine.run(() -> keys.forEach(byArn(arn).tags()::remove));
  }

  /** ListTags of an endpoint, by key. */
  public Map<String, String> tags(String arn) {
    return engine.call(() -> new TreeMap<>(byArn(arn).tags()));
  }

  private Endpoint byArn(String arn) {
    for (Endpoint endpoint : account.endpoints()) {
      if (endpoint.arn().equals(arn)) {
        return endpoint;
      }
    }
    throw WorldError.validation("Could not find resource \"" + arn + "\".");
  }

  // What follows is not AWS: the sandbox's own administration.

  /** All instances of the endpoint, also those that AWS does not show. */
  public List<InstanceDescription> instances(String endpoint) {
    return engine.call(
        () -> {
          var all = new ArrayList<InstanceDescription>();
          for (Variant variant : account.endpoint(endpoint).variants()) {
            variant.instances().forEach(instance -> all.add(instance.describe()));
          }
          return all;
        });
  }

  /**
   * Replaces the oldest in-service instance at a constant count: a new one starts through all
   * stages unseen, and on its coming into service the old one drains.
   *
   * @return the new instance's id
   * @throws WorldError ValidationException if there is no such variant or it has no instance
   */
  public String replaceInstance(String endpoint, String variantName) {
    return engine.call(
        () -> {
          Variant variant = account.variant(endpoint, variantName);
          Instance old =
              variant
                  .oldestInService()
                  .orElseThrow(() -> WorldError.validation("No instance is in service."));
          StagePlan stages = variant.profile().stages().times(1 / settings.speed());
          return launcher
              .launch(endpoint, variant, stages, successor -> variant.replace(old, successor))
              .id();
        });
  }

  /** The next {@code times} increases of the variant's capacity go wrong this way. */
  public void failScaleOut(String endpoint, String variant, ScaleOutFailure failure, int times) {
    Checks.that(times >= 1 && times <= 1_000, "times must be 1..1000: " + times);
    engine.run(() -> account.variant(endpoint, variant).arm(failure, times));
  }

  /** Changes how instances behave from now on: those in service at once, too. */
  public void changeProfile(String endpoint, String variant, ServiceProfile profile) {
    engine.run(() -> account.variant(endpoint, variant).setProfile(profile));
  }

  public ServiceProfile profile(String endpoint, String variant) {
    return engine.call(() -> account.variant(endpoint, variant).profile());
  }

  /** Stage times of the next new instance: given ones, divided by speed. */
  public StagePlan stagePlan(String endpoint, String variant) {
    return profile(endpoint, variant).stages().times(1 / settings.speed());
  }
}

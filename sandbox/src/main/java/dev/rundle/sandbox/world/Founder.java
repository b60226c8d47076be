package dev.rundle.sandbox.world;

import dev.rundle.model.deployed.EndpointTags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes the endpoints that exist when the sandbox starts, with instances in service for long. */
final class Founder {
  private static final Duration AGE = Duration.ofHours(1);

  private final Engine engine;
  private final SandboxSettings settings;
  private final Arns arns;
  private final MetricStore metrics;
  private final LogStore logs;
  private final Launcher launcher;

  Founder(
      Engine engine,
      SandboxSettings settings,
      Arns arns,
      MetricStore metrics,
      LogStore logs,
      Launcher launcher) {
    this.engine = engine;
    this.settings = settings;
    this.arns = arns;
    this.metrics = metrics;
    this.logs = logs;
    this.launcher = launcher;
  }

  Endpoint found(EndpointSettings given) {
    Instant inService = engine.instant().minus(AGE);
    Instant createdAt = inService.minus(AGE);
    List<Variant> variants = variants(given);
    var endpoint =
        new Endpoint(
            given.name(),
            arns.endpoint(given.name()),
            given.name() + "-config",
            createdAt,
            variants);
    endpoint.tags().putAll(given.tags());
    endpoint.tags().put(EndpointTags.ORIGIN, EndpointTags.SANDBOX);
    logs.createGroup(LogStore.groupOf(given.name()), createdAt);
    for (Variant variant : variants) {
      for (int i = 0; i < variant.initialInstances(); i++) {
        launcher.launchedBefore(given.name(), variant, inService);
      }
    }
    return endpoint;
  }

  private List<Variant> variants(EndpointSettings given) {
    var variants = new ArrayList<Variant>();
    for (EndpointSettings.Variant each : given.variants()) {
      var published =
          new VariantMetrics(
              engine, metrics, given.name(), each.name(), settings.standardMetricPeriod());
      String model = given.name() + "-" + each.name() + "-model";
      variants.add(new Variant(each, model, published));
    }
    return variants;
  }
}

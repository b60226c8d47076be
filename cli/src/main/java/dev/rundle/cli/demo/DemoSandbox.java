package dev.rundle.cli.demo;

import dev.rundle.model.deployed.EndpointTags;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.StagePlan;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The sandbox of a demo, and what is true of it, which a measurement may not know. */
final class DemoSandbox implements AutoCloseable {
  static final double SPEED = 20;
  static final String ENDPOINT = SandboxSettings.DEFAULT_ENDPOINT;
  static final String VARIANT = SandboxSettings.DEFAULT_VARIANT;

  private final Sandbox sandbox;

  private DemoSandbox(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  static DemoSandbox start() {
    var variant = new EndpointSettings.Variant(VARIANT, 1, 1, ServiceProfile.kokoro());
    return new DemoSandbox(
        Sandbox.start(
            SandboxSettings.builder()
                .speed(SPEED)
                .endpoint(
                    new EndpointSettings(
                        ENDPOINT,
                        List.of(variant),
                        Map.of(EndpointTags.ORIGIN, EndpointTags.SANDBOX)))
                .build()));
  }

  String url() {
    return sandbox.url().toString();
  }

  String region() {
    return sandbox.world().settings().region();
  }

  /** Deploys the container's admission bound, as a new model version would. */
  void boundQueue(int depth) {
    ServiceProfile bounded =
        sandbox.world().endpoints().profile(ENDPOINT, VARIANT).withQueueBound(depth);
    sandbox.world().endpoints().changeProfile(ENDPOINT, VARIANT, bounded);
  }

  /** The largest concurrency that really holds the SLO. */
  int trueQMax(Duration slo) {
    return sandbox.world().endpoints().profile(ENDPOINT, VARIANT).trueQMax(slo).orElseThrow();
  }

  /** What each stage of a new instance was given, speed counted in; from the stage before it. */
  Map<Stage, Duration> stagesGiven() {
    StagePlan plan = sandbox.world().endpoints().stagePlan(ENDPOINT, VARIANT);
    return new EnumMap<>(plan.durations());
  }

  @Override
  public void close() {
    sandbox.close();
  }
}

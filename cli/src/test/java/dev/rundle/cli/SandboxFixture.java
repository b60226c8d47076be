package dev.rundle.cli;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;
import dev.rundle.model.deployed.ScalableTarget;
import dev.rundle.model.deployed.SuspendedState;
import dev.rundle.model.failure.RemoteFailure;
import dev.rundle.sagemaker.AwsPorts;
import dev.rundle.sagemaker.access.AwsTarget;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A sandbox whose instances serve 16 requests at once in 200 ms each, with a scalable target. */
final class SandboxFixture implements AutoCloseable {
  static final String ENDPOINT = "tts";
  static final String VARIANT = "AllTraffic";
  static final String RESOURCE = ScalableTarget.resourceId(ENDPOINT, VARIANT);

  private final Sandbox sandbox;
  private final AwsPorts aws;

  private SandboxFixture(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.aws = AwsPorts.open(AwsTarget.of("us-east-1", null, sandbox.url().toString()));
  }

  static SandboxFixture start(int instances) {
    ServiceProfile quick =
        ServiceProfile.kokoro().withServiceTime(new ServiceTime.Constant(Duration.ofMillis(10)));
    var variant = new EndpointSettings.Variant(VARIANT, instances, 1, quick);
    var fixture =
        new SandboxFixture(
            Sandbox.start(
                SandboxSettings.builder()
                    .speed(1_000)
                    .endpoint(
                        new EndpointSettings(
                            ENDPOINT, List.of(variant), Map.of("rundle:origin", "sandbox")))
                    .build()));
    fixture.aws.scaling().registerTarget(RESOURCE, instances, 4);
    return fixture;
  }

  Sandbox sandbox() {
    return sandbox;
  }

  String url() {
    return sandbox.url().toString();
  }

  ScalableTarget target() {
    return aws.scaling().findTarget(RESOURCE).orElseThrow();
  }

  boolean isFrozen() {
    return target().suspended().equals(SuspendedState.ALL);
  }

  int currentInstances() {
    return aws.endpoints()
        .findEndpoint(ENDPOINT)
        .flatMap(endpoint -> endpoint.findVariant(VARIANT))
        .orElseThrow(() -> new RemoteFailure("no endpoint", "", ""))
        .currentInstanceCount();
  }

  /** Writes rundle.yaml for this endpoint. */
  void configure(Path folder) {
    ModelConfig model =
        RundleConfig.parse(
                "test",
                """
                models:
                  tts:
                    endpoint: tts
                    min_instances: 1
                    max_instances: 4
                    slo_ms: 1000
                """)
            .model("tts");
    RundleConfig.of(List.of(model)).write(folder.resolve("rundle.yaml"), false);
  }

  @Override
  public void close() {
    aws.close();
    sandbox.close();
  }
}

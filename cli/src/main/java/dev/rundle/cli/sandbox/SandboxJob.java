package dev.rundle.cli.sandbox;

import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.deployed.EndpointTags;
import dev.rundle.model.failure.BadInput;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Runs a sandbox until interrupted. */
public final class SandboxJob {
  /** Marks an endpoint whose measurements are not to be deployed anywhere real. */
  private static final Map<String, String> TAGS = Map.of(EndpointTags.ORIGIN, EndpointTags.SANDBOX);

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;

  /** What kind of sandbox is asked for. */
  public record Wanted(
      String host,
      int port,
      double speed,
      String endpoint,
      int instances,
      InstanceOptions instance,
      Optional<Integer> quota) {}

  /** What a started sandbox says about itself. */
  public record Started(
      String url,
      String tlsUrl,
      String endpoint,
      String variant,
      String region,
      String instanceType,
      Instance instance,
      double speed,
      Optional<Integer> trueQMaxAtThreeSeconds,
      Map<String, String> environment) {}

  /** How each of its instances serves. */
  public record Instance(
      int slots, double firstChunkShare, int batchSize, double batchGrowth, String routing) {
    static Instance of(ServiceProfile profile) {
      return new Instance(
          profile.slots(),
          profile.firstChunkShare(),
          profile.batching().maxSize(),
          profile.batching().marginalCost(),
          RoutingConverter.nameOf(profile.routing()));
    }
  }

  public SandboxJob(Surroundings surroundings, Interrupts interrupts, CommonOptions common) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
  }

  /** Runs until interrupted. */
  public int run(Wanted wanted) {
    ServiceProfile profile = profile(wanted);
    SandboxSettings settings = settings(wanted, profile);
    InetSocketAddress address = address(wanted);
    var stop = new CountDownLatch(1);
    Interrupts.Registration registration = interrupts.onInterrupt(stop::countDown);
    try (registration;
        Sandbox sandbox = Sandbox.start(settings, address)) {
      Started started = started(sandbox, settings, wanted, profile);
      if (!address.getAddress().isLoopbackAddress()) {
        new Output(surroundings, common.json())
            .warn(
                "anybody who reaches "
                    + wanted.host()
                    + " can use this sandbox: it asks for no credentials");
      }
      new Output(surroundings, common.json())
          .result(started, out -> print(started, out), Optional.of(next(started)));
      stop.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCodes.INTERRUPTED;
  }

  private static InetSocketAddress address(Wanted wanted) {
    var address = new InetSocketAddress(wanted.host(), wanted.port());
    if (wanted.host().isBlank() || address.isUnresolved()) {
      throw new BadInput(
          "--host \"" + wanted.host() + "\" is not known",
          "its name does not resolve",
          "give an address of this host, or 0.0.0.0 for all of them");
    }
    return address;
  }

  private ServiceProfile profile(Wanted wanted) {
    try {
      return wanted.instance().profile(surroundings);
    } catch (IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  private static SandboxSettings settings(Wanted wanted, ServiceProfile profile) {
    if (wanted.port() < 0 || wanted.port() > 65_535) {
      throw new BadInput(
          "--port " + wanted.port() + " is no port", "", "give 0 for a free one, or 1 to 65535");
    }
    try {
      var variant =
          new EndpointSettings.Variant(
              SandboxSettings.DEFAULT_VARIANT, wanted.instances(), 1, profile);
      var builder =
          SandboxSettings.builder()
              .speed(wanted.speed())
              .endpoint(new EndpointSettings(wanted.endpoint(), List.of(variant), TAGS));
      wanted.quota().ifPresent(quota -> builder.endpointQuota(profile.instanceType(), quota));
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  private static BadInput unusable(IllegalArgumentException e) {
    return new BadInput(
        "no sandbox can be made of these options", e.getMessage(), "rundle sandbox --help", e);
  }

  private static Started started(
      Sandbox sandbox, SandboxSettings settings, Wanted wanted, ServiceProfile profile) {
    var trueQMax = profile.trueQMax(Duration.ofSeconds(3));
    return new Started(
        sandbox.url().toString(),
        sandbox.tlsUrl().toString(),
        wanted.endpoint(),
        SandboxSettings.DEFAULT_VARIANT,
        settings.region(),
        profile.instanceType(),
        Instance.of(profile),
        settings.speed(),
        trueQMax.isPresent() ? Optional.of(trueQMax.getAsInt()) : Optional.empty(),
        Map.of(
            "AWS_ENDPOINT_URL",
            sandbox.url().toString(),
            "AWS_REGION",
            settings.region(),
            "AWS_ACCESS_KEY_ID",
            "sandbox",
            "AWS_SECRET_ACCESS_KEY",
            "sandbox"));
  }

  private static void print(Started started, PrintStream out) {
    out.println("sandbox at " + started.url() + " (TLS: " + started.tlsUrl() + ")");
    out.println(
        "endpoint "
            + started.endpoint()
            + ", variant "
            + started.variant()
            + " on "
            + started.instanceType()
            + ", region "
            + started.region());
    out.println("each instance: " + describe(started.instance()));
    out.println(
        "speed "
            + Figures.number(started.speed())
            + ": provisioning, publication delay and log lag are divided by it");
    started
        .trueQMaxAtThreeSeconds()
        .ifPresent(n -> out.println("true Q_max at an SLO of 3,000 ms: " + n));
    out.println();
    out.println("for the aws command and other clients (any credentials will do):");
    started.environment().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> out.println("  export " + entry.getKey() + "=" + entry.getValue()));
    out.println();
    out.println("Ctrl-C ends it.");
  }

  private static String describe(Instance instance) {
    return instance.slots()
        + (instance.slots() == 1 ? " slot" : " slots")
        + (instance.batchSize() == 1
            ? ""
            : " for batches of up to %d, each further request adding %s of the service time"
                .formatted(instance.batchSize(), Figures.percent(instance.batchGrowth())))
        + ", first audio after "
        + Figures.percent(instance.firstChunkShare())
        + " of the service time; routing "
        + instance.routing();
  }

  private static List<String> next(Started started) {
    return List.of(
        "rundle", "drift", "--region", started.region(), "--endpoint-url", started.url());
  }
}

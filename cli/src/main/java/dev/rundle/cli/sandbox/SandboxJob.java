package dev.rundle.cli.sandbox;

import dev.rundle.cli.options.CommonOptions;
import dev.rundle.cli.output.Figures;
import dev.rundle.cli.output.Output;
import dev.rundle.cli.process.ExitCodes;
import dev.rundle.cli.process.Interrupts;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.DurationsFile;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Runs a sandbox until interrupted. */
public final class SandboxJob {
  /** Marks an endpoint whose measurements are not to be deployed anywhere real. */
  static final Map<String, String> TAGS = Map.of("rundle:origin", "sandbox");

  private final Surroundings surroundings;
  private final Interrupts interrupts;
  private final CommonOptions common;

  /** What kind of sandbox is asked for. */
  public record Wanted(
      int port,
      double speed,
      String endpoint,
      int instances,
      int slots,
      Duration serviceTime,
      double serviceCv,
      Optional<Path> profileFile,
      int queueBound,
      Optional<Integer> quota) {}

  /** What a started sandbox says about itself. */
  public record Started(
      String url,
      String tlsUrl,
      String endpoint,
      String variant,
      String region,
      String instanceType,
      double speed,
      Optional<Integer> trueQMaxAtThreeSeconds,
      Map<String, String> environment) {}

  public SandboxJob(Surroundings surroundings, Interrupts interrupts, CommonOptions common) {
    this.surroundings = surroundings;
    this.interrupts = interrupts;
    this.common = common;
  }

  /** Runs until interrupted. */
  public int run(Wanted wanted) {
    ServiceProfile profile = profile(wanted);
    SandboxSettings settings = settings(wanted, profile);
    var stop = new CountDownLatch(1);
    try (var registration = interrupts.onInterrupt(stop::countDown);
        Sandbox sandbox =
            Sandbox.start(settings, new InetSocketAddress("127.0.0.1", wanted.port()))) {
      Started started = started(sandbox, settings, wanted, profile);
      new Output(surroundings, common.json())
          .result(started, out -> print(started, out), Optional.of(next(started)));
      stop.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCodes.INTERRUPTED;
  }

  private ServiceProfile profile(Wanted wanted) {
    try {
      return ServiceProfile.kokoro()
          .withSlots(wanted.slots())
          .withServiceTime(serviceTime(wanted))
          .withQueueBound(wanted.queueBound());
    } catch (IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  private ServiceTime serviceTime(Wanted wanted) {
    if (wanted.profileFile().isPresent()) {
      return DurationsFile.read(
          surroundings.directory().resolve(wanted.profileFile().get()),
          DurationsFile.Unit.MILLISECONDS);
    }
    return wanted.serviceCv() == 0
        ? new ServiceTime.Constant(wanted.serviceTime())
        : new ServiceTime.Lognormal(wanted.serviceTime(), wanted.serviceCv());
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

  private static List<String> next(Started started) {
    return List.of("rundle", "drift", "--endpoint-url", started.url());
  }
}

package dev.rundle.sandbox.world;

import dev.rundle.model.scaleout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;

/** Brings instances into service, stage by stage, and lets their containers log it. */
final class Launcher {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Engine engine;
  private final Randomness randomness;
  private final LogStore logs;

  Launcher(Engine engine, Randomness randomness, LogStore logs) {
    this.engine = engine;
    this.randomness = randomness;
    this.logs = logs;
  }

  /** An instance that never gets further than having been asked for. */
  Instance request(Variant variant) {
    var instance =
        new Instance(
            engine, randomness.service(), variant, randomness.instanceId(), engine.instant());
    variant.addStarting(instance);
    return instance;
  }

  /** Asks for one and takes it through all stages. */
  Instance launch(
      String endpoint, Variant variant, StagePlan stages, Consumer<Instance> onInService) {
    Instance instance = request(variant);
    long requested = engine.nanos();
    Instant containerStarted =
        engine.instantAt(requested + stages.until(Stage.CONTAINER_STARTED).toNanos());
    for (Stage stage : StagePlan.STAGES) {
      engine.at(
          requested + stages.until(stage).toNanos(),
          () -> {
            if (stage == Stage.IN_SERVICE) {
              onInService.accept(instance);
            } else {
              log(endpoint, variant, instance, stage, engine.instant(), containerStarted);
            }
          });
    }
    return instance;
  }

  /** One that was started before the sandbox was; its log tells when. */
  void launchedBefore(String endpoint, Variant variant, Instant inService) {
    StagePlan stages = variant.profile().stages();
    Instance instance = request(variant);
    Instant requested = inService.minus(stages.total());
    Instant containerStarted = requested.plus(stages.until(Stage.CONTAINER_STARTED));
    for (Stage stage : StagePlan.STAGES) {
      if (stage != Stage.IN_SERVICE) {
        Instant at = requested.plus(stages.until(stage));
        log(endpoint, variant, instance, stage, at, containerStarted);
      }
    }
    variant.enterService(instance);
  }

  private void log(
      String endpoint,
      Variant variant,
      Instance instance,
      Stage stage,
      Instant at,
      Instant containerStarted) {
    String message =
        stage == Stage.INSTANCE_LOGGING
            ? "Starting container " + variant.profile().resolvedImage()
            : marker(stage, at, containerStarted);
    logs.append(LogStore.groupOf(endpoint), variant.name() + "/" + instance.id(), at, message);
  }

  /** Both figures in whole milliseconds, so that they agree. */
  static String marker(Stage stage, Instant at, Instant containerStarted) {
    Instant stamp = at.truncatedTo(ChronoUnit.MILLIS);
    Duration elapsed = Duration.between(containerStarted.truncatedTo(ChronoUnit.MILLIS), stamp);
    return String.format(
        Locale.ROOT,
        "=== STAGE %s t=%s elapsed_s=%d.%03d ===",
        stage.id(),
        STAMP.format(stamp),
        elapsed.toSeconds(),
        elapsed.toMillisPart());
  }
}

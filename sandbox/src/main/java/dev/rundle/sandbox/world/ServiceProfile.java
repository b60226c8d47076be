package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How the instances of a variant behave, and what its model and configuration say.
 *
 * @param slots requests (or batches) that an instance works on at once; the others wait in a FIFO
 *     queue
 * @param firstChunkShare share of the service time after which the first chunk leaves; the last one
 *     leaves at its end, the others evenly between
 * @param image image without digest
 * @param imageDigest 64 hex digits
 * @param environment the container's; {@code MAX_QUEUE_DEPTH} (or {@code MAX_PENDING_REQUESTS})
 *     above 0 is obeyed: a request that would make more than that many queued or executing on one
 *     instance is refused
 * @param stages what a new instance takes to start, in real time
 */
public record ServiceProfile(
    String name,
    int slots,
    ServiceTime serviceTime,
    double firstChunkShare,
    Batching batching,
    Audio audio,
    Routing routing,
    String instanceType,
    String image,
    String imageDigest,
    Map<String, String> environment,
    StagePlan stages) {
  private static final String KOKORO_DIGEST =
      "5a4d0b0c9e1f4c7ab1d2863f7e90c4d15b6a2f8e3c7d91046f5e8ab27c30d19e";

  public ServiceProfile {
    Objects.requireNonNull(name, "name");
    Checks.that(slots >= 1 && slots <= 10_000, "slots must be 1..10000: " + slots);
    Objects.requireNonNull(serviceTime, "serviceTime");
    Checks.that(
        firstChunkShare > 0 && firstChunkShare <= 1,
        "the first chunk's share must be above 0 and at most 1: " + firstChunkShare);
    Objects.requireNonNull(batching, "batching");
    Objects.requireNonNull(audio, "audio");
    Objects.requireNonNull(routing, "routing");
    Checks.that(instanceType.startsWith("ml."), "instance types begin with ml.: " + instanceType);
    Checks.that(imageDigest.matches("[0-9a-f]{64}"), "not a digest: " + imageDigest);
    environment = Map.copyOf(environment);
    queueBound(environment);
    Objects.requireNonNull(stages, "stages");
  }

  /**
   * The default: one slot, constant 55.9 ms, first chunk at 0.9 of it, 1.6 s of 24 kHz audio in
   * four chunks. At an SLO of 3,000 ms its true Q_max is 53.
   */
  public static ServiceProfile kokoro() {
    return new ServiceProfile(
        "kokoro",
        1,
        new ServiceTime.Constant(Duration.ofNanos(55_900_000)),
        0.9,
        Batching.NONE,
        new Audio(24_000, Duration.ofMillis(1_600), 4),
        Routing.LEAST_OUTSTANDING_REQUESTS,
        "ml.g5.xlarge",
        "000000000000.dkr.ecr.us-east-1.amazonaws.com/kokoro-82m:sandbox",
        KOKORO_DIGEST,
        Map.of(),
        StagePlan.kokoro());
  }

  /** The image with its digest in place of the tag. */
  public String resolvedImage() {
    int tag = image.lastIndexOf(':');
    String repository = tag > image.lastIndexOf('/') ? image.substring(0, tag) : image;
    return repository + "@sha256:" + imageDigest;
  }

  /** Bound on requests queued or executing on one instance, from the environment. */
  public OptionalInt queueBound() {
    return queueBound(environment);
  }

  private static OptionalInt queueBound(Map<String, String> environment) {
    String value =
        environment.getOrDefault(
            "MAX_QUEUE_DEPTH", environment.getOrDefault("MAX_PENDING_REQUESTS", "0"));
    try {
      int bound = Integer.parseInt(value.strip());
      return bound > 0 ? OptionalInt.of(bound) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the queue bound must be a whole number: " + value, e);
    }
  }

  /**
   * The largest closed-loop concurrency at which one instance keeps the time to the first audio
   * byte within the SLO, network not counted. With one slot and constant service time D, the
   * request at concurrency N waits for N − 1 others and gets its first byte after (N − 1)·D +
   * share·D; a queue bound caps it.
   *
   * @return 0 if even one request alone is too slow; empty where no closed form is known (several
   *     slots, batching, varying service times)
   */
  public OptionalInt trueQMax(Duration slo) {
    if (slots != 1
        || batching.maxSize() != 1
        || !(serviceTime instanceof ServiceTime.Constant constant)) {
      return OptionalInt.empty();
    }
    double waits = (double) slo.toNanos() / constant.time().toNanos() - firstChunkShare;
    int unbounded = waits < 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, Math.floor(waits) + 1);
    return OptionalInt.of(Math.min(unbounded, queueBound().orElse(Integer.MAX_VALUE)));
  }

  public ServiceProfile withSlots(int value) {
    return copy(value, serviceTime, firstChunkShare, batching, audio, routing, environment);
  }

  public ServiceProfile withServiceTime(ServiceTime value) {
    return copy(slots, value, firstChunkShare, batching, audio, routing, environment);
  }

  public ServiceProfile withFirstChunkShare(double value) {
    return copy(slots, serviceTime, value, batching, audio, routing, environment);
  }

  public ServiceProfile withBatching(Batching value) {
    return copy(slots, serviceTime, firstChunkShare, value, audio, routing, environment);
  }

  public ServiceProfile withAudio(Audio value) {
    return copy(slots, serviceTime, firstChunkShare, batching, value, routing, environment);
  }

  public ServiceProfile withRouting(Routing value) {
    return copy(slots, serviceTime, firstChunkShare, batching, audio, value, environment);
  }

  public ServiceProfile withEnvironment(Map<String, String> value) {
    return copy(slots, serviceTime, firstChunkShare, batching, audio, routing, value);
  }

  /** The container refuses requests beyond this many queued or executing; 0 lifts the bound. */
  public ServiceProfile withQueueBound(int bound) {
    var changed = new HashMap<>(environment);
    changed.put("MAX_QUEUE_DEPTH", Integer.toString(bound));
    return withEnvironment(changed);
  }

  public ServiceProfile withStages(StagePlan value) {
    return new ServiceProfile(
        name,
        slots,
        serviceTime,
        firstChunkShare,
        batching,
        audio,
        routing,
        instanceType,
        image,
        imageDigest,
        environment,
        value);
  }

  private ServiceProfile copy(
      int newSlots,
      ServiceTime newTime,
      double newShare,
      Batching newBatching,
      Audio newAudio,
      Routing newRouting,
      Map<String, String> newEnvironment) {
    return new ServiceProfile(
        name,
        newSlots,
        newTime,
        newShare,
        newBatching,
        newAudio,
        newRouting,
        instanceType,
        image,
        imageDigest,
        newEnvironment,
        stages);
  }
}

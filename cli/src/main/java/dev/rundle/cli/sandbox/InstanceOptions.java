package dev.rundle.cli.sandbox;

import dev.rundle.cli.config.FileTrouble;
import dev.rundle.cli.options.DurationConverter;
import dev.rundle.cli.process.Surroundings;
import dev.rundle.model.failure.BadInput;
import dev.rundle.sandbox.world.Batching;
import dev.rundle.sandbox.world.DurationsFile;
import dev.rundle.sandbox.world.Routing;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How the sandbox's instances serve. */
public final class InstanceOptions {
  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests, or batches, that an instance serves at the same time (default: 1).")
  private int slots;

  @Option(
      names = "--service-time",
      paramLabel = "DURATION",
      defaultValue = "55.9ms",
      converter = DurationConverter.class,
      description = "Mean time to serve one request (default: 55.9ms).")
  private Duration serviceTime;

  @Option(
      names = "--service-cv",
      paramLabel = "CV",
      defaultValue = "0",
      description =
          "Spread of the service time, standard deviation over mean; 0 is constant, else lognormal"
              + " (default: 0).")
  private double serviceCv;

  @Option(
      names = "--profile-file",
      paramLabel = "FILE",
      description = "Service times to draw from, one duration in milliseconds per line.")
  private Path profileFile;

  @Option(
      names = "--first-chunk-share",
      paramLabel = "SHARE",
      defaultValue = "0.9",
      description =
          "Share of the service time after which the first audio leaves, above 0 and at most 1"
              + " (default: 0.9).")
  private double firstChunkShare;

  @Option(
      names = "--batch-size",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Queued requests that a slot serves together at most; 1 is no batching (default: 1).")
  private int batchSize;

  @Option(
      names = "--batch-growth",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "With --batch-size: share of the service time that each further request of a batch adds,"
              + " 0 to 10; 0 is free, 1 no gain over one by one (default: 0).")
  private double batchGrowth;

  @Option(
      names = "--routing",
      paramLabel = "RULE",
      defaultValue = "least-outstanding",
      converter = RoutingConverter.class,
      description =
          "Which instance gets a request: random, least-outstanding (default: least-outstanding).")
  private Routing routing;

  @Option(
      names = "--queue-bound",
      paramLabel = "N",
      defaultValue = "0",
      description = "Requests in an instance beyond which it answers 503; 0 is none (default: 0).")
  private int queueBound;

  /**
   * The profile that the options describe.
   *
   * @throws BadInput if the profile file cannot be used, or an option has no effect
   * @throws IllegalArgumentException if a value is out of its range
   */
  ServiceProfile profile(Surroundings surroundings) {
    if (batchGrowth != 0 && batchSize == 1) {
      throw new BadInput(
          "--batch-growth " + batchGrowth + " without batches",
          "it is what each further request of a batch costs",
          "add --batch-size 2 or more");
    }
    return ServiceProfile.kokoro()
        .withSlots(slots)
        .withServiceTime(serviceTime(surroundings))
        .withFirstChunkShare(firstChunkShare)
        .withBatching(new Batching(batchSize, batchGrowth))
        .withRouting(routing)
        .withQueueBound(queueBound);
  }

  private ServiceTime serviceTime(Surroundings surroundings) {
    if (profileFile != null) {
      return drawnFrom(surroundings.directory().resolve(profileFile));
    }
    return serviceCv == 0
        ? new ServiceTime.Constant(serviceTime)
        : new ServiceTime.Lognormal(serviceTime, serviceCv);
  }

  private static ServiceTime drawnFrom(Path file) {
    try {
      return DurationsFile.read(file, DurationsFile.Unit.MILLISECONDS);
    } catch (BadInput e) {
      if (!(e.getCause() instanceof IOException cause)) {
        throw e;
      }
      throw new BadInput(
          "cannot read the service times " + file,
          FileTrouble.why(cause),
          "give --profile-file a file in UTF-8 with one duration in milliseconds per line",
          cause);
    }
  }
}

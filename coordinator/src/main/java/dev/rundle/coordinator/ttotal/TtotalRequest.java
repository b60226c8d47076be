package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.RunSetup;
import dev.rundle.model.artifact.QmaxArtifact;
import dev.rundle.model.failure.BadInput;
import dev.rundle.model.ladder.LadderSchedule;
import dev.rundle.model.scaleout.RecoveryWatch;
import java.time.Duration;

/**
 * One forced scale-out to time.
 *
 * @param qmax the ladder whose rungs at probe and probe/2 are the recovery's reference
 * @param probeConcurrency requests held; {@link #DEFAULT_PROBE} by default
 * @param allowConfigMismatch warn instead of refuse where the ladder was measured on another
 *     configuration
 * @param steady how long the probe's p95 must have been level before the scale-out is forced; at
 *     least three seconds, {@link #DEFAULT_STEADY} by default
 * @param poll between two looks at the endpoint and its logs
 * @param scaleOutLimit from desired_set to in_service; beyond, the change is given up
 * @param recoveryWindow how long p95 must hold; {@link #DEFAULT_RECOVERY_WINDOW} by the method
 * @param recoveryLimit from in_service to recovery; beyond, T_total is a floor
 */
public record TtotalRequest(
    RunSetup setup,
    QmaxArtifact qmax,
    int probeConcurrency,
    boolean allowConfigMismatch,
    Duration steady,
    Duration poll,
    Duration scaleOutLimit,
    Duration recoveryWindow,
    Duration recoveryLimit) {
  public static final int DEFAULT_PROBE = LadderSchedule.DEFAULT_PROBE;
  public static final Duration DEFAULT_STEADY = Duration.ofSeconds(30);
  public static final Duration DEFAULT_POLL = Duration.ofSeconds(1);
  public static final Duration DEFAULT_SCALE_OUT_LIMIT = Duration.ofMinutes(30);
  public static final Duration DEFAULT_RECOVERY_WINDOW = RecoveryWatch.DEFAULT_WINDOW;
  public static final Duration DEFAULT_RECOVERY_LIMIT = Duration.ofMinutes(10);

  private static final Duration SHORTEST_STEADY = Duration.ofSeconds(3);

  public TtotalRequest {
    if (probeConcurrency < 2) {
      throw new BadInput(
          "a probe of " + probeConcurrency + " cannot be halved",
          "recovery means that two instances share the probe",
          "choose a probe of at least 2, e.g. " + DEFAULT_PROBE);
    }
    if (steady.compareTo(SHORTEST_STEADY) < 0) {
      throw new BadInput(
          "a probe is not seen to be steady within %d ms".formatted(steady.toMillis()),
          "three windows of at least a second each are compared",
          "give at least " + SHORTEST_STEADY.toSeconds() + " s");
    }
    if (recoveryLimit.compareTo(recoveryWindow) < 0) {
      throw new BadInput(
          "the recovery limit of %d s is shorter than the window of %d s"
              .formatted(recoveryLimit.toSeconds(), recoveryWindow.toSeconds()),
          "no window could end in time",
          "give a longer limit");
    }
  }
}

package dev.rundle.model.artifact;

import dev.rundle.model.fingerprint.Fingerprint;
import dev.rundle.model.scaleout.Stage;
import dev.rundle.model.scaleout.StageTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured forced scale-out, schema {@value #SCHEMA}.
 *
 * @param tTotalSeconds desired_set → traffic_recovered; a floor if {@code floor} is true
 * @param floor true where recovery was never seen
 * @param policyBoundSeconds what the force bypassed, bounded from the alarm's periods; never part
 *     of {@code tTotalSeconds}
 * @param stages reached stages in causal order
 * @param durations over desired_set → traffic_recovered; shares sum to 1
 * @param p95AfterMillis probe p95 over the whole recovery window
 */
public record TtotalArtifact(
    String schema,
    String model,
    Fingerprint fingerprint,
    String transport,
    double tTotalSeconds,
    boolean floor,
    double policyBoundSeconds,
    int fromInstances,
    int toInstances,
    int probeConcurrency,
    double p95BeforeMillis,
    double p95RecoveryTargetMillis,
    OptionalDouble p95AfterMillis,
    double recoveryWindowSeconds,
    Optional<String> newInstanceId,
    List<StageTime> stages,
    List<Stage> missingStages,
    List<StageDuration> durations,
    List<String> notes,
    String qmaxRunId,
    Provenance provenance) {
  public static final String SCHEMA = "rundle/ttotal/1";

  public TtotalArtifact {
    stages = List.copyOf(stages);
    missingStages = List.copyOf(missingStages);
    durations = List.copyOf(durations);
    notes = List.copyOf(notes);
  }

  /** Time between two consecutive reached stages. */
  public record StageDuration(
      Stage from, Stage to, double seconds, boolean bounded, double share) {}
}

package dev.rundle.planner.check;

import dev.rundle.model.config.ModelConfig;
import dev.rundle.model.config.RundleConfig;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What drift knows besides the model's own entry.
 *
 * @param configuredEndpoints endpoints of the whole configuration: an orphan among them is a
 *     finding, one outside is somebody else's
 * @param firstChunkAlarmMillis the threshold that the first-chunk alarm should have; without it any
 *     threshold up to the SLO is accepted
 * @param notRead what of the rest of the account was denied to the caller
 */
public record DriftContext(
    Set<String> configuredEndpoints, OptionalDouble firstChunkAlarmMillis, List<String> notRead) {
  public DriftContext {
    configuredEndpoints = Set.copyOf(configuredEndpoints);
    notRead = List.copyOf(notRead);
  }

  /** A configuration's endpoints. */
  public static DriftContext of(RundleConfig config) {
    return new DriftContext(
        config.models().values().stream().map(ModelConfig::endpoint).collect(Collectors.toSet()),
        OptionalDouble.empty(),
        List.of());
  }

  /** The one endpoint of a model. */
  public static DriftContext of(ModelConfig model) {
    return new DriftContext(Set.of(model.endpoint()), OptionalDouble.empty(), List.of());
  }

  public DriftContext withFirstChunkAlarmMillis(OptionalDouble millis) {
    return new DriftContext(configuredEndpoints, millis, notRead);
  }

  public DriftContext withNotRead(List<String> denied) {
    return new DriftContext(configuredEndpoints, firstChunkAlarmMillis, denied);
  }
}

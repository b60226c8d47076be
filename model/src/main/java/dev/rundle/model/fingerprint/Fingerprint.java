package dev.rundle.model.fingerprint;

import dev.rundle.model.deployed.EndpointState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Identifies what was measured: a number holds for this instance type, image and environment only.
 *
 * @param instanceType e.g. {@code ml.g5.xlarge}
 * @param imageDigest hex digest of the container image, without {@code sha256:}; blank where it is
 *     unknown
 * @param environment the container's environment without the keys that a plan itself sets
 */
public record Fingerprint(
    String instanceType, String imageDigest, SortedMap<String, String> environment) {
  /** Keys that the plan sets: a deployment of the plan must not invalidate its own measurement. */
  public static final Set<String> KEYS_OF_THE_PLAN =
      Set.of("MAX_QUEUE_DEPTH", "MAX_PENDING_REQUESTS", "MAX_REQUEST_AGE_S");

  public Fingerprint {
    var kept = new TreeMap<>(environment);
    kept.keySet().removeAll(KEYS_OF_THE_PLAN);
    environment = java.util.Collections.unmodifiableSortedMap(kept);
  }

  public static Fingerprint of(
      String instanceType, String imageDigest, Map<String, String> environment) {
    return new Fingerprint(instanceType, imageDigest, new TreeMap<>(environment));
  }

  /** The fingerprint of a deployed variant; empty where the service does not tell the digest. */
  public static Optional<Fingerprint> find(EndpointState.Variant variant) {
    return variant
        .imageDigest()
        .filter(digest -> !digest.isBlank())
        .map(digest -> of(variant.instanceType(), digest, variant.environment()));
  }

  /**
   * True if it identifies anything. Two that leave the image open are equal and say nothing, so
   * whoever compares asks this of both first.
   */
  public boolean isComplete() {
    return !instanceType.isBlank() && !imageDigest.isBlank();
  }

  /**
   * Short form for file names: the type without {@code ml.} and dots, a dash, the first 8 hex
   * digits of the digest, e.g. {@code g5xlarge-8b1b96bc}.
   */
  public String slug() {
    String type = instanceType.replaceFirst("^ml\\.", "").replace(".", "");
    return type + "-" + imageDigest.substring(0, Math.min(8, imageDigest.length()));
  }
}

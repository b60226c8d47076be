package dev.rundle.sandbox.world;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Registered targets by resource id. Guarded by the engine's lock. */
final class ScalableTargets {
  private static final Pattern RESOURCE = Pattern.compile("endpoint/([^/]+)/variant/([^/]+)");

  private final Map<String, ScalableTarget> targets = new TreeMap<>();

  Iterable<ScalableTarget> all() {
    return targets.values();
  }

  Optional<ScalableTarget> find(String resourceId) {
    return Optional.ofNullable(targets.get(resourceId));
  }

  /**
   * @param words how the operation at hand begins its error
   */
  ScalableTarget get(String resourceId, String words) {
    return find(resourceId).orElseThrow(() -> WorldError.objectNotFound(words + of(resourceId)));
  }

  void add(ScalableTarget target) {
    targets.put(target.resourceId(), target);
  }

  void remove(String resourceId) {
    targets.remove(resourceId);
  }

  /** The target with the policy of this ARN. */
  Optional<ScalableTarget> withPolicy(String policyArn) {
    return targets.values().stream()
        .filter(target -> target.policyByArn(policyArn).isPresent())
        .findFirst();
  }

  /** The end of the service's own errors. */
  static String of(String resourceId) {
    return " for service namespace: "
        + Scaling.NAMESPACE
        + ", resource ID: "
        + resourceId
        + ", scalable dimension: "
        + Scaling.DIMENSION;
  }

  /**
   * Endpoint and variant of a resource id.
   *
   * @throws WorldError ValidationException
   */
  static Map.Entry<String, String> parse(String resourceId) {
    Matcher matcher = RESOURCE.matcher(resourceId);
    if (!matcher.matches()) {
      throw WorldError.validation(
          "Unsupported service namespace, resource type or scalable dimension: " + resourceId);
    }
    return Map.entry(matcher.group(1), matcher.group(2));
  }
}

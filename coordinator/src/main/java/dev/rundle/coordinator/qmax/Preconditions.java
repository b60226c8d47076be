package dev.rundle.coordinator.qmax;

import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.failure.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What must hold of a container's environment before a ladder. */
final class Preconditions {
  private static final List<String> QUEUE_BOUNDS =
      List.of("MAX_QUEUE_DEPTH", "MAX_PENDING_REQUESTS");
  private static final String AGE_BOUND = "MAX_REQUEST_AGE_S";

  private Preconditions() {}

  /**
   * Checks.
   *
   * @param slo the ladder climbs past it: latencies of twice the SLO are to be expected
   * @throws Refused if the container bounds its queue
   */
  static void require(MeasuredEndpoint endpoint, Duration slo, RunListener listener) {
    Map<String, String> environment = endpoint.variant().environment();
    for (String key : QUEUE_BOUNDS) {
      String bound = environment.getOrDefault(key, "").strip();
      if (!bound.isEmpty() && !isZero(bound)) {
        throw new Refused(
            "the container of %s bounds its queue: %s=%s"
                .formatted(endpoint.state().name(), key, bound),
            "the ladder would find that bound, not what the instance can do",
            "deploy the model without " + key + " (or with 0) for the measurement");
      }
    }
    warnOfAgeBound(environment.getOrDefault(AGE_BOUND, "").strip(), slo, listener);
    if (endpoint.variant().imageDigest().isEmpty()) {
      listener.warning(
          "the image's digest is unknown, so that later steps cannot tell whether they look at the"
              + " same container");
    }
  }

  private static void warnOfAgeBound(String bound, Duration slo, RunListener listener) {
    if (bound.isEmpty() || isZero(bound)) {
      return;
    }
    double expectedSeconds = 2.0 * slo.toMillis() / 1_000;
    try {
      if (Double.parseDouble(bound) >= expectedSeconds) {
        return;
      }
    } catch (NumberFormatException e) {
      // Not a number we know: the container may read it all the same.
    }
    listener.warning(
        "the container refuses requests that waited longer than %s s (%s); rungs above the SLO may"
                .formatted(bound, AGE_BOUND)
            + " show rejections instead of latencies up to %.1f s".formatted(expectedSeconds));
  }

  private static boolean isZero(String number) {
    try {
      return Double.parseDouble(number) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}

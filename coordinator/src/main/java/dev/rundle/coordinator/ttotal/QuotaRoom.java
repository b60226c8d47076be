package dev.rundle.coordinator.ttotal;

import dev.rundle.coordinator.MeasuredEndpoint;
import dev.rundle.coordinator.Ports;
import dev.rundle.coordinator.RunListener;
import dev.rundle.model.deployed.EndpointState;
import dev.rundle.model.failure.Refused;
import dev.rundle.model.failure.RundleException;
import java.util.OptionalInt;

/** Whether the account may use one more instance of the type at all, looked up before the run. */
final class QuotaRoom {
  private QuotaRoom() {}

  /**
   * Checks.
   *
   * @param needed instances that the measured variant will use at most
   * @throws Refused if the quota does not leave that many
   */
  static void require(Ports ports, MeasuredEndpoint endpoint, int needed, RunListener listener) {
    String type = endpoint.variant().instanceType();
    OptionalInt quota;
    int others;
    try {
      quota = ports.quotas().findEndpointUsageQuota(type);
      others = usedByOthers(ports, endpoint, type);
    } catch (RundleException e) {
      listener.warning("the quota for " + type + " was not checked: " + e.what());
      return;
    }
    if (quota.isEmpty()) {
      listener.warning("the quota for " + type + " cannot be read; it was not checked");
      return;
    }
    if (others + needed > quota.getAsInt()) {
      throw new Refused(
          "the account may use %d instances of %s on endpoints; others use %d, the run needs %d"
              .formatted(quota.getAsInt(), type, others, needed),
          "the scale-out would be rejected with ResourceLimitExceeded",
          "ask for a higher quota, or free instances of this type");
    }
  }

  /** All instances of the type but those of the measured variant, which is pinned meanwhile. */
  private static int usedByOthers(Ports ports, MeasuredEndpoint endpoint, String type) {
    int used = 0;
    for (String name : ports.endpoints().listEndpoints()) {
      EndpointState state = ports.endpoints().findEndpoint(name).orElse(null);
      if (state == null) {
        continue;
      }
      for (EndpointState.Variant variant : state.variants()) {
        boolean measured =
            name.equals(endpoint.state().name())
                && variant.name().equals(endpoint.variant().name());
        if (!measured && variant.instanceType().equals(type)) {
          used += Math.max(variant.currentInstanceCount(), variant.desiredInstanceCount());
        }
      }
    }
    return used;
  }
}

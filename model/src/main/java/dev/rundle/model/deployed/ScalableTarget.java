package dev.rundle.model.deployed;

/**
 * A registered scalable target of a variant's DesiredInstanceCount.
 *
 * @param resourceId {@code endpoint/<name>/variant/<variant>}
 */
public record ScalableTarget(
    String resourceId, int minCapacity, int maxCapacity, SuspendedState suspended) {
  /** The resource id of a variant. */
  public static String resourceId(String endpoint, String variant) {
    return "endpoint/" + endpoint + "/variant/" + variant;
  }
}

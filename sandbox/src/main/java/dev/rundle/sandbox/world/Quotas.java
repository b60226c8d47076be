package dev.rundle.sandbox.world;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Service quotas: endpoint usage for each instance type. */
public final class Quotas {
  private final Engine engine;
  private final Account account;
  private final Arns arns;
  private final int otherwise;
  private final Map<String, Integer> byInstanceType;

  Quotas(Engine engine, Account account, Arns arns, Map<String, Integer> quotas, int otherwise) {
    this.engine = engine;
    this.account = account;
    this.arns = arns;
    this.byInstanceType = new TreeMap<>(quotas);
    this.otherwise = otherwise;
  }

  /** The quotas of the instance types that are set or in use, by name. */
  public List<Quota> list() {
    return engine.call(
        () -> {
          var all = new TreeMap<>(byInstanceType);
          for (Endpoint endpoint : account.endpoints()) {
            for (Variant variant : endpoint.variants()) {
              all.putIfAbsent(variant.profile().instanceType(), otherwise);
            }
          }
          return all.entrySet().stream()
              .map(each -> quota(each.getKey(), each.getValue()))
              .toList();
        });
  }

  /**
   * @throws WorldError NoSuchResourceException
   */
  public Quota find(String code) {
    return list().stream()
        .filter(quota -> quota.code().equals(code))
        .findFirst()
        .orElseThrow(
            () ->
                WorldError.noSuchResource(
                    "The request failed because the specified service quota does not exist: "
                        + code));
  }

  /** The sandbox's own administration: takes effect at the next update. */
  public void set(String instanceType, int value) {
    Checks.that(instanceType.startsWith("ml."), "instance types begin with ml.: " + instanceType);
    Checks.that(value >= 0, "a quota is not negative: " + value);
    engine.run(() -> byInstanceType.put(instanceType, value));
  }

  /** Under the engine's lock: refuses what would exceed the quota. */
  void check(String instanceType, int delta) {
    int limit = byInstanceType.getOrDefault(instanceType, otherwise);
    int used = account.instancesWanted(instanceType);
    if (delta > 0 && used + delta > limit) {
      throw exceeded(instanceType, limit, used, delta);
    }
  }

  WorldError exceeded(String instanceType, int limit, int used, int delta) {
    return WorldError.resourceLimitExceeded(
        "The account-level service limit '"
            + nameOf(instanceType)
            + "' is "
            + limit
            + " Instances, with current utilization of "
            + used
            + " Instances and a request delta of "
            + delta
            + " Instances. Please use AWS Service Quotas to request an increase for this quota. If"
            + " AWS Service Quotas is not available, contact AWS support to request an increase"
            + " for this quota.");
  }

  private Quota quota(String instanceType, int value) {
    String name = nameOf(instanceType);
    var digest = new CRC32();
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    String code = String.format(Locale.ROOT, "L-%08X", digest.getValue());
    return new Quota(code, name, arns.quota(code), value);
  }

  private static String nameOf(String instanceType) {
    return instanceType + " for endpoint usage";
  }
}

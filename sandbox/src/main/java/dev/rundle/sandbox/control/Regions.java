package dev.rundle.sandbox.control;

import dev.rundle.sandbox.wire.ServiceError;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.World;
import dev.rundle.sandbox.world.WorldTime;
import java.util.HashMap;
import java.util.Map;

/**
 * The worlds of an account, one for each region: the sandbox's own, and an empty one for every
 * other region that someone signs for. A client with the wrong region thus gets what AWS gives it:
 * the endpoint is not there.
 */
public final class Regions implements AutoCloseable {
  private static final int MOST_REGIONS = 64;

  private final World home;
  private final WorldTime time;
  private final Map<String, World> others = new HashMap<>();

  /** Takes over neither the world nor the time. */
  public Regions(World home, WorldTime time) {
    this.home = home;
    this.time = time;
  }

  /**
   * The world of a region.
   *
   * @throws ServiceError InvalidSignatureException for what is not the name of a region
   */
  public World world(String region) {
    if (region.equals(home.settings().region())) {
      return home;
    }
    synchronized (others) {
      boolean known = others.containsKey(region);
      if (!known && (!region.matches("[a-z]{2}(-[a-z]+)+-\\d") || others.size() >= MOST_REGIONS)) {
        throw new ServiceError(
            403, "InvalidSignatureException", "Credential should be scoped to a valid region.");
      }
      return others.computeIfAbsent(region, this::empty);
    }
  }

  private World empty(String region) {
    var settings =
        SandboxSettings.builder()
            .accountId(home.settings().accountId())
            .region(region)
            .withoutEndpoints()
            .build();
    return World.create(settings, time);
  }

  @Override
  public void close() {
    synchronized (others) {
      others.values().forEach(World::close);
      others.clear();
    }
  }
}

package dev.rundle.cli.faults;

import dev.rundle.sandbox.Sandbox;
import dev.rundle.sandbox.world.EndpointSettings;
import dev.rundle.sandbox.world.InstanceDescription;
import dev.rundle.sandbox.world.SandboxSettings;
import dev.rundle.sandbox.world.ServiceProfile;
import dev.rundle.sandbox.world.ServiceTime;
import dev.rundle.sandbox.world.Suspension;
import dev.rundle.sandbox.world.TargetDescription;
import dev.rundle.sandbox.world.World;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A sandbox on a host of the network that tells on its standard output, every 50 ms, what it sees:
 * whoever tests has no way into that host's network. Ends when nobody listens any more.
 */
public final class EndpointMain {
  static final String ENDPOINT = "tts";
  static final String VARIANT = "AllTraffic";
  static final int PORT = 4510;
  static final int INSTANCES = 2;
  static final int MOST_INSTANCES = 4;
  static final Duration EVERY = Duration.ofMillis(50);

  /** Early, so that almost all of the time to first audio is waiting for a slot. */
  private static final double FIRST_CHUNK_SHARE = 0.05;

  private EndpointMain() {}

  /** Arguments: address, slots, service time in milliseconds. */
  public static void main(String[] args) throws Exception {
    ServiceProfile profile =
        ServiceProfile.kokoro()
            .withSlots(Integer.parseInt(args[1]))
            .withServiceTime(new ServiceTime.Constant(Duration.ofMillis(Long.parseLong(args[2]))))
            .withFirstChunkShare(FIRST_CHUNK_SHARE);
    var settings =
        SandboxSettings.builder()
            .speed(1_000)
            .endpoint(
                new EndpointSettings(
                    ENDPOINT,
                    List.of(new EndpointSettings.Variant(VARIANT, INSTANCES, 1, profile)),
                    Map.of("rundle:origin", "sandbox")))
            .build();
    try (Sandbox sandbox = Sandbox.start(settings, new InetSocketAddress(args[0], PORT))) {
      World world = sandbox.world();
      world
          .scaling()
          .registerTarget(
              "endpoint/" + ENDPOINT + "/variant/" + VARIANT,
              OptionalInt.of(INSTANCES),
              OptionalInt.of(MOST_INSTANCES),
              Suspension.UNCHANGED);
      while (!System.out.checkError()) {
        System.out.println(seen(world));
        Thread.sleep(EVERY.toMillis());
      }
    }
  }

  private static String seen(World world) {
    int inFlight =
        world.endpoints().instances(ENDPOINT).stream()
            .mapToInt(InstanceDescription::inFlight)
            .sum();
    TargetDescription target = world.scaling().describeTargets(List.of()).get(0);
    var variant = world.endpoints().describe(ENDPOINT).variants().get(0);
    return String.format(
        Locale.ROOT,
        "seen %d %d %d %d %d %d",
        world.now().toEpochMilli(),
        inFlight,
        target.suspended().dynamicScalingOutSuspended() ? 1 : 0,
        target.minCapacity(),
        target.maxCapacity(),
        variant.currentInstanceCount());
  }
}

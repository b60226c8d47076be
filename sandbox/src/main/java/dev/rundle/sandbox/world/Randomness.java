package dev.rundle.sandbox.world;

import java.util.HexFormat;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Every random draw of the world, from one seed. Each purpose has its own stream, so that one more
 * alarm does not change the service times.
 */
final class Randomness {
  private final RandomGenerator names;
  private final RandomGenerator service;
  private final RandomGenerator routing;
  private final RandomGenerator faults;

  Randomness(long seed) {
    this.names = stream(seed, 1);
    this.service = stream(seed, 2);
    this.routing = stream(seed, 3);
    this.faults = stream(seed, 4);
  }

  private static RandomGenerator stream(long seed, long purpose) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 31 + purpose);
  }

  RandomGenerator service() {
    return service;
  }

  RandomGenerator routing() {
    return routing;
  }

  RandomGenerator faults() {
    return faults;
  }

  String instanceId() {
    return "i-0" + hex(16);
  }

  String hex(int digits) {
    byte[] bytes = new byte[(digits + 1) / 2];
    names.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes).substring(0, digits);
  }

  /** Looks like a random UUID. */
  String uuid() {
    byte[] bytes = new byte[16];
    names.nextBytes(bytes);
    return UUID.nameUUIDFromBytes(bytes).toString();
  }
}

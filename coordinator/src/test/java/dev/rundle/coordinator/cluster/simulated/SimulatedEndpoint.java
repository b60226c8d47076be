package dev.rundle.coordinator.cluster.simulated;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One instance as arithmetic: so many requests are served at a time, each for the same time give or
 * take a tenth; the others queue. With N outstanding in a closed loop a request takes {@code
 * service × max(1, N ÷ slots)}, and its first audio comes {@code service − firstAudio} before its
 * end. Thread-safe.
 */
public final class SimulatedEndpoint {
  private static final double SPREAD = 0.1;

  private final int slots;
  private final long firstAudioNanos;
  private final long serviceNanos;
  private final AtomicInteger outstanding = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  public SimulatedEndpoint(int slots, Duration firstAudio, Duration service) {
    this.slots = slots;
    this.firstAudioNanos = firstAudio.toNanos();
    this.serviceNanos = service.toNanos();
  }

  /** How long a request takes, nanoseconds. */
  public record Answer(long ttfabNanos, long fullNanos) {}

  /**
   * A request arrives.
   *
   * @param dice 0..1, how lucky it is
   */
  Answer arrive(double dice) {
    int n = outstanding.incrementAndGet();
    most.accumulateAndGet(n, Math::max);
    double luck = 1 + SPREAD * (2 * dice - 1);
    long full = (long) (luck * serviceNanos * Math.max(1, (double) n / slots));
    return new Answer((long) (full - luck * (serviceNanos - firstAudioNanos)), full);
  }

  /** A request has been answered. */
  void leave() {
    outstanding.decrementAndGet();
  }

  /** Requests outstanding now. */
  public int outstanding() {
    return outstanding.get();
  }

  /** The most that were outstanding since the last call. */
  public int mostOutstanding() {
    return most.getAndSet(outstanding.get());
  }
}

package dev.rundle.agent;

import dev.rundle.model.measure.GeneratorHealth;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The health of this JVM as a load generator: the host's CPU load, time spent in collections, and
 * how late a timer fires that does nothing else. A timer that is late means that everything in this
 * process is late, whatever the reason: no CPU, a collection, a paused host.
 */
public final class JvmHealth implements HealthWatch {
  private static final Duration PULSE = Duration.ofMillis(20);

  private final ScheduledExecutorService pulse =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "rundle-pulse");
            thread.setDaemon(true);
            return thread;
          });
  private final com.sun.management.OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
  private final AtomicLong worstLatenessNanos = new AtomicLong();
  private volatile long dueNanos;
  private long collectedMillis = collectionMillis();

  private JvmHealth() {}

  /** Starts to watch. */
  public static JvmHealth open() {
    var health = new JvmHealth();
    health.dueNanos = System.nanoTime() + PULSE.toNanos();
    // The first reading only starts the interval that the next one covers.
    health.system.getCpuLoad();
    health.pulse.scheduleAtFixedRate(
        health::beat, PULSE.toNanos(), PULSE.toNanos(), TimeUnit.NANOSECONDS);
    return health;
  }

  private void beat() {
    worstLatenessNanos.accumulateAndGet(latenessNanos(), Math::max);
    dueNanos += PULSE.toNanos();
  }

  private long latenessNanos() {
    return Math.max(0, System.nanoTime() - dueNanos);
  }

  @Override
  public synchronized GeneratorHealth sample() {
    long collected = collectionMillis();
    long pauseNanos = Duration.ofMillis(Math.max(0, collected - collectedMillis)).toNanos();
    collectedMillis = collected;
    double cpuLoad = system.getCpuLoad();
    // The beat that is due may be the one that is late: after a pause, reports come first.
    long lateness = Math.max(worstLatenessNanos.getAndSet(0), latenessNanos());
    return new GeneratorHealth(
        cpuLoad < 0 ? Double.NaN : Math.min(1, cpuLoad), pauseNanos, lateness);
  }

  @Override
  public void close() {
    pulse.shutdownNow();
  }

  private static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> !isConcurrent(collector.getName()))
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(millis -> millis > 0)
        .sum();
  }

  /** Some collectors count the time in which they let the program run too. */
  private static boolean isConcurrent(String collector) {
    return collector.endsWith("Cycles") || collector.contains("Concurrent");
  }
}

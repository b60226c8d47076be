package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.function.Consumer;

/** What happens every ten seconds on the wall clock: metrics are closed, alarms evaluated. */
final class Heartbeat {
  private static final long STEP_SECONDS = 10;
  private static final long NANOS = 1_000_000_000L;

  private final Engine engine;
  private final SandboxSettings settings;
  private final Account account;
  private final MetricStore metrics;
  private final AlarmBook alarms;

  Heartbeat(
      Engine engine,
      SandboxSettings settings,
      Account account,
      MetricStore metrics,
      AlarmBook alarms) {
    this.engine = engine;
    this.settings = settings;
    this.account = account;
    this.metrics = metrics;
    this.alarms = alarms;
  }

  void start() {
    long second = Math.floorDiv(engine.epochNanosAt(engine.nanos()), NANOS);
    long next = second - Math.floorMod(second, STEP_SECONDS) + STEP_SECONDS;
    engine.at(engine.nanosAtEpoch(next * NANOS), () -> beat(next));
  }

  private void beat(long second) {
    eachInstance(Instance::bookConcurrency);
    if (second % settings.standardMetricPeriod().toSeconds() == 0) {
      eachInstance(Instance::bookUtilization);
    }
    metrics.age();
    Duration delay = settings.hastened(settings.publicationDelay());
    engine.after(delay, () -> alarms.evaluate(second));
    // Only now, so that what has been has the time stamps it was lived with.
    engine.followClock();
    start();
  }

  private void eachInstance(Consumer<Instance> action) {
    for (Endpoint endpoint : account.endpoints()) {
      for (Variant variant : endpoint.variants()) {
        variant.working().forEach(action);
      }
    }
  }
}

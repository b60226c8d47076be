package dev.rundle.sandbox.world;

import java.time.Instant;

/**
 * A pretend AWS account in one region, with endpoints that serve requests, scale, log and publish
 * metrics.
 *
 * <p>Inside it is a discrete-event simulation: whatever happens (a service ends, a stage is
 * reached, an alarm is evaluated) happens at its nominal time and is booked there. The scheduler
 * only wakes it up, and every call first lets pass what is due, so a late timer shifts no service
 * time, no metric and no time stamp.
 *
 * <p>Thread safety: one lock around everything. Any thread may call; no call blocks on anything but
 * that lock. Callbacks to the data plane run after the lock is released, on the calling thread or
 * the scheduler's.
 */
public final class World implements AutoCloseable {
  private final SandboxSettings settings;
  private final Engine engine;
  private final Invocations invocations;
  private final Faults faults;
  private final Endpoints endpoints;
  private final Scaling scaling;
  private final Metrics metrics;
  private final Alarms alarms;
  private final Logs logs;
  private final Quotas quotas;

  private World(SandboxSettings settings, WorldTime time) {
    this.settings = settings;
    this.engine = new Engine(time);
    var arns = new Arns(settings.accountId(), settings.region());
    var randomness = new Randomness(settings.seed());
    var account = new Account(arns);
    var metricStore = new MetricStore(engine, settings.hastened(settings.publicationDelay()));
    var logStore = new LogStore(settings.hastened(settings.logLag()));
    var alarmBook = new AlarmBook(engine, metricStore, arns);
    var faultTable = new FaultTable(randomness.faults());
    var launcher = new Launcher(engine, randomness, logStore);
    var targets = new ScalableTargets();
    var activities = new ActivityLog(engine, randomness);
    this.quotas =
        new Quotas(
            engine, account, arns, settings.endpointQuotas(), settings.defaultEndpointQuota());
    var updates = new CapacityUpdates(engine, settings, account, quotas, launcher);
    var autoscaler = new Autoscaler(engine, account, targets, updates, activities);
    alarmBook.onAlarm(autoscaler::fire);
    var tracking = new TrackingAlarms(alarmBook, settings.trackingAlarms(), randomness);
    this.invocations = new Invocations(engine, account, randomness, faultTable, arns);
    this.faults = new Faults(engine, account, faultTable);
    this.endpoints = new Endpoints(engine, settings, account, arns, updates, launcher);
    this.scaling =
        new Scaling(
            engine,
            account,
            arns,
            randomness,
            targets,
            autoscaler,
            activities,
            alarmBook,
            tracking);
    this.metrics = new Metrics(engine, metricStore);
    this.alarms = new Alarms(engine, alarmBook);
    this.logs = new Logs(engine, logStore, arns);
    var heartbeat = new Heartbeat(engine, settings, account, metricStore, alarmBook);
    var founder = new Founder(engine, settings, arns, metricStore, logStore, launcher);
    engine.run(
        () -> {
          settings.endpoints().forEach(each -> account.add(founder.found(each)));
          heartbeat.start();
        });
  }

  /** A world at work. Its time is not closed with it; several worlds may share one. */
  public static World create(SandboxSettings settings, WorldTime time) {
    return new World(settings, time);
  }

  public SandboxSettings settings() {
    return settings;
  }

  /** The world's time stamp of now. */
  public Instant now() {
    return engine.call(engine::instant);
  }

  public Invocations invocations() {
    return invocations;
  }

  public Faults faults() {
    return faults;
  }

  public Endpoints endpoints() {
    return endpoints;
  }

  public Scaling scaling() {
    return scaling;
  }

  public Metrics metrics() {
    return metrics;
  }

  public Alarms alarms() {
    return alarms;
  }

  public Logs logs() {
    return logs;
  }

  public Quotas quotas() {
    return quotas;
  }

  /** Stops the world: nothing happens by itself any more. */
  @Override
  public void close() {
    engine.close();
  }
}

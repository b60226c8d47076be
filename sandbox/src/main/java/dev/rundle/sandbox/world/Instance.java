package dev.rundle.sandbox.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One machine with one container: service slots and a FIFO queue before them. A slot's next service
 * begins at the nominal end of its previous one, so throughput is exact however late timers are.
 */
final class Instance {
  private final Engine engine;
  private final RandomGenerator random;
  private final Variant variant;
  private final String id;
  private final Instant requestedAt;
  private final Deque<Request> queue = new ArrayDeque<>();
  private InstanceDescription.State state = InstanceDescription.State.STARTING;
  private Gauge concurrency;
  private int inFlight;
  private int executing;
  private int busySlots;
  private long busySince;
  private double busySlotNanos;
  private long utilizationSince;

  Instance(Engine engine, RandomGenerator random, Variant variant, String id, Instant requestedAt) {
    this.engine = engine;
    this.random = random;
    this.variant = variant;
    this.id = id;
    this.requestedAt = requestedAt;
  }

  String id() {
    return id;
  }

  InstanceDescription describe() {
    return new InstanceDescription(id, variant.name(), state, inFlight, requestedAt);
  }

  void enterService() {
    state = InstanceDescription.State.IN_SERVICE;
    concurrency = variant.metrics().concurrencyOfNewInstance();
    busySince = engine.nanos();
    utilizationSince = engine.nanos();
  }

  /** Takes no new requests; the ones it has are served. */
  void drain() {
    state = InstanceDescription.State.DRAINING;
  }

  boolean isIdle() {
    return inFlight == 0 && executing == 0;
  }

  /** Requests whose responses have not ended: queued, executing or still being written. */
  int inFlight() {
    return inFlight;
  }

  /** What the container itself counts: queued or executing. */
  int containerLoad() {
    return queue.size() + executing;
  }

  void accept(Request request) {
    queue.add(request);
    inFlight++;
    concurrency.set(inFlight);
    fillSlots();
  }

  /** The response has ended, or its client has left the queue. */
  void release(Request request) {
    queue.remove(request);
    inFlight--;
    concurrency.set(inFlight);
    variant.instanceMayBeIdle(this);
  }

  /** Puts waiting requests to work on free slots. */
  void fillSlots() {
    while (!queue.isEmpty() && busySlots < variant.profile().slots()) {
      var batch = new ArrayList<Request>();
      while (!queue.isEmpty() && batch.size() < variant.profile().batching().maxSize()) {
        batch.add(queue.poll());
      }
      begin(batch);
    }
  }

  private void begin(List<Request> batch) {
    ServiceProfile profile = variant.profile();
    long longest = 0;
    for (int i = 0; i < batch.size(); i++) {
      longest = Math.max(longest, profile.serviceTime().sample(random).toNanos());
    }
    long service = Math.round(longest * profile.batching().factor(batch.size()));
    long start = engine.nanos();
    setBusySlots(busySlots + 1);
    executing += batch.size();
    for (Request request : batch) {
      request.begin(start, Duration.ofNanos(service));
    }
    engine.at(
        start + service,
        () -> {
          setBusySlots(busySlots - 1);
          executing -= batch.size();
          fillSlots();
          variant.instanceMayBeIdle(this);
        });
  }

  /** Brings the concurrency metric up to the present. */
  void bookConcurrency() {
    concurrency.book();
  }

  /** Publishes the share of slots that was busy since the last time. */
  void bookUtilization() {
    setBusySlots(busySlots);
    double span = (double) (engine.nanos() - utilizationSince) * variant.profile().slots();
    if (span > 0) {
      variant.metrics().utilized(Math.min(1, busySlotNanos / span));
    }
    utilizationSince = engine.nanos();
    busySlotNanos = 0;
  }

  private void setBusySlots(int slots) {
    busySlotNanos += (double) busySlots * (engine.nanos() - busySince);
    busySince = engine.nanos();
    busySlots = slots;
  }
}

package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One request on its way through an instance. */
final class Request implements Invocation {
  private final Engine engine;
  private final String endpoint;
  private final Variant variant;
  private final Instance instance;
  private final InvocationCallbacks callbacks;
  private final Optional<Fault.Stream> fault;
  private final long arrivedNanos;
  private final int depthAtArrival;
  private ServicePlan plan;
  private boolean isFirstChunkSent;
  private boolean isEnded;

  Request(
      Engine engine,
      String endpoint,
      Variant variant,
      Instance instance,
      InvocationCallbacks callbacks,
      Optional<Fault.Stream> fault) {
    this.engine = engine;
    this.endpoint = endpoint;
    this.variant = variant;
    this.instance = instance;
    this.callbacks = callbacks;
    this.fault = fault;
    this.arrivedNanos = engine.nanos();
    this.depthAtArrival = instance.containerLoad();
  }

  /** Its service begins; by then it is still wanted, else it would have left the queue. */
  void begin(long startNanos, Duration service) {
    ServicePlan begun = plan(startNanos, service);
    plan = begun;
    engine.callBack(() -> callbacks.serve(begun));
  }

  private ServicePlan plan(long start, Duration service) {
    ServiceProfile profile = variant.profile();
    long late = fault.map(Request::delayNanos).orElse(0L);
    long first = Math.round(service.toNanos() * profile.firstChunkShare());
    List<Integer> sizes = profile.audio().chunkBytes();
    var chunks = new ArrayList<ServicePlan.Chunk>(sizes.size());
    for (int i = 0; i < sizes.size(); i++) {
      double share = sizes.size() == 1 ? 0 : (double) i / (sizes.size() - 1);
      long offset = first + Math.round((service.toNanos() - first) * share);
      chunks.add(new ServicePlan.Chunk(start + late + offset, sizes.get(i)));
    }
    return new ServicePlan(
        endpoint,
        variant.name(),
        instance.id(),
        depthAtArrival,
        arrivedNanos,
        start,
        start + late + service.toNanos(),
        engine.instantAt(arrivedNanos),
        engine.instantAt(start),
        profile.audio(),
        chunks,
        fault);
  }

  private static long delayNanos(Fault.Stream fault) {
    return fault.fold(
        cut -> 0L,
        stall -> 0L,
        modelStreamError -> 0L,
        internalStreamFailure -> 0L,
        slow -> slow.delay().toNanos());
  }

  @Override
  public void firstChunkSent() {
    engine.run(
        () -> {
          if (plan == null || isFirstChunkSent || isEnded) {
            return;
          }
          isFirstChunkSent = true;
          long overhead = Math.max(0, engine.nanos() - plan.firstChunkNanos());
          variant.metrics().firstChunk(plan.firstChunkNanos() - arrivedNanos, overhead);
        });
  }

  @Override
  public void ended(End end) {
    engine.run(
        () -> {
          if (!isEnded) {
            isEnded = true;
            record(end);
            instance.release(this);
          }
        });
  }

  private void record(End end) {
    boolean isComplete = end == End.COMPLETE && plan != null;
    boolean isBroken = end == End.BROKEN && plan != null;
    if (isComplete) {
      long overhead = Math.max(0, engine.nanos() - plan.endNanos());
      variant.metrics().completed(plan.endNanos() - arrivedNanos, overhead);
    }
    if (isComplete || isBroken) {
      variant.metrics().answered(200, false, isBroken);
    }
  }
}

package dev.rundle.sandbox.world;

import java.time.Duration;

/** What a variant publishes. */
final class VariantMetrics {
  private static final Duration HIGH_RESOLUTION = Duration.ofSeconds(10);

  private final Engine engine;
  private final Series concurrentRequests;
  private final Series invocations;
  private final Series invocationsPerInstance;
  private final Series clientErrors;
  private final Series serverErrors;
  private final Series modelErrors;
  private final Series midStreamErrors;
  private final Series modelLatency;
  private final Series overheadLatency;
  private final Series firstChunkLatency;
  private final Series firstChunkModelLatency;
  private final Series firstChunkOverheadLatency;
  private final Series cpu;
  private final Series memory;
  private final Series gpu;
  private final Series gpuMemory;

  VariantMetrics(
      Engine engine, MetricStore store, String endpoint, String variant, Duration standardPeriod) {
    this.engine = engine;
    var of = new Opener(store, endpoint, variant, standardPeriod);
    this.concurrentRequests =
        store.open(
            MetricId.ofVariant(
                MetricId.INVOCATIONS, "ConcurrentRequestsPerModel", endpoint, variant),
            "Count",
            HIGH_RESOLUTION);
    this.invocations = of.invocation("Invocations", "None");
    this.invocationsPerInstance = of.invocation("InvocationsPerInstance", "None");
    this.clientErrors = of.invocation("Invocation4XXErrors", "None");
    this.serverErrors = of.invocation("Invocation5XXErrors", "None");
    this.modelErrors = of.invocation("InvocationModelErrors", "None");
    this.midStreamErrors = of.invocation("MidStreamErrors", "None");
    this.modelLatency = of.invocation("ModelLatency", "Microseconds");
    this.overheadLatency = of.invocation("OverheadLatency", "Microseconds");
    this.firstChunkLatency = of.invocation("FirstChunkLatency", "Microseconds");
    this.firstChunkModelLatency = of.invocation("FirstChunkModelLatency", "Microseconds");
    this.firstChunkOverheadLatency = of.invocation("FirstChunkOverheadLatency", "Microseconds");
    this.cpu = of.utilization("CPUUtilization");
    this.memory = of.utilization("MemoryUtilization");
    this.gpu = of.utilization("GPUUtilization");
    this.gpuMemory = of.utilization("GPUMemoryUtilization");
  }

  Gauge concurrencyOfNewInstance() {
    return new Gauge(engine, concurrentRequests);
  }

  void arrived(int instances) {
    record(invocations, 1);
    record(invocationsPerInstance, 1.0 / Math.max(1, instances));
  }

  /**
   * The error metrics of one request: SageMaker sends a 1 or a 0 to each.
   *
   * @param status what the client got, or the container's own status
   */
  void answered(int status, boolean isModelError, boolean isBrokenStream) {
    record(clientErrors, status >= 400 && status < 500 ? 1 : 0);
    record(serverErrors, status >= 500 ? 1 : 0);
    record(modelErrors, isModelError ? 1 : 0);
    record(midStreamErrors, isBrokenStream ? 1 : 0);
  }

  void firstChunk(long modelNanos, long overheadNanos) {
    record(firstChunkModelLatency, modelNanos / 1e3);
    record(firstChunkOverheadLatency, overheadNanos / 1e3);
    record(firstChunkLatency, (modelNanos + overheadNanos) / 1e3);
  }

  void completed(long modelNanos, long overheadNanos) {
    record(modelLatency, modelNanos / 1e3);
    record(overheadLatency, overheadNanos / 1e3);
  }

  /**
   * Utilisation of one instance over the standard period that ends now. The GPU's follows from the
   * busy slots; the others are modelled on it, since nothing is computed here.
   *
   * @param busyShare 0..1
   */
  void utilized(double busyShare) {
    long justBefore = engine.epochNanosAt(engine.nanos()) - 1;
    gpu.record(justBefore, 100 * busyShare);
    cpu.record(justBefore, 5 + 35 * busyShare);
    memory.record(justBefore, 24 + 2 * busyShare);
    gpuMemory.record(justBefore, 18);
  }

  private void record(Series series, double value) {
    series.record(engine.epochNanosAt(engine.nanos()), value);
  }

  private record Opener(
      MetricStore store, String endpoint, String variant, Duration standardPeriod) {
    private Series invocation(String name, String unit) {
      return open(MetricId.INVOCATIONS, name, unit);
    }

    private Series utilization(String name) {
      return open(MetricId.UTILIZATION, name, "Percent");
    }

    private Series open(String namespace, String name, String unit) {
      return store.open(
          MetricId.ofVariant(namespace, name, endpoint, variant), unit, standardPeriod);
    }
  }
}

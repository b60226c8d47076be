package dev.rundle.sandbox.world;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When and how a request is served. Nanos are of the world's ticker; those in the past (because a
 * timer was late) mean at once.
 *
 * @param queueDepthAtArrival requests queued or executing on the instance before this one came
 * @param startNanos the service begins
 * @param endNanos the last chunk leaves
 * @param chunks in order, all of the audio
 * @param fault to be enacted while streaming
 */
public record ServicePlan(
    String endpoint,
    String variant,
    String instanceId,
    int queueDepthAtArrival,
    long arrivedNanos,
    long startNanos,
    long endNanos,
    Instant arrivedAt,
    Instant startedAt,
    Audio audio,
    List<Chunk> chunks,
    Optional<Fault.Stream> fault) {
  public ServicePlan {
    chunks = List.copyOf(chunks);
  }

  /** Time stamp of the first chunk. */
  public long firstChunkNanos() {
    return chunks.get(0).atNanos();
  }

  /** The time stamp that belongs to one of this plan's nanos. */
  public Instant instantOf(long nanos) {
    return startedAt.plusNanos(nanos - startNanos);
  }

  /** A part of the audio and when it leaves. */
  public record Chunk(long atNanos, int bytes) {}
}

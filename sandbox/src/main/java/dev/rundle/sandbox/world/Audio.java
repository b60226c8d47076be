package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer's audio: PCM, 16 bit, one channel.
 *
 * @param sampleRateHz samples per second
 * @param length how long it plays
 * @param chunks parts it is sent in
 */
public record Audio(int sampleRateHz, Duration length, int chunks) {
  public static final int BYTES_PER_SAMPLE = 2;

  public Audio {
    Checks.that(sampleRateHz >= 1_000 && sampleRateHz <= 384_000, "rate in Hz: " + sampleRateHz);
    Checks.positive(length, "audio length");
    Checks.that(chunks >= 1 && chunks <= 100_000, "chunks: " + chunks);
    Checks.that(
        samples(sampleRateHz, length) >= chunks, "audio is too short for " + chunks + " chunks");
  }

  private static long samples(int rate, Duration length) {
    return Math.round(rate * (length.toNanos() / 1e9));
  }

  public int bytes() {
    return Math.toIntExact(samples(sampleRateHz, length) * BYTES_PER_SAMPLE);
  }

  /** Bytes of each chunk; whole samples, equal but for the remainder, which the first ones get. */
  public List<Integer> chunkBytes() {
    long samples = samples(sampleRateHz, length);
    var sizes = new ArrayList<Integer>(chunks);
    for (int i = 0; i < chunks; i++) {
      long size = samples / chunks + (i < samples % chunks ? 1 : 0);
      sizes.add(Math.toIntExact(size * BYTES_PER_SAMPLE));
    }
    return List.copyOf(sizes);
  }
}

package dev.rundle.sandbox.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An endless tone as PCM: signed 16-bit little-endian samples, mono. Every stream plays the same
 * tone from its beginning, so a client can check any byte of it.
 */
final class Tone {
  static final int BYTES_PER_SAMPLE = 2;

  private static final double FREQUENCY_HZ = 440;
  private static final double AMPLITUDE = 0.3 * Short.MAX_VALUE;

  private final byte[] oneSecond;

  /** The tone repeats after a second, in which it has a whole number of cycles: no click. */
  Tone(int sampleRateHz) {
    oneSecond = new byte[sampleRateHz * BYTES_PER_SAMPLE];
    var samples = ByteBuffer.wrap(oneSecond).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < sampleRateHz; i++) {
      double angle = 2 * Math.PI * FREQUENCY_HZ * i / sampleRateHz;
      samples.putShort((short) Math.round(AMPLITUDE * Math.sin(angle)));
    }
  }

  /** Copies a stretch of the tone, counted in bytes from its beginning. */
  byte[] bytes(long offset, int length) {
    var stretch = new byte[length];
    int copied = 0;
    while (copied < length) {
      int from = (int) ((offset + copied) % oneSecond.length);
      int run = Math.min(length - copied, oneSecond.length - from);
      System.arraycopy(oneSecond, from, stretch, copied, run);
      copied += run;
    }
    return stretch;
  }
}

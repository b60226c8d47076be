package dev.rundle.sandbox.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The 44 bytes that go before PCM audio in a WAV file. */
final class WavHeader {
  static final int BYTES = 44;

  private static final int PCM_CHUNK_BYTES = 16;
  private static final short PCM = 1;
  private static final short MONO = 1;

  private WavHeader() {}

  /**
   * The header of a mono 16-bit recording.
   *
   * @param audioBytes bytes of audio that follow
   */
  static byte[] of(int sampleRateHz, long audioBytes) {
    int size = (int) Math.min(audioBytes, Integer.MAX_VALUE - BYTES);
    var header = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(ascii("RIFF")).putInt(size + BYTES - 8).put(ascii("WAVE"));
    header.put(ascii("fmt ")).putInt(PCM_CHUNK_BYTES).putShort(PCM).putShort(MONO);
    header.putInt(sampleRateHz).putInt(sampleRateHz * Tone.BYTES_PER_SAMPLE);
    header.putShort((short) Tone.BYTES_PER_SAMPLE).putShort((short) (8 * Tone.BYTES_PER_SAMPLE));
    header.put(ascii("data")).putInt(size);
    return header.array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

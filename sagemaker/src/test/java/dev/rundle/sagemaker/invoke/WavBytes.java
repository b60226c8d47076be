package dev.rundle.sagemaker.invoke;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** WAV files put together by hand. */
final class WavBytes {
  private WavBytes() {}

  static byte[] of(byte[]... chunks) {
    byte[] body = CannedServer.join(chunks);
    return ByteBuffer.allocate(12 + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(ascii("RIFF"))
        .putInt(body.length + 4)
        .put(ascii("WAVE"))
        .put(body)
        .array();
  }

  /** Mono, 16 bit, with that many bytes a second. */
  static byte[] fmt(int bytesPerSecond) {
    return chunk(
        "fmt ",
        ByteBuffer.allocate(16)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short) 1)
            .putShort((short) 1)
            .putInt(bytesPerSecond / 2)
            .putInt(bytesPerSecond)
            .putShort((short) 2)
            .putShort((short) 16)
            .array());
  }

  static byte[] chunk(String name, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(header(name, content.length));
    out.writeBytes(content);
    if (content.length % 2 == 1) {
      out.write(0);
    }
    return out.toByteArray();
  }

  static byte[] header(String name, long size) {
    return ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(ascii(name))
        .putInt((int) size)
        .array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

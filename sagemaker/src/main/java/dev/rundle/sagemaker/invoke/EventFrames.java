package dev.rundle.sagemaker.invoke;

import java.nio.ByteBuffer;

/**
 * Follows the frames of an event stream (each begins with its length, four bytes, big endian) just
 * far enough to know whether the stream ended between two of them. The client's own decoder takes a
 * stream that ends inside an event for a whole one. Not safe for concurrent use.
 */
final class EventFrames {
  private static final int LENGTH_BYTES = 4;

  private long remaining;
  private int lengthBytesRead;
  private int length;

  /** The next bytes of the stream; moves the buffer's position to its limit. */
  void accept(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      if (remaining > 0) {
        int taken = (int) Math.min(remaining, bytes.remaining());
        bytes.position(bytes.position() + taken);
        remaining -= taken;
      } else {
        length = length << 8 | bytes.get() & 0xFF;
        if (++lengthBytesRead == LENGTH_BYTES) {
          remaining = Math.max(0, Integer.toUnsignedLong(length) - LENGTH_BYTES);
          lengthBytesRead = 0;
          length = 0;
        }
      }
    }
  }

  /** True if the bytes so far end inside a frame. */
  boolean isInsideFrame() {
    return remaining > 0 || lengthBytesRead > 0;
  }
}

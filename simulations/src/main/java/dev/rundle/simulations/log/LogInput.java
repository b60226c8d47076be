package dev.rundle.simulations.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file's bytes in order, big-endian. What the streams of the platform would do, without their
 * lock for each byte: millions of small numbers are read.
 */
final class LogInput implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

  private LogInput(FileChannel channel) {
    this.channel = channel;
  }

  static LogInput open(Path path) throws IOException {
    return new LogInput(FileChannel.open(path));
  }

  /** The next byte as 0 to 255, or -1 at the end. */
  int read() throws IOException {
    return has(Byte.BYTES) ? Byte.toUnsignedInt(buffer.get()) : -1;
  }

  byte readByte() throws IOException {
    require(Byte.BYTES);
    return buffer.get();
  }

  int readInt() throws IOException {
    require(Integer.BYTES);
    return buffer.getInt();
  }

  long readLong() throws IOException {
    require(Long.BYTES);
    return buffer.getLong();
  }

  byte[] readBytes(int count) throws IOException {
    var bytes = new byte[count];
    for (int done = 0; done < count; ) {
      require(1);
      int some = Math.min(count - done, buffer.remaining());
      buffer.get(bytes, done, some);
      done += some;
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void require(int bytes) throws IOException {
    if (!has(bytes)) {
      throw new EOFException();
    }
  }

  private boolean has(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return true;
    }
    buffer.compact();
    int read = 0;
    while (read != -1 && buffer.position() < bytes) {
      read = channel.read(buffer);
    }
    buffer.flip();
    return buffer.remaining() >= bytes;
  }
}

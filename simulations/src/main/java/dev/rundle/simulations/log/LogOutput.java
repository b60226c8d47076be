package dev.rundle.simulations.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is written from its beginning, big-endian; the counterpart of {@link LogInput}. */
final class LogOutput implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  private LogOutput(FileChannel channel) {
    this.channel = channel;
  }

  /** Creates the file, or empties it. */
  static LogOutput create(Path path) throws IOException {
    return new LogOutput(
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE));
  }

  void writeByte(int value) throws IOException {
    makeRoom(Byte.BYTES);
    buffer.put((byte) value);
  }

  void writeBoolean(boolean value) throws IOException {
    writeByte(value ? 1 : 0);
  }

  void writeInt(int value) throws IOException {
    makeRoom(Integer.BYTES);
    buffer.putInt(value);
  }

  void writeLong(long value) throws IOException {
    makeRoom(Long.BYTES);
    buffer.putLong(value);
  }

  void write(byte[] bytes) throws IOException {
    for (int done = 0; done < bytes.length; ) {
      makeRoom(1);
      int some = Math.min(bytes.length - done, buffer.remaining());
      buffer.put(bytes, done, some);
      done += some;
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      flush();
    }
  }

  private void makeRoom(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}

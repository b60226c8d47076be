package dev.rundle.sagemaker.invoke;

/**
 * Tells audio from everything else in a byte stream, part by part and wherever the parts are cut.
 *
 * <p>A stream that begins with a RIFF/WAVE header is read chunk by chunk: only the contents of
 * {@code data} chunks are audio. The data chunk may follow any number of others; several WAV files
 * may follow one another. A data length that cannot be true of a streamed answer (0, or a gigabyte
 * and more, which encoders write when they do not know the length) means "until the end". A stream
 * that begins otherwise is audio from its first byte. Not safe for concurrent use.
 */
final class WavReader {
  /** Eight minutes of 48 kHz stereo float are 184 MB: nothing streamed is this long. */
  private static final long UNKNOWN_LENGTH_FROM = 1_000_000_000L;

  private static final int RIFF_HEADER = 12;
  private static final int CHUNK_HEADER = 8;
  private static final int FORMAT_BODY = 16;
  private static final long ENDLESS = Long.MAX_VALUE;

  private enum State {
    RIFF,
    CHUNK,
    FORMAT,
    SKIP,
    DATA,
    RAW
  }

  private final byte[] header = new byte[FORMAT_BODY];
  private State state = State.RIFF;
  private int collected;
  private long remaining;
  private boolean padded;
  private boolean padding;
  private long formatSize;
  private long bytesPerSecond;

  /** Number of audio bytes in the next part, with those held back until the header was known. */
  long audioBytesIn(byte[] part) {
    long audio = 0;
    int i = 0;
    while (i < part.length) {
      int left = part.length - i;
      switch (state) {
        case RAW -> {
          audio += left;
          i += left;
        }
        case DATA -> {
          int taken = (int) Math.min(left, remaining);
          audio += taken;
          i += taken;
          endOfBody(taken);
        }
        case SKIP -> {
          int taken = (int) Math.min(left, remaining);
          i += taken;
          endOfBody(taken);
        }
        case RIFF, CHUNK, FORMAT -> {
          header[collected++] = part[i++];
          audio += headerByte();
        }
      }
    }
    return audio;
  }

  /** True if the stream is known not to begin with a WAV header. */
  boolean isRaw() {
    return state == State.RAW;
  }

  /** Bytes that a chunk announced and that have not come; 0 if its length was not known. */
  long missingBytes() {
    boolean open = state == State.DATA || state == State.SKIP;
    // Not every encoder writes the byte that pads a file of odd length; it holds nothing.
    return open && !padding && remaining != ENDLESS ? remaining : 0;
  }

  /** Bytes of one second of audio as the header says; 0 if it did not. */
  long bytesPerSecond() {
    return bytesPerSecond;
  }

  private long headerByte() {
    return switch (state) {
      case RIFF -> riffByte();
      case CHUNK -> collected == CHUNK_HEADER ? chunk() : 0;
      default -> formatByte();
    };
  }

  private long riffByte() {
    int at = collected - 1;
    boolean asExpected =
        at < 4 ? header[at] == "RIFF".charAt(at) : at < 8 || header[at] == "WAVE".charAt(at - 8);
    if (!asExpected) {
      state = State.RAW;
      return collected;
    }
    if (collected == RIFF_HEADER) {
      next(State.CHUNK);
    }
    return 0;
  }

  private long chunk() {
    if (!isChunkName()) {
      // Audio that goes on past the length its header gave.
      state = State.RAW;
      return collected;
    }
    long size = littleEndian(4);
    padded = size % 2 == 1;
    if (isNamed("RIFF")) {
      state = State.RIFF;
    } else if (isNamed("data")) {
      boolean unknown = size == 0 || size >= UNKNOWN_LENGTH_FROM;
      next(State.DATA);
      remaining = unknown ? ENDLESS : size;
    } else if (isNamed("fmt ") && size >= FORMAT_BODY) {
      next(State.FORMAT);
      formatSize = size;
    } else {
      skip(size);
    }
    return 0;
  }

  private long formatByte() {
    if (collected == FORMAT_BODY) {
      bytesPerSecond = littleEndian(8);
      skip(formatSize - FORMAT_BODY);
    }
    return 0;
  }

  private void endOfBody(int taken) {
    if (remaining == ENDLESS) {
      return;
    }
    remaining -= taken;
    if (remaining == 0) {
      boolean pad = padded;
      padded = false;
      // An odd chunk is followed by one byte that its length does not count.
      if (pad) {
        skip(1);
        padding = true;
      } else {
        next(State.CHUNK);
      }
    }
  }

  private void skip(long size) {
    next(State.SKIP);
    remaining = size;
    if (size == 0) {
      next(State.CHUNK);
    }
  }

  private void next(State newState) {
    state = newState;
    collected = 0;
    padding = false;
  }

  private boolean isChunkName() {
    for (int i = 0; i < 4; i++) {
      if (header[i] < ' ' || header[i] > '~') {
        return false;
      }
    }
    return true;
  }

  private boolean isNamed(String name) {
    for (int i = 0; i < 4; i++) {
      if (header[i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private long littleEndian(int at) {
    return (header[at] & 0xFFL)
        | (header[at + 1] & 0xFFL) << 8
        | (header[at + 2] & 0xFFL) << 16
        | (header[at + 3] & 0xFFL) << 24;
  }
}

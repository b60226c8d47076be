package dev.rundle.model.measure;

import java.util.Arrays;

/** The compressed bytes of an HdrHistogram, compared by content; what crosses a wire or a file. */
public final class EncodedHistogram {
  private final byte[] bytes;

  private EncodedHistogram(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Wraps a copy of the bytes. */
  public static EncodedHistogram of(byte[] bytes) {
    return new EncodedHistogram(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Length in bytes. */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof EncodedHistogram e && Arrays.equals(bytes, e.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "EncodedHistogram[" + bytes.length + " bytes]";
  }
}

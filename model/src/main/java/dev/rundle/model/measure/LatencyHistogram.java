package dev.rundle.model.measure;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Records durations with 3 significant digits from 1 µs to 10 minutes; longer ones count as 10
 * minutes. Histograms are merged without loss; percentiles never are. Takes 84 kB, and more than
 * two thousand million equal durations are an {@link IllegalStateException}. Not thread-safe.
 */
public final class LatencyHistogram {
  /** Longest duration told apart, µs. */
  public static final long HIGHEST_MICROS = Duration.ofMinutes(10).toMillis() * 1_000;

  static final int SIGNIFICANT_DIGITS = 3;

  private static final int LARGEST_ENCODED_BYTES = 1 << 20;
  private static final int ENCODED_HEADER_BYTES = 8;
  private static final int INFLATED_HEADER_BYTES = 40;
  private static final int DIGITS_OFFSET = 12;
  private static final int LOWEST_OFFSET = 16;
  private static final int HIGHEST_OFFSET = 24;

  /** Encoding leaves a buffer of 184 kB in a histogram for good; here there is one per thread. */
  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final IntCountsHistogram micros;

  /** Makes an empty one. */
  public LatencyHistogram() {
    this(new IntCountsHistogram(1, HIGHEST_MICROS, SIGNIFICANT_DIGITS));
  }

  private LatencyHistogram(IntCountsHistogram micros) {
    this.micros = micros;
  }

  /** An empty histogram, encoded. */
  public static EncodedHistogram empty() {
    return new LatencyHistogram().encode();
  }

  /**
   * Decodes.
   *
   * @throws IllegalArgumentException if the bytes are truncated, are no histogram, or were recorded
   *     with another range or precision
   */
  public static LatencyHistogram of(EncodedHistogram encoded) {
    return new LatencyHistogram(decode(encoded.bytes()));
  }

  /**
   * Merges without loss.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static LatencyHistogram merged(Collection<EncodedHistogram> parts) {
    var merged = new LatencyHistogram();
    parts.forEach(merged::add);
    return merged;
  }

  /**
   * Records one duration, rounded to the nearest microsecond.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void recordNanos(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("a duration is not negative: " + nanos + " ns");
    }
    long rounded = nanos / 1_000 + (nanos % 1_000 >= 500 ? 1 : 0);
    micros.recordValue(Math.min(rounded, HIGHEST_MICROS));
  }

  /** Adds all values of another histogram. */
  public void add(LatencyHistogram other) {
    micros.add(other.micros);
  }

  /**
   * Adds all values of an encoded histogram.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public void add(EncodedHistogram encoded) {
    micros.add(decode(encoded.bytes()));
  }

  /** Adds all values to a histogram of microseconds. */
  void addTo(AbstractHistogram others) {
    others.add(micros);
  }

  /** Forgets all values. */
  public void reset() {
    micros.reset();
  }

  /** The compressed form: some hundred bytes to about 10 kB. */
  public EncodedHistogram encode() {
    return SCRATCH.get().encode(micros);
  }

  /** Number of values recorded. */
  public long count() {
    return micros.getTotalCount();
  }

  /**
   * The smallest recorded value that at least the share {@code p} of values do not exceed, within
   * 0.1 %; 0 if nothing was recorded.
   *
   * @param p 0..1, e.g. 0.95
   */
  public double quantileMillis(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("a quantile is within 0..1, not " + p);
    }
    return count() == 0 ? 0 : micros.getValueAtPercentile(p * 100) / 1_000.0;
  }

  /** Arithmetic mean within 0.1 %, milliseconds; 0 if nothing was recorded. */
  public double meanMillis() {
    return count() == 0 ? 0 : micros.getMean() / 1_000.0;
  }

  /** Largest value within 0.1 %, milliseconds; 0 if nothing was recorded. */
  public double maxMillis() {
    return micros.getMaxValue() / 1_000.0;
  }

  /**
   * Share of values above a limit, 0..1. Values within 0.1 % of the limit may fall on either side;
   * where exactness matters, count at recording time. 0 if nothing was recorded.
   */
  public double shareAbove(Duration limit) {
    if (count() == 0) {
      return 0;
    }
    long limitMicros = Math.min(limit.toNanos() / 1_000, HIGHEST_MICROS);
    long atOrBelow = micros.getCountBetweenValues(0, limitMicros);
    return (double) (count() - atOrBelow) / count();
  }

  private static IntCountsHistogram decode(byte[] bytes) {
    if (bytes.length > LARGEST_ENCODED_BYTES) {
      throw new IllegalArgumentException(
          "not one of our histograms: " + bytes.length + " bytes is more than one can have");
    }
    try {
      requireOurSettings(bytes);
      return IntCountsHistogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(bytes), HIGHEST_MICROS);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException(
          "these " + bytes.length + " bytes are not a whole histogram: " + e.getMessage(), e);
    }
  }

  /** Looks at the header first: a foreign range could make the decoder allocate gigabytes. */
  private static void requireOurSettings(byte[] bytes) throws DataFormatException {
    if (bytes.length < ENCODED_HEADER_BYTES) {
      throw new IllegalArgumentException("shorter than a header");
    }
    int announced = ByteBuffer.wrap(bytes).getInt(4);
    if (announced != bytes.length - ENCODED_HEADER_BYTES) {
      throw new IllegalArgumentException(
          "the header announces "
              + announced
              + " bytes of content, there are "
              + (bytes.length - ENCODED_HEADER_BYTES));
    }
    byte[] header = new byte[INFLATED_HEADER_BYTES];
    var inflater = new Inflater();
    try {
      inflater.setInput(bytes, ENCODED_HEADER_BYTES, announced);
      if (inflater.inflate(header) < header.length) {
        throw new IllegalArgumentException("the content ends within its header");
      }
    } finally {
      inflater.end();
    }
    ByteBuffer fields = ByteBuffer.wrap(header);
    int digits = fields.getInt(DIGITS_OFFSET);
    long lowest = fields.getLong(LOWEST_OFFSET);
    long highest = fields.getLong(HIGHEST_OFFSET);
    if (digits != SIGNIFICANT_DIGITS || lowest != 1 || highest != HIGHEST_MICROS) {
      throw new IllegalArgumentException(
          "recorded with " + digits + " digits over " + lowest + ".." + highest);
    }
  }

  private static final class Scratch {
    private final IntCountsHistogram copy =
        new IntCountsHistogram(1, HIGHEST_MICROS, SIGNIFICANT_DIGITS);
    private final ByteBuffer buffer = ByteBuffer.allocate(copy.getNeededByteBufferCapacity());

    EncodedHistogram encode(IntCountsHistogram histogram) {
      copy.reset();
      copy.add(histogram);
      buffer.clear();
      int length = copy.encodeIntoCompressedByteBuffer(buffer);
      return EncodedHistogram.of(Arrays.copyOf(buffer.array(), length));
    }
  }
}
